// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/lcs.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* What is between the equal ends of both. */
struct middle {
	const uint64_t *a, *b;
	uint32_t a_cnt, b_cnt;
	uint32_t *to;
	uint32_t skipped; /* equal lines before it, in b */
	int32_t **rows; /* of each number of changes: how far each diagonal gets in a */
	uint32_t row_cnt;
};

/* The diagonals of d changes are -d, -d + 2 ... d; a row has them all. */
static int32_t far(const struct middle *m, int32_t d, int32_t k)
{
	return m->rows[d][k + d];
}

/* Which of its neighbours a diagonal is reached from: true, by a line of b. */
static bool comes_down(const struct middle *m, int32_t d, int32_t k)
{
	return k == -d || (k != d && far(m, d - 1, k - 1) < far(m, d - 1, k + 1));
}

static int32_t first_of(const struct middle *m, int32_t d, int32_t k)
{
	if (!d)
		return 0;
	return comes_down(m, d, k) ? far(m, d - 1, k + 1) : far(m, d - 1, k - 1) + 1;
}

static int32_t follow(const struct middle *m, int32_t x, int32_t k)
{
	while (x < (int32_t)m->a_cnt && x - k < (int32_t)m->b_cnt && m->a[x] == m->b[x - k])
		x++;
	return x;
}

/* The number of changes with which both ends are reached; -1: there are too many; -ENOMEM. */
static int32_t count_changes(struct middle *m)
{
	int32_t d, k, x;

	for (d = 0; d <= (int32_t)LCS_CHANGES; d++) {
		m->rows[d] = calloc(2 * (size_t)d + 1, sizeof(**m->rows));
		if (!m->rows[d])
			return -ENOMEM;
		m->row_cnt++;
		for (k = -d; k <= d; k += 2) {
			x = follow(m, first_of(m, d, k), k);
			m->rows[d][k + d] = x;
			if (x >= (int32_t)m->a_cnt && x - k >= (int32_t)m->b_cnt)
				return d;
		}
	}
	return -1;
}

static void note_equal(struct middle *m, int32_t changes)
{
	int32_t k = (int32_t)m->a_cnt - (int32_t)m->b_cnt, d, x, first;

	for (d = changes; d >= 0; d--) {
		first = first_of(m, d, k);
		for (x = far(m, d, k); x > first; x--)
			m->to[x - 1] = m->skipped + (uint32_t)(x - k);
		if (d)
			k += comes_down(m, d, k) ? 1 : -1;
	}
}

static int match_middle(struct middle *m)
{
	int32_t changes;
	uint32_t i;

	m->rows = calloc(LCS_CHANGES + 1, sizeof(*m->rows));
	changes = m->rows ? count_changes(m) : -ENOMEM;
	if (changes >= 0)
		note_equal(m, changes);
	for (i = 0; i < m->row_cnt; i++)
		free(m->rows[i]);
	free(m->rows);
	return changes == -ENOMEM ? -ENOMEM : 0;
}

int lcs_match(const uint64_t *a, uint32_t a_cnt, const uint64_t *b, uint32_t b_cnt, uint32_t *to)
{
	struct middle m = {};
	uint32_t first = 0, last = 0;

	memset(to, 0, a_cnt * sizeof(*to));
	while (first < a_cnt && first < b_cnt && a[first] == b[first]) {
		to[first] = first + 1;
		first++;
	}
	while (last < a_cnt - first && last < b_cnt - first &&
	       a[a_cnt - last - 1] == b[b_cnt - last - 1]) {
		to[a_cnt - last - 1] = b_cnt - last;
		last++;
	}
	m.a = a + first;
	m.b = b + first;
	m.a_cnt = a_cnt - first - last;
	m.b_cnt = b_cnt - first - last;
	m.to = to + first;
	m.skipped = first;
	return m.a_cnt && m.b_cnt ? match_middle(&m) : 0;
}
