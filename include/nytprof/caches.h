/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * Caches by address: the kernel may evict any of their entries.  Each value begins with what its
 * key gives: see bpf/state/lru.bpf.h.
 */
#ifndef NYTPROF_SHARED_CACHES_H
#define NYTPROF_SHARED_CACHES_H

#include <linux/types.h>

#include "nytprof/counts.h"
#include "nytprof/names.h"

struct cop_key {
	__u64 cop;
	__u64 file; /* address of the name or of the GV */
	__u32 interp;
	__u32 seq; /* cop_seq: grows with each compilation, so outlives the address */
	__u32 line;
	__u32 pad;
};

struct cv_key {
	__u64 code; /* root op; for an XSUB its CV */
	/*
	 * address of the GV or HEK; with what callee_identity() says of a name, in the upper half
	 */
	__u64 name;
	__u32 interp;
	__u32 seq; /* cop_seq of the first COP; an XSUB: low half of the function's address */
};

/*
 * A flag in the id of a cached XSUB: its name is AUTOLOAD.  Ids of subs in evals use the same bit;
 * they are no XSUBs.
 */
#define XSUB_AUTOLOAD SUB_OF_EVAL

struct known_cv {
	__u32 check;
	__u32 id; /* of the sub */
};

/* The op that runs, and PL_curcop with its cop_seq. */
struct enclosing_cop_key {
	__u64 op;
	__u64 curcop;
	__u32 interp;
	__u32 seq;
};

struct known_enclosing_cop {
	__u32 check;
	__u32 pad;
	__u64 cop; /* the COP of the statement that encloses the op */
};

/* Where a statement is. */
struct place {
	__u32 file; /* 0: unknown */
	__u32 line;
	__u32 block_line; /* these two as in struct stmt_key */
	__u32 sub_line;
};

/* The cached facts about a COP. */
struct known_cop {
	__u32 check;
	__u32 pad;
	struct place place;
	struct costs costs; /* of its statement */
};

/* Where the sub that is being parsed began; by the savestack's height, which start_subparse
 * returns and newATTRSUB is given. */
struct subparse_key {
	__u32 interp;
	__s32 floor;
};

struct known_subparse {
	__u32 check;
	__u32 line;
};

/* Lines of a sub whose compilation was seen, by its first COP. */
struct sub_lines_key {
	__u64 cop;
	__u32 interp;
	__u32 seq;
};

struct sub_lines {
	__u32 first; /* the line of the word sub, or use */
	__u32 last; /* the line of the closing brace, */
	__u32 file; /* and the file at that brace, as for NYTProf (op.c, newATTRSUB, 5.36) */
};

struct known_lines {
	__u32 check;
	struct sub_lines lines;
};

struct known_cwd {
	__u32 check;
	__u32 cwd; /* string id */
};

_Static_assert(sizeof(struct cop_key) == 32, "no hidden padding");

_Static_assert(sizeof(struct cv_key) == 24, "no hidden padding");

_Static_assert(sizeof(struct enclosing_cop_key) == 24, "no hidden padding");

#endif
