/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* The shadows' stacks of open calls. */
#ifndef NYTPROF_SHARED_FRAMES_H
#define NYTPROF_SHARED_FRAMES_H

#include <linux/types.h>

#include "nytprof/caches.h"

/* A shadow is found by the address of its interpreter. */
struct shadow_key {
	__u64 base;
	__u32 tgid;
	__u32 pad;
};

#define FRAME_XSUB 1 /* no context of its own: ends when the C function returns */
/*
 * The callee is to be taken from the context that the call will push.  Until then it is the one
 * that was asked for, if that has a name.
 */
#define FRAME_UNKNOWN  2
#define FRAME_SEEDED   4 /* under way when the probes were set: its time is recorded, but no call */

#define FRAME_RETURNED 16 /* its context is popped next; only destructors can run before that */
#define FRAME_COVERED  32 /* open calls above it were lost */
#define FRAME_SLOWOP   8 /* with FRAME_XSUB: a builtin */
#define FRAME_LONG     64 /* it was busy for long, and that was told: see sample/longs.bpf.h */
#define FRAME_UNSURE   128 /* its place is perhaps that of another file: see sample/walk.bpf.h */

/* An open call. */
struct frame {
	__u64 level; /* see calls/frame.bpf.h */
	__u64 si;
	__u64 cv; /* FRAME_XSUB: the stack pointer at the probed function that called it */
	__u64 node;
	__u64 start_ns; /* sub clock */
	__u64 left_ns; /* sub clock when control left it; its context is still there */
	__s64 below_ns; /* inclusive time of the calls that it made */
	__u64 cop; /* PL_curcop at the call, and again behind it */
	__u32 caller; /* sub ids */
	__u32 callee;
	__u32 file; /* of the calling statement */
	__u32 line;
	union {
		/* the statement that goes on behind the call; nearly always the calling one */
		struct place resume;
		/* in sample mode: when it was first seen (0: nobody asks), and the ticks until then */
		struct {
			__u64 since_ns;
			__u64 ticks;
		} seen;
	};
	__u32 rec; /* CvDEPTH before the call; 0: the outermost */
	__u16 flags;
	__u16 announced; /* number, plus 1, of the part in which it is announced */
	__u64 wait_start_ns; /* wait clock */
	__s64 wait_below_ns; /* waiting of the calls that it made */
	__u64 pad; /* PL_curpad of what called it, and goes on behind it; 0: not known */
};

struct frame_key {
	__u32 interp;
	__u32 stack; /* see struct stack */
	__u32 page;
};

/* The stackinfo at the bottom of a perl stack. */
struct stack_key {
	__u64 si;
	__u32 interp;
	__u32 pad;
};

/*
 * One of the perl stacks of an interpreter that has several (Coro), while another one runs.  An
 * interpreter has no entry here as long as it has but one stack.
 */
struct stack {
	__u64 next; /* key of another one of the interpreter, 0: none */
	__u64 sub_ns; /* the sub clock, which stands still */
	__u32 nr; /* 0: the first; of its frames' keys */
	__u32 depth; /* calls that are open */
};

#define FRAMES_PER_PAGE 32 /* calls in one page of a shadow stack */

struct frame_page {
	struct frame frames[FRAMES_PER_PAGE];
};

_Static_assert(sizeof(struct frame) == 128, "no hidden padding");

#endif
