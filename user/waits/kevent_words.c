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
	[KEVENT_CONTENTION] = { "contention", NULL },
	[KEVENT_TCP_BYTES] = { "tcp-bytes", NULL },
	[KEVENT_RETRANSMIT] = { "tcp-retransmits", "" },
	[KEVENT_OOM_KILL] = { "oom-kills", "" },
};

_Static_assert(KEVENT_WORDS > sizeof(TRACEPOINT_PREFIX) + TRACEPOINT_NAME_MAX, "it has room");

static const char *const asked[KEVENT_BLOCK_OTHER] = {
	[KEVENT_BLOCK_READ] = "read",
	[KEVENT_BLOCK_WRITE] = "write",
	[KEVENT_BLOCK_FLUSH] = "flush",
	[KEVENT_BLOCK_DISCARD] = "discard",
};

/* The words of perf lock contention (tools/perf/builtin-lock.c, 6.18). */
static const struct {
	int flags;
	const char *name, *mmap_name;
} locks[] = {
	{ 0, "semaphore", NULL },
	{ KEVENT_LOCK_SPIN, "spinlock", NULL },
	{ KEVENT_LOCK_SPIN | KEVENT_LOCK_READ, "rwlock:R", NULL },
	{ KEVENT_LOCK_SPIN | KEVENT_LOCK_WRITE, "rwlock:W", NULL },
	{ KEVENT_LOCK_READ, "rwsem:R", "rwsem:R mmap_lock" },
	{ KEVENT_LOCK_WRITE, "rwsem:W", "rwsem:W mmap_lock" },
	{ KEVENT_LOCK_RT, "rt-mutex", NULL },
	{ KEVENT_LOCK_RT | KEVENT_LOCK_READ, "rwlock-rt:R", "rwlock-rt:R mmap_lock" },
	{ KEVENT_LOCK_RT | KEVENT_LOCK_WRITE, "rwlock-rt:W", "rwlock-rt:W mmap_lock" },
	{ KEVENT_LOCK_PERCPU | KEVENT_LOCK_READ, "percpu-rwsem:R", NULL },
	{ KEVENT_LOCK_PERCPU | KEVENT_LOCK_WRITE, "percpu-rwsem:W", NULL },
	{ KEVENT_LOCK_MUTEX, "mutex", NULL },
	{ KEVENT_LOCK_MUTEX | KEVENT_LOCK_SPIN, "mutex", NULL },
};

static const char *lock_name(int flags)
{
	size_t i;

	for (i = 0; i < sizeof(locks) / sizeof(locks[0]); i++) {
		if (locks[i].flags == (flags & KEVENT_LOCK_FLAGS))
			return flags & KEVENT_LOCK_MMAP && locks[i].mmap_name ? locks[i].mmap_name :
										locks[i].name;
	}
	return NULL;
}

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
	case KEVENT_CONTENTION:
		return lock_name(more);
	case KEVENT_TCP_BYTES:
		return more == KEVENT_SENDS ? "send" : "receive";
	default:
		return call_name(more);
	}
}

static void event_word(const struct kevent_key *key, const struct tracepoint *tracepoints,
		       char event[KEVENT_WORDS])
{
	const uint32_t kind = key->event >> 16, more = key->event & 0xffff;

	if (kind == KEVENT_TRACEPOINT && more < TRACEPOINTS_MAX)
		snprintf(event, KEVENT_WORDS, TRACEPOINT_PREFIX "%s", tracepoints[more].name);
	else
		snprintf(event, KEVENT_WORDS, "%s",
			 kind < KEVENT_CNT ? words[kind].event : "unknown");
}

/* more: what a number without a name is called. */
static const char *kind_word(const struct kevent_key *key, const char *more)
{
	const uint32_t kind = key->event >> 16;
	const char *word = kind < KEVENT_CNT ? words[kind].detail : "";

	return word ?: name_of(kind, (int)(key->event & 0xffff)) ?: more;
}

void kevent_words(const struct kevent_key *key, const struct tracepoint *tracepoints,
		  const struct wait_name *name, char event[KEVENT_WORDS],
		  char detail[KEVENT_DETAIL])
{
	char object[WAIT_WORDS], number[16];
	const char *word;

	snprintf(number, sizeof(number), "%u", key->event & 0xffff);
	word = kind_word(key, number);
	event_word(key, tracepoints, event);
	wait_object_words(&key->object, name, object);
	snprintf(detail, KEVENT_DETAIL, "%s%s%s", word, *word && *object ? " " : "", object);
}

void kevent_kind_words(const struct kevent_key *key, const struct tracepoint *tracepoints,
		       char event[KEVENT_WORDS], char kind[KEVENT_KIND])
{
	event_word(key, tracepoints, event);
	snprintf(kind, KEVENT_KIND, "%s", kind_word(key, "other"));
}

/* Is it one of the kinds of an event in the set? An event may have several, of which one is in it. */
static bool is_in(unsigned events, const char *event)
{
	unsigned kind;

	for (kind = 0; kind < KEVENT_CNT; kind++) {
		if (events & KEVENT_BIT(kind) && !strcmp(words[kind].event, event))
			return true;
	}
	return false;
}

int kevent_fixed_words(unsigned events, const struct tracepoint *tracepoints,
		       int (*visit)(const char *event, const char *kind, void *arg), void *arg)
{
	char event[KEVENT_WORDS];
	struct kevent_key key;
	uint32_t kind, i;
	int rc = 0;

	for (kind = 0; kind < KEVENT_CNT && !rc; kind++) {
		if (words[kind].detail && kind != KEVENT_TRACEPOINT &&
		    is_in(events, words[kind].event))
			rc = visit(words[kind].event, words[kind].detail, arg);
	}
	for (i = 0; events & KEVENT_BIT(KEVENT_TRACEPOINT) && i < TRACEPOINTS_MAX && !rc; i++) {
		key = (struct kevent_key){ .event = KEVENT_TRACEPOINT << 16 | i };
		event_word(&key, tracepoints, event);
		if (*tracepoints[i].name)
			rc = visit(event, "", arg);
	}
	return rc;
}
