/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The words for events of the kernel. */
#ifndef NYTPROF_KEVENT_WORDS_H
#define NYTPROF_KEVENT_WORDS_H

#include <stdint.h>

struct tracepoint;

#define KEVENT_WORDS 128u

/* "syscalls", "openat". id: as in struct kevent_key. tracepoints: TRACEPOINTS_MAX of them. */
void kevent_words(uint32_t id, const struct tracepoint *tracepoints, char event[KEVENT_WORDS],
		  char detail[KEVENT_WORDS]);

#endif
