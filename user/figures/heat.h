/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How much a value stands out among its like: how far its logarithm is above the median, in median
 * absolute deviations of the logarithms. Values of 0 do not count. The terminal and the page of
 * HTML colour by it.
 *
 * nytprofhtml 6.12 compares the values themselves (calculate_median_absolute_deviation of
 * Devel::NYTProf::Util) with limits of 0.5, 1 and 2 deviations. Times of lines span six orders of
 * magnitude, so its hottest colour then has 38 % of the lines of perlcritic and of a small server.
 * Logarithms and these limits give it to 1.3 % and 0.2 %, with 53 % and 28 % of the time.
 */
#ifndef NYTPROF_HEAT_H
#define NYTPROF_HEAT_H

#include <stddef.h>
#include <stdint.h>

struct profile;

enum heat {
	HEAT_NONE, /* 0, or there is nothing to compare with */
	HEAT_COLD,
	HEAT_WARM,
	HEAT_HOT,
	HEAT_HOTTEST,
};

#define HEAT_LIMITS 3

struct heat_scale {
	double above[HEAT_LIMITS]; /* what is above is warm, hot, hottest; 0: there are no values */
};

/* Sorts and changes the values. */
struct heat_scale heat_scale(int64_t *values, size_t cnt);
enum heat heat_of(const struct heat_scale *scale, int64_t value);

/* The time of lines, and that of one execution of them, among all lines of a profile. In ns. */
struct line_heat {
	struct heat_scale time;
	struct heat_scale each;
};

/* -ENOMEM. */
int line_heat_make(struct line_heat *heat, const struct profile *p);

/* The time of one of cnt; 0 of none. */
int64_t ns_each(int64_t ns, uint64_t cnt);

#endif
