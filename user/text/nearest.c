// SPDX-License-Identifier: GPL-2.0-or-later
/* Distances of names. */
#include "text/nearest.h"

#include <stdint.h>
#include <string.h>

#define NAME_MAX_LEN 63

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/*
 * How many letters must be added, dropped, changed, or swapped with the next one to make one of the
 * other: the distance of Damerau and Levenshtein, where no letter is touched twice.
 */
static size_t distance(const char *a, const char *b)
{
	size_t rows[3][NAME_MAX_LEN + 1], len = strlen(b), i, j;

	if (len > NAME_MAX_LEN)
		return SIZE_MAX;
	for (j = 0; j <= len; j++)
		rows[0][j] = j;
	for (i = 0; a[i]; i++) {
		const size_t *above = rows[i % 3], *above_that = rows[(i + 2) % 3];
		size_t *row = rows[(i + 1) % 3];

		row[0] = i + 1;
		for (j = 0; j < len; j++) {
			row[j + 1] =
				least(above[j] + (a[i] != b[j]), least(row[j], above[j + 1]) + 1);
			if (i && j && a[i] == b[j - 1] && a[i - 1] == b[j])
				row[j + 1] = least(row[j + 1], above_that[j - 1] + 1);
		}
	}
	return rows[i % 3][len];
}

const char *nearest_name(const char *name, const char *(*nth)(size_t i))
{
	size_t nearest = (strlen(name) + 1) / 3 + 1, i;
	const char *best = NULL, *other;

	for (i = 0; (other = nth(i)); i++) {
		size_t d = distance(name, other);

		if (d < nearest) {
			nearest = d;
			best = other;
		}
	}
	return best;
}
