// SPDX-License-Identifier: GPL-2.0-or-later
#include "waits/kevent_words.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "nytprof/kevents.h"
#include "nytprof/tracepoints.h"
#include "waits/wait.h"

/* Without a detail: it is the name of a system call, or of a signal. A tracepoint has its own name. */
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
};

_Static_assert(KEVENT_WORDS > sizeof(TRACEPOINT_PREFIX) + TRACEPOINT_NAME_MAX, "it has room");

void kevent_words(uint32_t id, const struct tracepoint *tracepoints, char event[KEVENT_WORDS],
		  char detail[KEVENT_WORDS])
{
	const uint32_t kind = id >> 16, more = id & 0xffff;
	const bool known = kind < KEVENT_CNT;
	const char *name = known ? words[kind].detail : "";

	if (!name)
		name = kind == KEVENT_SIGNAL ? sigabbrev_np((int)more) : call_name((int)more);
	if (kind == KEVENT_TRACEPOINT && more < TRACEPOINTS_MAX)
		snprintf(event, KEVENT_WORDS, TRACEPOINT_PREFIX "%s", tracepoints[more].name);
	else
		snprintf(event, KEVENT_WORDS, "%s", known ? words[kind].event : "unknown");
	if (name)
		snprintf(detail, KEVENT_WORDS, "%s", name);
	else
		snprintf(detail, KEVENT_WORDS, "%u", more);
}
