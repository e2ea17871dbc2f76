// SPDX-License-Identifier: GPL-2.0-or-later
#include "figures/heat.h"

#include <stdlib.h>

#include "util/sort.h"

static int compare(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

static double median(int64_t *values, size_t cnt)
{
	sort(values, cnt, sizeof(*values), compare);
	return cnt % 2 ? (double)values[cnt / 2] :
			 ((double)values[cnt / 2 - 1] + (double)values[cnt / 2]) / 2;
}

struct heat_scale heat_scale(int64_t *values, size_t cnt)
{
	struct heat_scale scale = {};
	size_t kept = 0, i;

	for (i = 0; i < cnt; i++) {
		if (values[i] > 0)
			values[kept++] = values[i];
	}
	if (!kept)
		return scale;
	scale.median = median(values, kept);
	for (i = 0; i < kept; i++) {
		double off = (double)values[i] - scale.median, distance = off < 0 ? -off : off;

		values[i] = distance < 9e18 ? (int64_t)distance : INT64_MAX;
	}
	scale.deviation = median(values, kept);
	return scale;
}

enum heat heat_of(const struct heat_scale *scale, int64_t value)
{
	double beyond = (double)value - scale->median;

	if (value <= 0 || scale->median <= 0)
		return HEAT_NONE;
	if (beyond <= 0.5 * scale->deviation)
		return HEAT_COLD;
	if (beyond <= scale->deviation)
		return HEAT_WARM;
	return beyond <= 2 * scale->deviation ? HEAT_HOT : HEAT_HOTTEST;
}
