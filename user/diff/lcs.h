/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The longest common subsequence of two texts, by the hashes of their lines (E. Myers, 1986). */
#ifndef NYTPROF_LCS_H
#define NYTPROF_LCS_H

#include <stdint.h>

#define LCS_CHANGES 1000u /* with more, only what is equal at both ends is found */

/* to[i]: 1 + the index in b of what is equal to a[i]; 0: it has no equal. -ENOMEM. */
int lcs_match(const uint64_t *a, uint32_t a_cnt, const uint64_t *b, uint32_t b_cnt, uint32_t *to);

#endif
