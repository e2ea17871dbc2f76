/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * Names: strings, subs and string evals.  The BPF side stores them under ids, which the keys of
 * counts hold; user space looks up the ids that it meets.
 *
 * Three kinds of identity, all of them 32-bit ids that the BPF side makes by hashing what they
 * stand for, so that no counter has to be shared:
 *
 *   interp  the life of one interpreter in one process image; never used again
 *   string  the name of a file, package or sub; the same in all processes
 *   sub     package, name, defining file and line; the same in all processes
 *
 * An address in a target is never an identity: it only finds the id faster.
 */
#ifndef NYTPROF_SHARED_NAMES_H
#define NYTPROF_SHARED_NAMES_H

#include <linux/types.h>

#include "nytprof/limits.h"

/* Ids below this have a fixed meaning. */
#define ID_FIRST    16
#define SUB_RUNTIME 1 /* main::RUNTIME: top-level code at run time */
#define SUB_NULL    2 /* main::NULL: no sub, while compiling */
#define SUB_ENABLE  3 /* DB::enable_profile: with these a program steers its recording */
#define SUB_DISABLE 4 /* DB::disable_profile */
#define SUB_FINISH  5 /* DB::finish_profile */
#define SUB_AWAIT   6 /* DB::await_profile: is the file of the last one still to be written? */

/* A file whose name is "(eval N)" has no string; its id holds N. */
#define FILE_EVAL	0x80000000u

#define STRING_UTF8	1 /* perl's UTF-8 flag */
#define STRING_CUT	2 /* longer than STRING_MAX */
#define STRING_SOURCE	4 /* source of an eval; never shared with a name, as the agent removes it */
#define STRING_UNSTORED 8 /* only its hash is wanted: the string is not stored */

struct string_key {
	__u32 id;
	__u32 part; /* 0: the head */
};

struct string_head {
	__u64 hash[2];
	__u32 len; /* bytes, without a terminator */
	__u32 flags;
	char data[STRING_PART - 24];
};

struct string_part {
	union {
		struct string_head head;
		char data[STRING_PART];
	};
};

#define SUB_XSUB    1
#define SUB_ANON    2
#define SUB_LEXICAL 4
#define SUB_SYMBOL  8 /* called by a symbolic name: .name is what the program gave, .pkg is 0 */
#define SUB_SLOWOP  16 /* a builtin: .name is an enum slow_op, .pkg the caller's package */
#define SUB_STMTS   32 /* its lines are those of its statements: its compilation was not seen */
#define SUB_GROUPED 64 /* its calls are told apart by the value of an argument */

/*
 * A sub in a string eval: the id is this and a number, counted by interpreter and never used again.
 * User space takes them out at each collection, as it does the evals.
 */
#define SUB_OF_EVAL 0x80000000u

struct sub_key {
	__u32 interp;
	__u32 id;
};

/*
 * A sub was defined, whether it is called or not.  The agent removes the entry at each collection.
 */
struct sub_defined {
	__u64 at_ns; /* the time of the definition: the last definition of a name wins */
};

struct sub {
	__u32 pkg; /* string id, 0: unknown */
	__u32 name; /* string id, 0: unknown */
	__u32 file; /* the file of the first COP; 0 for an XSUB */
	__u32 line; /* first and last; see SUB_STMTS */
	__u32 last;
	__u32 interp; /* if the file is an eval, as each interpreter numbers its own; otherwise 0 */
	__u32 flags;
	__u32 arg; /* string id: it was called with this value; 0: this tells no calls apart */
};

/*
 * Which statement compiled string eval N of an interpreter.  User space takes them out at each
 * collection, and the pieces of source with them, so that a loop of evals has no end of room.
 */
struct eval_key {
	__u32 interp;
	__u32 seq;
};

#define EVAL_PIECES 16 /* how many pieces of STRING_MAX bytes are kept of the source of an eval */

enum eval_kind {
	EVAL_UNKNOWN,
	EVAL_TEXT,
	EVAL_IV, /* the source is a number, as in $VERSION = eval $VERSION */
	EVAL_NV,
};

struct eval {
	__u32 file;
	__u32 line;
	__u64 number; /* EVAL_IV, EVAL_NV: as perl has it */
	__u64 source; /* hash of what is known of the source; 0: nothing */
	__u32 kind;
	__u32 len; /* EVAL_TEXT: bytes of source */
	__u32 pieces[EVAL_PIECES]; /* string ids, 0: none */
};

/*
 * Where a relative file name was first met, as the id of the working directory then.  A forked
 * child knows what its parent knew: family is the first of them.
 */
struct cwd_key {
	__u32 family;
	__u32 file;
};

_Static_assert(sizeof(struct string_head) == STRING_PART, "a string's head is one part");

_Static_assert(sizeof(struct string_part) == STRING_PART, "");

_Static_assert(sizeof(struct eval) == 96, "no hidden padding");

_Static_assert(sizeof(struct sub) == 32, "no hidden padding");

#endif
