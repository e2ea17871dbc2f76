/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the subs and lines of one side take in a run. */
#ifndef NYTPROF_DIFF_VALUES_H
#define NYTPROF_DIFF_VALUES_H

#include <stdint.h>
#include <uthash.h>

#include "diff/diff.h"

struct line_value {
	struct {
		uint32_t fid;
		uint32_t line;
	} id; /* of the sum of the side */
	struct diff_value value;
	size_t seen; /* in so many runs */
	UT_hash_handle hh;
};

struct values {
	struct diff_value *subs; /* by sub id of the sum */
	struct line_value *lines; /* hash */
	struct diff_value stmts;
	struct diff_value calls;
};

int values_make(struct values *v, const struct diff_side *side); /* -ENOMEM */
void values_release(struct values *v);
const struct line_value *values_line(const struct values *v, uint32_t fid, uint32_t line);

#endif
