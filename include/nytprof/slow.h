/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* A call that took longer than settings.slow_ns: what the agent is told of it. */
#ifndef NYTPROF_SHARED_SLOW_H
#define NYTPROF_SHARED_SLOW_H

#include <linux/types.h>

#include "nytprof/frames.h"

#define SLOW_FRAMES 32 /* open calls that are told, from the innermost on */
#define SLOW_TOPS   4 /* subs that it has called, those that took most */
#define SLOW_WAITS  6 /* reasons that it has waited for, likewise */

/*
 * Calls of all programs that are told in a second, about. A program may make any number of them, and the
 * agent looks at each.
 */
#define SLOW_A_SECOND 1000

struct slow_budget {
	__u64 since_ns; /* when this second began */
	__u64 untold; /* since the begin: beyond the limit, or there was no room */
	__u64 unknown; /* likewise: calls that had no room for what they have called */
	__u32 cnt; /* in this second */
	__u32 pad;
};

struct slow_top {
	__u32 callee;
	__u32 cnt;
	__u64 ns; /* inclusive */
};

struct slow_wait {
	__u32 reason; /* see struct wait_key */
	__u32 cnt;
	__u64 ns; /* 0: this one is free */
};

/* What an open call has called, and what it and the calls in it have waited for. */
struct slow_known {
	__u64 start_ns; /* of the call, as in its frame: another one there is another call */
	struct slow_top tops[SLOW_TOPS];
	struct slow_wait waits[SLOW_WAITS];
};

/* Of the frames of one page: see struct frame_page. */
struct slow_page {
	struct slow_known calls[FRAMES_PER_PAGE];
};

struct slow_frame {
	__u32 callee;
	__u32 file; /* where it was called */
	__u32 line;
	__u32 pad;
};

/*
 * All times but the first are of the sub clock. Whose interpreter it is, the agent knows: the stack
 * of the programs has no room to find it out.
 */
struct slow {
	__u64 end_ns; /* CLOCK_MONOTONIC */
	__u64 ns;
	__u64 waited_ns; /* of that; 0 if waits are not recorded */
	__u32 interp;
	__u32 callee;
	__u32 tid; /* 0: not known */
	__u32 depth; /* open calls, with this one */
	__u32 cnt; /* frames */
	__u32 part; /* of the interpreter: see struct part */
	__u32 open; /* 1: it had not ended when its interpreter or the recording did */
	__u32 pad;
	struct slow_top tops[SLOW_TOPS];
	struct slow_wait waits[SLOW_WAITS];
	struct slow_frame frames[SLOW_FRAMES]; /* this call first, then who called it */
};

#endif
