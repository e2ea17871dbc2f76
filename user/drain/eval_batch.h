/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The evals of one collection. A map gives them in any order; profiles get them in the order of
 * their compilation, as an eval can be compiled by another.
 */
#ifndef NYTPROF_EVAL_BATCH_H
#define NYTPROF_EVAL_BATCH_H

#include <stddef.h>

struct eval;
struct eval_entry;
struct eval_key;
struct interps;
struct names;

/* All zero: empty. */
struct eval_batch {
	struct eval_entry *entries;
	size_t cnt;
	size_t room;
};

/* Copies both. -ENOMEM. */
int eval_batch_add(struct eval_batch *b, const struct eval_key *key, const struct eval *eval);

/*
 * Adds the evals to the profiles of their processes, and empties the batch. The source of each eval
 * is not needed in the maps any more. -ENOMEM: some are missing.
 */
int eval_batch_take(struct eval_batch *b, struct interps *interps, struct names *names);

void eval_batch_release(struct eval_batch *b);

#endif
