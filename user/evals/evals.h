/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which string evals share a file of the profile.
 *
 * As in NYTProf, each eval has its own file, up to EVALS_APART evals at one place. A later eval
 * joins the first one with the same source at that place. If its source is new or unknown, it gets
 * its own file while the place has fewer than EVALS_FILES files. After that, all others share one
 * last file. NYTProf's reader does the same when it loads a profile, from 200 different sources on
 * (Devel::NYTProf::Data 6.12, collapse_evals_in).
 *
 * So memory grows with the places and not with the evals, except for four bytes for each of the
 * latest evals (numbers.h), which name its file.
 */
#ifndef NYTPROF_EVALS_H
#define NYTPROF_EVALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nytprof/names.h"

#define EVALS_APART	  1000u
#define EVALS_FILES	  2000u
#define EVALS_NESTED	  64u /* nested evals that are followed to their parent */
#define EVALS_GENERATIONS 128u /* generations of forks */
/* files of a process; after that, evals share files where they can */
#define EVALS_ALL   50000u
#define SOURCES_MAX (64u << 20) /* bytes of source that are kept for one process's evals */
/*
 * Bytes for the evals of one user, and of all: source, and the rest that is kept of each file. A
 * service often has a limit of 1 GB. Forked workers share what their parent has.
 */
#define EVALS_OF_USER  (192u << 20)
#define EVALS_OF_ALL   (384u << 20)
#define EVAL_FILE_SIZE 768u /* approximate bytes, with the file's share of the profile */
#define EVAL_NO_FILE   UINT32_MAX

struct eval_file {
	uint32_t file; /* where it was executed: a string id, or FILE_EVAL | number; 0: unknown */
	uint32_t line;
	uint32_t seq; /* of the first eval, which gives the name */
	uint64_t source; /* hash of its source; 0: unknown */
	bool has_source; /* perl had the source */
	bool rest; /* for evals of any source */
	const char *text; /* source of the first eval; NULL: not kept */
	size_t len;
	uint64_t evals;
};

struct evals;

/*
 * parent: the evals of the process that forked this one, with its interpreter, or NULL. The child
 * also knows the parent's evals and keeps the parent alive, up to EVALS_GENERATIONS generations,
 * because a program may fork and end any number of times. NULL: out of memory.
 */
struct evals *evals_new(struct evals *parent, uint32_t parent_interp, uint64_t forked_at);
void evals_free(struct evals *e);

/* Charges the memory that e uses to a user's allowance, which must live longer than e. */
struct allowance;
void evals_charge(struct evals *e, struct allowance *allowance, uint32_t user);

/* Adds an owner, for another profile of the same process. Each owner calls evals_free(). */
struct evals *evals_share(struct evals *e);

/*
 * An interpreter was made as a clone of another one in this process. Evals up to number seq that it
 * has not compiled itself belong to the other one. -ENOMEM.
 */
int evals_clone(struct evals *e, uint32_t interp, uint32_t from, uint32_t seq);

/*
 * The number of an eval's file. The first call for an eval decides it. Make these calls in the
 * order of compilation, so that the result is always the same. EVAL_NO_FILE: out of memory.
 */
uint32_t evals_add(struct evals *e, const struct eval_key *key, const struct eval *eval);
uint32_t evals_find(struct evals *e, const struct eval_key *key); /* EVAL_NO_FILE: unknown */

/*
 * Adds a sub whose code is in an eval. Subs of evals that share a file are one sub if all else is
 * equal.
 */
int evals_add_sub(struct evals *e, const struct sub_key *key, const struct sub *sub);

uint32_t evals_sub_number(struct evals *e, const struct sub_key *key); /* EVAL_NO_FILE: unknown */

/* Its .file is the number of the file; NULL: unknown. */
const struct sub *evals_sub(const struct evals *e, uint32_t number);

/* Notes that a sub was defined, in an eval or not. -ENOMEM. */
int evals_define(struct evals *e, const struct sub_key *key, uint64_t at);

/*
 * Was it compiled by the name that it has? True also for subs in evals of the process that forked
 * this one, where this is not known.
 */
bool evals_has_defined(struct evals *e, const struct sub_key *key);

struct defined_sub {
	uint32_t id; /* sub id; SUB_OF_EVAL | number */
	uint64_t at;
};

/*
 * All defined subs in the order of definition, also those from before the fork. The caller frees
 * the array. NULL: out of memory.
 */
struct defined_sub *evals_defined(struct evals *e, size_t *cnt);

/* Valid until the next evals_add. */
const struct eval_file *evals_file(const struct evals *e, uint32_t number);

/* Does a file have no text, although the text might be available? */
bool evals_wants_text(const struct evals *e, uint32_t number);

/*
 * Takes over the text, which then lives as long as e. If it fails, the text is freed. -ENOSPC: the
 * user's allowance has no room for it. -ENOMEM.
 */
int evals_set_text(struct evals *e, uint32_t number, char *text, size_t len);

/*
 * Calls each for every kept text, first this process's own, then those of the processes that it was
 * forked from. Stops when each returns false.
 */
void evals_each_text(const struct evals *e, bool (*each)(void *arg, const char *text, size_t len),
		     void *arg);

/* An interpreter has ended. */
void evals_drop(struct evals *e, uint32_t interp);

/* Are some evals unknown because they are of a process too many forks ago? */
bool evals_are_cut(const struct evals *e);

/* How many evals share a file with an earlier one. */
uint64_t evals_merged(const struct evals *e);

#endif
