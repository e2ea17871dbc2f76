/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The words for events of the kernel. */
#ifndef NYTPROF_KEVENT_WORDS_H
#define NYTPROF_KEVENT_WORDS_H

#include "nytprof/kevents.h"
#include "waits/wait_words.h"

struct tracepoint;

#define KEVENT_WORDS  128u
#define KEVENT_DETAIL (16u + WAIT_WORDS)

/*
 * "syscalls", "openat"; "files", "open /etc/hosts". tracepoints: TRACEPOINTS_MAX of them. name: that of
 * the key's object; NULL: not known.
 */
void kevent_words(const struct kevent_key *key, const struct tracepoint *tracepoints,
		  const struct wait_name *name, char event[KEVENT_WORDS],
		  char detail[KEVENT_DETAIL]);

#endif
