/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What some windows of time tell of a whole program (--mode=burst). In a window all is counted, and
 * between two windows nothing. The share of a line or sub in all windows is an estimate of its share in
 * the program: a ratio estimator (Cochran, Sampling Techniques, 1977, 6.3). How much the windows differ
 * tells its error, half of an interval that has the true share in 95 of 100 cases.
 *
 * What ran in no window is not known at all. Nor is how often a line ran outside of them: a program
 * that stops at each statement does less in a window than in as much time between two, and the prices
 * of probes are not known well enough to tell how much less.
 */
#ifndef NYTPROF_ESTIMATES_H
#define NYTPROF_ESTIMATES_H

#include <stdint.h>
#include <uthash.h>

struct profile;

enum estimate_value {
	ESTIMATE_CNT, /* executions of a line, calls of a sub: of all statements */
	ESTIMATE_NS, /* its exclusive time: of the time of all statements */
	ESTIMATE_INCL, /* and the inclusive one of a sub: likewise */
	ESTIMATE_VALUES,
};

struct estimate_id {
	uint32_t fid; /* of a line; 0: it is a sub */
	uint32_t nr; /* the line, or the id of the sub */
};

struct estimate {
	struct estimate_id id;
	int64_t last[ESTIMATE_VALUES]; /* at the end of the last window */
	double squares[ESTIMATE_VALUES]; /* sums over windows: of what one has, squared, */
	double products[ESTIMATE_VALUES]; /* and multiplied by what all lines have in it */
	double errors[ESTIMATE_VALUES]; /* 0.1: the share is 10 % greater or less */
	UT_hash_handle hh;
};

struct estimates {
	unsigned windows;
	double all_ns; /* processor time of the program, without the probes */
	int64_t last[ESTIMATE_VALUES]; /* of all statements, as in struct estimate */
	double squares[ESTIMATE_VALUES];
	struct estimate *all; /* hash */
};

void estimates_free(struct estimates *e); /* NULL: nothing */

/* Sets the errors of a line (fid) or of a sub (fid 0), and makes p->estimates. -ENOMEM. */
int estimates_set(struct profile *p, const struct estimate_id *id,
		  const double errors[ESTIMATE_VALUES]);

/* What p has, or a new one. NULL: out of memory. */
struct estimates *estimates_make(struct profile *p);
struct estimate *estimates_get(struct estimates *e, const struct estimate_id *id); /* likewise */

/* NULL: it is no estimate. */
const struct estimate *estimates_find(const struct profile *p, uint32_t fid, uint32_t nr);

#endif
