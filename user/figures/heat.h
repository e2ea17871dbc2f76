/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How much a value stands out among its like: by how many median absolute deviations it exceeds
 * their median. The limits are those of nytprofhtml 6.12: 0.5, 1 and 2. Values of 0 do not count.
 */
#ifndef NYTPROF_HEAT_H
#define NYTPROF_HEAT_H

#include <stddef.h>
#include <stdint.h>

enum heat {
	HEAT_NONE, /* 0, or there is nothing to compare with */
	HEAT_COLD,
	HEAT_WARM,
	HEAT_HOT,
	HEAT_HOTTEST,
};

struct heat_scale {
	double median;
	double deviation; /* the median of the distances from the median */
};

/* Sorts and changes the values. */
struct heat_scale heat_scale(int64_t *values, size_t cnt);
enum heat heat_of(const struct heat_scale *scale, int64_t value);

#endif
