/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Totals of the whole program, from a profile of windows (profile/estimates.h). What is not known of the
 * price of probes (figures/probe_errors.h) can make them wrong, too:
 *
 *   counts  are by the program's own time in the windows. If a quarter of it or more is in doubt, for the
 *           price of probes or as the program waited, the totals of counts are not known. Nor are their
 *           shares: a window has as many statements of a slow phase as of a quick one.
 *   times   are shares of that time. An error of the price changes a part and the whole alike, so far
 *           as they have as many probes for their time.
 */
#ifndef NYTPROF_RUN_TOTALS_H
#define NYTPROF_RUN_TOTALS_H

#include <stdbool.h>
#include <stdint.h>

#include "profile/estimates.h"

struct probe_errors;
struct profile;

struct run_totals {
	bool counts; /* they are known */
	double unknown; /* part of the time that is in no line; 0: less than a hundredth */
	double probes; /* error of all probes: a part of the time of the windows */
};

/* error: 0.1 is a tenth; 0: it is exact, or not known */
struct run_total {
	double value;
	double error;
};

/* What the whole_ns of all windows are of the whole program; without windows the same. */
int64_t run_whole_ns(const struct profile *p, int64_t whole_ns);

void run_totals_make(struct run_totals *r, const struct profile *p, const struct probe_errors *e);

/* of: NULL: not estimated. cnt: in the windows; that is the value where totals are not known. */
struct run_total run_cnt(const struct run_totals *r, const struct estimate *of, uint64_t cnt);

/* As a table shows it: three digits of an estimate. */
uint64_t run_cnt_rounded(const struct run_totals *r, const struct run_total *run);

/* ns: in the windows, with the error of its probes. */
struct run_total run_ns(const struct run_totals *r, const struct estimate *of,
			enum estimate_value value, int64_t ns, int64_t error_ns);

#endif
