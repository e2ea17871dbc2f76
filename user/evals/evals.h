/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * String evals: which of them share a file of the profile.
 *
 * Each has one of its own, as NYTProf has it, up to EVALS_APART at one place.  Of those that come
 * after them, one whose source is known at that place joins the first with that source; another
 * gets a file of its own while there are fewer than EVALS_FILES at the place, and after that
 * joins all the rest in one last file.  The stock reader does the same when it loads a profile, from 200
 * different sources on (Devel::NYTProf::Data 6.12, collapse_evals_in).
 *
 * So what is kept grows with the places, not with the evals, but for four bytes of each of the
 * latest (numbers.h), which say where it belongs.
 */
#ifndef NYTPROF_EVALS_H
#define NYTPROF_EVALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nytprof/names.h"

#define EVALS_APART	  1000u
#define EVALS_FILES	  2000u
#define EVALS_NESTED	  64u /* within each other, that are followed into the parent */
#define EVALS_GENERATIONS 128u /* of forks */
#define EVALS_ALL	  50000u /* files of a process; from there on evals join others where they can */
#define SOURCES_MAX	  (64u << 20) /* bytes of source that are kept of one process's evals */
/*
 * Of the evals of one user, and of all: source, and what else is kept of each file.  A service is often given 1 GB.
 * Workers that were forked share what their parent has.
 */
#define EVALS_OF_USER  (192u << 20)
#define EVALS_OF_ALL   (384u << 20)
#define EVAL_FILE_SIZE 768u /* about, with the profile's part of it */
#define EVAL_NO_FILE   UINT32_MAX

struct eval_file {
	uint32_t file; /* where it was executed: string id, FILE_EVAL | number; 0: unknown */
	uint32_t line;
	uint32_t seq; /* of the first, which gives the name */
	uint64_t source; /* hash of its source; 0: unknown */
	bool has_source; /* perl had one */
	bool rest; /* for evals of any source */
	const char *text; /* the first one's; NULL: not kept */
	size_t len;
	uint64_t evals;
};

struct evals;

/*
 * parent: that of the process which forked this one, with its interpreter; else NULL.  What the
 * parent has is known to the child, which keeps it, up to EVALS_GENERATIONS of them: a program may fork, and end, as
 * often as it likes.  NULL: no memory.
 */
struct evals *evals_new(struct evals *parent, uint32_t parent_interp, uint64_t forked_at);
void evals_free(struct evals *e);

/* Takes what it keeps from a user's allowance, which lives longer. */
struct allowance;
void evals_charge(struct evals *e, struct allowance *allowance, uint32_t user);

/* For another profile of the same process: one more that is to free it. */
struct evals *evals_share(struct evals *e);

/*
 * An interpreter of the process was made as a clone of another one: evals up to the number seq, which it has not
 * compiled itself, are the other one's.  -ENOMEM.
 */
int evals_clone(struct evals *e, uint32_t interp, uint32_t from, uint32_t seq);

/*
 * The number of an eval's file, decided when it is first asked for: in the order of their compilation, so
 * that the result is the same each time.  EVAL_NO_FILE: no memory.
 */
uint32_t evals_add(struct evals *e, const struct eval_key *key, const struct eval *eval);
uint32_t evals_find(struct evals *e, const struct eval_key *key); /* EVAL_NO_FILE: unknown */

/* A sub whose code is in an eval; those of evals that share a file are one if all else is equal. */
int evals_add_sub(struct evals *e, const struct sub_key *key, const struct sub *sub);

uint32_t evals_sub_number(struct evals *e, const struct sub_key *key); /* EVAL_NO_FILE: unknown */

/* Its .file is the number of the file; NULL: unknown. */
const struct sub *evals_sub(const struct evals *e, uint32_t number);

/* That a sub was defined, in an eval or not.  -ENOMEM. */
int evals_define(struct evals *e, const struct sub_key *key, uint64_t at);

/* Was it compiled by the name that it has?  Of subs in evals of the process that forked this one that is not known: true. */
bool evals_has_defined(struct evals *e, const struct sub_key *key);

struct defined_sub {
	uint32_t id; /* sub id; SUB_OF_EVAL | number */
	uint64_t at;
};

/*
 * All that were defined, by the process and before it was forked, in that order; an array that the
 * caller frees.  NULL: no memory.
 */
struct defined_sub *evals_defined(struct evals *e, size_t *cnt);

/* Valid until the next evals_add. */
const struct eval_file *evals_file(const struct evals *e, uint32_t number);

/* Does a file lack its text, though it might be had? */
bool evals_wants_text(const struct evals *e, uint32_t number);

/*
 * Takes the text over; it lives as long as e.  -ENOSPC: the user has no room for it, -ENOMEM; then it is freed.
 */
int evals_set_text(struct evals *e, uint32_t number, char *text, size_t len);

/* For each text that is kept, its own first, then those of the processes that it was forked from; false: no more of them. */
void evals_each_text(const struct evals *e, bool (*each)(void *arg, const char *text, size_t len),
		     void *arg);

/* An interpreter has ended. */
void evals_drop(struct evals *e, uint32_t interp);

/* Some may be unknown because they are of a process too many forks ago. */
bool evals_are_cut(const struct evals *e);

/* How many evals share a file with an earlier one. */
uint64_t evals_merged(const struct evals *e);

#endif
