/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The words for events of the kernel. */
#ifndef NYTPROF_KEVENT_WORDS_H
#define NYTPROF_KEVENT_WORDS_H

#include "nytprof/kevents.h"
#include "waits/wait_words.h"

struct tracepoint;

#define KEVENT_WORDS  128u
#define KEVENT_DETAIL (16u + WAIT_WORDS)
#define KEVENT_KIND   32u

/*
 * "syscalls", "openat"; "files", "open /etc/hosts". tracepoints: TRACEPOINTS_MAX of them. name: that of
 * the key's object; NULL: not known.
 */
void kevent_words(const struct kevent_key *key, const struct tracepoint *tracepoints,
		  const struct wait_name *name, char event[KEVENT_WORDS],
		  char detail[KEVENT_DETAIL]);

/*
 * "syscalls", "openat"; "files", "open": without an object. A number without a name is "other", so there
 * are only as many words as this program knows.
 */
void kevent_kind_words(const struct kevent_key *key, const struct tracepoint *tracepoints,
		       char event[KEVENT_WORDS], char kind[KEVENT_KIND]);

/*
 * Calls visit with the words of all that belongs to some events (KEVENT_BIT()) and has only one kind, or
 * a fixed list of them: "page-faults", "minor". Stops at what visit returns if that is not 0.
 */
int kevent_fixed_words(unsigned events, const struct tracepoint *tracepoints,
		       int (*visit)(const char *event, const char *kind, void *arg), void *arg);

#endif
