/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sums of a profile by sub and by file. Arrays are the caller's. NULL: out of memory. */
#ifndef NYTPROF_SUMS_H
#define NYTPROF_SUMS_H

#include <stddef.h>
#include <stdint.h>

#include "profile/profile.h"

/* Of all calls of a sub, by sub id. One that was not called has zeros. */
struct profile_counts *sub_sums(const struct profile *p);

struct file_sum {
	const struct profile_file *file;
	uint64_t lines; /* with an executed statement */
	uint64_t stmts; /* executed */
	int64_t ns;
	int64_t wait_ns;
};

/*
 * By fid - 1. with_evals: a string eval counts for the file that it is in, through evals in evals,
 * and has zeros itself.
 */
struct file_sum *file_sums(const struct profile *p, bool with_evals);

/*
 * The file that a string eval is in, through evals in evals; changes line to that of the outermost
 * eval. The file itself if it is no eval.
 */
const struct profile_file *place_in_file(const struct profile *p, const struct profile_file *file,
					 uint32_t *line);

#endif
