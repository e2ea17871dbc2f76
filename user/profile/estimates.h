/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What some windows of time tell of a whole program (--mode=burst). In a window all is counted, and
 * between two windows nothing. Each window stands for the time around it, T, up to the middle
 * between it and the next one, by the clock of the program's own processor time. If it has a count
 * or time x in its own time t, then T x / t is that of the whole T. The sum over all windows, by
 * that of T, is a ratio estimator (Cochran, Sampling Techniques, 1977, 6.3). Its product with the
 * time of the program is the total. How much the windows differ tells its error, half of an
 * interval that has the true total in 95 of 100 cases.
 *
 * So a phase with many probes, which does little in a window, has the weight of its time. And one
 * that costs little has no greater weight for its windows that follow each other sooner.
 *
 * The time t is the processor time of a window without its probes. That of a time x has waits, too.
 * The price of the probes is not wholly known (profile/price.h). So t has a least and a most, and
 * where probes take nearly all of a window these lie far from each other: the least is what so many
 * statements take at the very least. t is taken for their geometric mean. An error has what a count
 * would be with all the least and with all the most times. If they are far from each other for a
 * great part of the program, the totals of counts are not known (figures/run_totals.h).
 *
 * The statement that is under way when a window opens is not recorded. But the one that is under
 * way when it closes is recorded up to its end, so all statements have a fair chance. Those that
 * are far longer than a window are cut short. What the windows miss then may be any line's: the
 * errors of times have it.
 *
 * What ran in no window is not known at all.
 */
#ifndef NYTPROF_ESTIMATES_H
#define NYTPROF_ESTIMATES_H

#include <stdint.h>
#include <uthash.h>

struct profile;

enum estimate_value {
	ESTIMATE_CNT, /* executions of a line, calls of a sub */
	ESTIMATE_NS, /* its exclusive time, */
	ESTIMATE_INCL, /* and the inclusive one of a sub */
	ESTIMATE_LEAST, /* the count, if each window has the most time of its own that it can have, */
	ESTIMATE_MOST, /* or the least */
	ESTIMATE_VALUES,
};

struct estimate_id {
	uint32_t fid; /* of a line; 0: it is a sub */
	uint32_t nr; /* the line, or the id of the sub */
};

/* Of one thing, or of the whole: sums over windows. */
struct window_sums {
	int64_t last[ESTIMATE_VALUES]; /* at the end of the last window */
	unsigned in; /* windows that have any of it */
	double open[ESTIMATE_VALUES]; /* of the last window, which is still to be added with its weight, */
	double sums[ESTIMATE_VALUES]; /* of what was added in each, weighted, */
	double squares[ESTIMATE_VALUES]; /* and squared, */
	double products[ESTIMATE_VALUES]; /* and multiplied by what the whole has in it */
};

struct estimate {
	struct estimate_id id;
	struct window_sums windows;
	double totals[ESTIMATE_VALUES]; /* of the whole program: up to ESTIMATE_INCL */
	double errors[ESTIMATE_VALUES]; /* 0.1: it is 10 % greater or less */
	UT_hash_handle hh;
};

struct estimates {
	unsigned windows;
	double all_ns; /* processor time of the program, without the probes */
	double doubt; /* part of the windows' time that may not be the program's own */
	double unknown; /* part of the windows' time that is in no line, as statements were cut short */
	double before_ns; /* that the last window stands for, so far */
	double doubt_open,
		missing_open; /* of the last window: the doubt, and what is in no line, */
	double doubt_ns, missing_ns; /* and of all before it, weighted */
	double missing_squares; /* the latter of each of them, squared */
	int64_t calls; /* of all subs, at the end of the last window */
	struct window_sums whole; /* all statements, and their time */
	struct estimate *all; /* hash */
};

void estimates_free(struct estimates *e); /* NULL: nothing */

/* Sets what a line (fid) or a sub (fid 0) has, and makes p->estimates. -ENOMEM. */
int estimates_set(struct profile *p, const struct estimate_id *id,
		  const double totals[ESTIMATE_VALUES], const double errors[ESTIMATE_VALUES]);

/* What p has, or a new one. NULL: out of memory. */
struct estimates *estimates_make(struct profile *p);
struct estimate *estimates_get(struct estimates *e, const struct estimate_id *id); /* likewise */

/* NULL: it is no estimate. */
const struct estimate *estimates_find(const struct profile *p, uint32_t fid, uint32_t nr);

#endif
