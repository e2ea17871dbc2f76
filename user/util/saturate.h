/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sums that stay at the limit of their type: a file may contain any numbers. */
#ifndef NYTPROF_SATURATE_H
#define NYTPROF_SATURATE_H

#include <stdint.h>

static inline void saturate_ns(int64_t *sum, int64_t ns)
{
	if (__builtin_add_overflow(*sum, ns, sum))
		*sum = ns < 0 ? -INT64_MAX : INT64_MAX;
}

static inline void saturate_cnt(uint64_t *sum, uint64_t cnt)
{
	if (__builtin_add_overflow(*sum, cnt, sum))
		*sum = UINT64_MAX;
}

#endif
