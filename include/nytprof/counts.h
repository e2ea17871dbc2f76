/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* What is counted: statements and calls. */
#ifndef NYTPROF_SHARED_COUNTS_H
#define NYTPROF_SHARED_COUNTS_H

#include <linux/types.h>

struct stmt_key {
	__u32 interp;
	__u32 file; /* string id, or FILE_EVAL | N */
	__u32 line;
	__u32 block_line; /* with blocks=1: the first line of the block, */
	/* and of the sub; otherwise 0.  With .sample_own: the id of the innermost sub, 0: none */
	__u32 sub_line;
	__u32 part; /* see struct part */
};

struct stmt {
	__u64 cnt;
	__s64 ns; /* exclusive; the noise of the clock can make it negative */
};

/*
 * What perl does between a trap and the next statement, in 1/2 ns; see bpf/clock/cost.bpf.h.  A
 * statement can end in two ways.
 */
struct costs {
	__u64 next; /* address of the COP that the first way leads to; 0: there is one way */
	__u32 cost; /* 0: unknown; with COST_AT_LEAST it may be more */
	__u32 other; /* of the second way */
};

/*
 * A statement and its count, where its COP's address finds it: all of it in one line of the
 * processor's cache.  What there is no slot for is counted by its key.
 */
#define STMT_SLOTS_LOG 15
#define STMT_SLOTS     (1u << STMT_SLOTS_LOG)

struct stmt_slot {
	__u64 cop;
	__u32 interp; /* whose it is; 0: nobody's */
	/* generation of that one's code in which the COP is known to be this one; 0: none */
	__u32 code;
	struct stmt count;
	struct costs costs;
	__u32 file;
	__u32 line; /* as the COP has it: 0 in code that perl made up */
	__u32 seq; /* cop_seq */
	__u32 part;
};

/*
 * A call, by the node of the calling-context tree it was made in, the calling
 * statement and the callee.  A node is the hash of the path of subs to it.
 */
struct call_key {
	__u64 parent; /* node of the caller */
	__u32 interp;
	__u32 caller; /* sub id */
	__u32 callee; /* sub id */
	__u32 file; /* of the calling statement */
	__u32 line;
	__u32 part;
};

struct call {
	__u64 cnt;
	__s64 incl_ns; /* inclusive time of the outermost calls of a sub */
	__s64 excl_ns;
	__s64 reci_ns; /* inclusive time of the recursive calls */
	__u32 rec_depth;
	__u32 pad;
};

/* How long those calls were off the processor; see include/nytprof/waits.h. */
struct call_wait {
	__s64 incl_ns; /* as in struct call */
	__s64 excl_ns;
	__s64 reci_ns;
	__u32 rec_depth;
	__u32 pad;
};

#define NODE_ROOT 0ull

/* Fill of the maps that are drained.  The agent drains early if it is high. */
struct pressure {
	__u64 stmts;
	__u64 calls;
	__u64 evals;
	__u64 eval_subs;
	__u64 defined;
	__u64 waits;
	__u64 kevents;
	__u64 refused; /* not 0: all tries to add the last new entry found no memory */
};

_Static_assert(sizeof(struct stmt_key) == 24, "no hidden padding");

_Static_assert(sizeof(struct stmt_slot) == 64, "a line of the cache");

_Static_assert(sizeof(struct call_key) == 32, "no hidden padding");

#endif
