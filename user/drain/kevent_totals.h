/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Events of the kernel since the recording began, by name and kind, of all processes that are recorded.
 * Neither a place nor a name of a target is part of it, so there are at most KEVENT_TOTALS_MAX of them.
 */
#ifndef NYTPROF_KEVENT_TOTALS_H
#define NYTPROF_KEVENT_TOTALS_H

#include <stdbool.h>
#include <uthash.h>

#include "waits/kevent_words.h"

#define KEVENT_TOTALS_MAX 600u

struct kevent_total {
	struct kevent_sum sum;
	bool by_bytes; /* its bytes can fall */
	UT_hash_handle hh;
	struct kevent_total_id {
		char event[KEVENT_WORDS]; /* "syscalls" */
		char kind[KEVENT_KIND]; /* "openat"; "": it has no kinds */
	} id;
};

/* A hash; its entries are in the order in which they came, by .hh.next. NULL: none. */
struct kevent_totals {
	struct kevent_total *all;
};

/* Those of some events (KEVENT_BIT()) whose kinds are known before they happen. -ENOMEM. */
int kevent_totals_begin(struct kevent_totals *t, unsigned events,
			const struct tracepoint *tracepoints);

/* tracepoints: TRACEPOINTS_MAX of them. -ENOMEM. */
int kevent_totals_add(struct kevent_totals *t, const struct kevent_key *key,
		      const struct tracepoint *tracepoints, const struct kevent_sum *add);

void kevent_totals_release(struct kevent_totals *t);

#endif
