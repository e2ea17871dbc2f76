// SPDX-License-Identifier: GPL-2.0-or-later
#include "figures/heat.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "profile/profile.h"
#include "util/cleanup.h"
#include "util/sort.h"

#define SPREAD_LEAST 1.1 /* a factor: among values that are nearly equal, few stand out */

static const double limits[HEAT_LIMITS] = { 2, 3, 3.5 };

static int compare(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/*
 * The factor around the median that half of the sorted values are within: the exponential of the
 * median absolute deviation of their logarithms.
 */
static double spread(const int64_t *values, size_t cnt)
{
	const double middle = (double)values[cnt / 2];
	size_t below = cnt / 2, above = cnt / 2, i;
	double factor = 1;

	for (i = 0; i <= cnt / 2; i++) {
		double up = above < cnt ? (double)values[above] / middle : INFINITY;
		double down = below ? middle / (double)values[below - 1] : INFINITY;

		factor = up < down ? up : down;
		if (up < down)
			above++;
		else
			below--;
	}
	return factor > SPREAD_LEAST ? factor : SPREAD_LEAST;
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
	sort(values, kept, sizeof(*values), compare);
	for (i = 0; i < HEAT_LIMITS; i++)
		scale.above[i] = (double)values[kept / 2] * pow(spread(values, kept), limits[i]);
	return scale;
}

enum heat heat_of(const struct heat_scale *scale, int64_t value)
{
	int heat = HEAT_COLD;

	if (value <= 0 || scale->above[0] <= 0)
		return HEAT_NONE;
	while (heat < HEAT_HOTTEST && (double)value > scale->above[heat - HEAT_COLD])
		heat++;
	return (enum heat)heat;
}

int64_t ns_each(int64_t ns, uint64_t cnt)
{
	return cnt && cnt <= INT64_MAX ? ns / (int64_t)cnt : 0;
}

static size_t collect(const struct profile *p, int64_t *times, int64_t *each)
{
	size_t cnt = 0, i;
	uint32_t nr;

	for (i = 0; i < p->file_cnt; i++) {
		const struct profile_file *file = p->files[i];

		for (nr = profile_next_line(file, 0); nr != LINE_NONE;
		     nr = profile_next_line(file, nr + 1), cnt++) {
			struct profile_line line = profile_line(file, nr);

			if (!times)
				continue;
			times[cnt] = line.ns;
			each[cnt] = ns_each(line.ns, line.cnt);
		}
	}
	return cnt;
}

int line_heat_make(struct line_heat *heat, const struct profile *p)
{
	const size_t cnt = collect(p, NULL, NULL);
	int64_t *times __cleanup(free_ptr) = calloc(cnt + 1, sizeof(*times));
	int64_t *each __cleanup(free_ptr) = calloc(cnt + 1, sizeof(*each));

	if (!times || !each)
		return -ENOMEM;
	collect(p, times, each);
	heat->time = heat_scale(times, cnt);
	heat->each = heat_scale(each, cnt);
	return 0;
}
