// SPDX-License-Identifier: GPL-2.0-or-later
#include "waits/kevent_words.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "nytprof/tracepoints.h"
#include "waits/file_calls.h"
#include "waits/wait.h"

/* Without a detail: it depends on the number in the key. A tracepoint has its own name. */
static const struct {
	const char *event;
	const char *detail;
} words[KEVENT_CNT] = {
	[KEVENT_MINOR_FAULT] = { "page-faults", "minor" },
	[KEVENT_MAJOR_FAULT] = { "page-faults", "major" },
	[KEVENT_SWITCH] = { "context-switches", "voluntary" },
	[KEVENT_SWITCH_INVOLUNTARY] = { "context-switches", "involuntary" },
	[KEVENT_MIGRATION] = { "migrations", "" },
	[KEVENT_CALL] = { "syscalls", NULL },
	[KEVENT_FUTEX] = { "futex", NULL },
	[KEVENT_MEMORY] = { "memory", "" },
	[KEVENT_SIGNAL] = { "signals", NULL },
	[KEVENT_TRACEPOINT] = { "tracepoint", "" },
	[KEVENT_FILE] = { "files", NULL },
	[KEVENT_LOCK] = { "locks", NULL },
	[KEVENT_BLOCK] = { "block-io", NULL },
	[KEVENT_CONNECT] = { "tcp", "connect" },
	[KEVENT_MALLOC] = { "malloc", "" },
};

_Static_assert(KEVENT_WORDS > sizeof(TRACEPOINT_PREFIX) + TRACEPOINT_NAME_MAX, "it has room");

static const char *const asked[KEVENT_BLOCK_OTHER] = {
	[KEVENT_BLOCK_READ] = "read",
	[KEVENT_BLOCK_WRITE] = "write",
	[KEVENT_BLOCK_FLUSH] = "flush",
	[KEVENT_BLOCK_DISCARD] = "discard",
};

/* NULL: there is none. */
static const char *name_of(uint32_t kind, int more)
{
	switch (kind) {
	case KEVENT_SIGNAL:
		return sigabbrev_np(more);
	case KEVENT_FILE:
		return file_call_verb(more);
	case KEVENT_BLOCK:
		return more < KEVENT_BLOCK_OTHER ? asked[more] : "other";
	default:
		return call_name(more);
	}
}

void kevent_words(const struct kevent_key *key, const struct tracepoint *tracepoints,
		  const struct wait_name *name, char event[KEVENT_WORDS],
		  char detail[KEVENT_DETAIL])
{
	const uint32_t kind = key->event >> 16, more = key->event & 0xffff;
	const bool known = kind < KEVENT_CNT;
	const char *word = known ? words[kind].detail : "";
	char object[WAIT_WORDS], number[16];

	snprintf(number, sizeof(number), "%u", more);
	if (!word)
		word = name_of(kind, (int)more) ?: number;
	if (kind == KEVENT_TRACEPOINT && more < TRACEPOINTS_MAX)
		snprintf(event, KEVENT_WORDS, TRACEPOINT_PREFIX "%s", tracepoints[more].name);
	else
		snprintf(event, KEVENT_WORDS, "%s", known ? words[kind].event : "unknown");
	wait_object_words(&key->object, name, object);
	snprintf(detail, KEVENT_DETAIL, "%s%s%s", word, *object ? " " : "", object);
}
