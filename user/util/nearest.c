// SPDX-License-Identifier: GPL-2.0-or-later
/* Distances of names. */
#include "nearest.h"

#include <stdint.h>
#include <string.h>

/* How many letters must be added, dropped or changed to make one of the other (Levenshtein). */
static size_t distance(const char *a, const char *b)
{
	size_t len = strlen(b), row[64], i, j;

	if (len >= sizeof(row) / sizeof(row[0]))
		return SIZE_MAX;
	for (j = 0; j <= len; j++)
		row[j] = j;
	for (i = 0; a[i]; i++) {
		size_t diagonal = row[0];

		row[0] = i + 1;
		for (j = 0; j < len; j++) {
			size_t change = diagonal + (a[i] != b[j]);
			size_t best = row[j] < row[j + 1] ? row[j] + 1 : row[j + 1] + 1;

			diagonal = row[j + 1];
			row[j + 1] = change < best ? change : best;
		}
	}
	return row[len];
}

const char *nearest_name(const char *name, const char *(*nth)(size_t i))
{
	size_t least = (strlen(name) + 1) / 3 + 1, i;
	const char *best = NULL, *other;

	for (i = 0; (other = nth(i)); i++) {
		size_t d = distance(name, other);

		if (d < least) {
			least = d;
			best = other;
		}
	}
	return best;
}
