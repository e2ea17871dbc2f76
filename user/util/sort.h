/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef NYTPROF_SORT_H
#define NYTPROF_SORT_H

#include <stdlib.h>

/* qsort() of an array that may be NULL if it has no elements. C11 7.22.5 forbids NULL there. */
static inline void sort(void *all, size_t cnt, size_t size,
			int (*compare)(const void *a, const void *b))
{
	if (cnt > 1)
		qsort(all, cnt, size, compare);
}

/* bsearch(), in the same way. */
static inline void *find_sorted(const void *key, const void *all, size_t cnt, size_t size,
				int (*compare)(const void *a, const void *b))
{
	return cnt ? bsearch(key, all, cnt, size, compare) : NULL;
}

#endif
