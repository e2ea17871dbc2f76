// SPDX-License-Identifier: GPL-2.0-or-later
#include "stacks/event_lines.h"

#include <stdlib.h>

#include "profile/profile.h"
#include "util/sort.h"

static int by_place(const void *a, const void *b)
{
	const struct event_line *x = a, *y = b;

	if (x->fid != y->fid)
		return x->fid < y->fid ? -1 : 1;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return (x->sub > y->sub) - (x->sub < y->sub);
}

/* Those of one place become one. Returns how many are left. */
static size_t join(struct event_line *lines, size_t cnt, uint32_t kind_cnt)
{
	size_t to = 0, i;
	uint32_t k;

	sort(lines, cnt, sizeof(*lines), by_place);
	for (i = 0; i < cnt; i++) {
		if (!to || by_place(&lines[to - 1], &lines[i]) != 0) {
			lines[to++] = lines[i];
			continue;
		}
		for (k = 0; k < kind_cnt; k++)
			event_add(&lines[to - 1].amounts[k], lines[i].amounts[k]);
		kevent_sum_add(&lines[to - 1].sum, &lines[i].sum);
	}
	return to;
}

struct event_line *event_lines(const struct event_stacks *e, const struct profile *p, uint32_t kind,
			       size_t *cnt)
{
	struct event_line *lines = calloc(e->row_cnt + 1, sizeof(*lines));
	size_t i;

	*cnt = 0;
	if (!lines)
		return NULL;
	for (i = 0; i < e->row_cnt; i++) {
		const struct event_row *row = &e->rows[i];
		struct event_line *line = &lines[i];

		if (profile_find_fid(p, row->row->id.fid)) {
			line->fid = row->row->id.fid;
			line->line = row->row->id.line;
		} else {
			line->sub = e->tree.all[row->node].sub;
		}
		line->amounts[row->kind] = profile_kevent_amount(row->row, &row->row->sum);
		if (row->kind == kind)
			line->sum = row->row->sum;
	}
	*cnt = join(lines, e->row_cnt, e->kind_cnt);
	return lines;
}
