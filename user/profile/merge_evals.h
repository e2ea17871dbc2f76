/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Decides which evals of merged profiles are the same. A part of merge.h. */
#ifndef NYTPROF_MERGE_EVALS_H
#define NYTPROF_MERGE_EVALS_H

#include <stdint.h>

struct profile;
struct profile_file;

#define MERGE_DEPTH 64 /* nested evals; more, as in a circle, means a damaged profile */

struct merge_eval;
struct merge_place;

struct merge_evals {
	struct merge_eval *known; /* hash */
	struct merge_place *places; /* hash */
	uint32_t highest; /* number of all evals */
};

void merge_evals_release(struct merge_evals *e);

/*
 * The file in p for an eval of another profile. parent: the file in p of the eval's parent. NULL:
 * out of memory.
 */
struct profile_file *merge_evals_file(struct merge_evals *e, struct profile *p,
				      const struct profile_file *eval, uint32_t parent);

#endif
