// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of files. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "figures/sums.h"
#include "report/cells.h"
#include "report/report_parts.h"
#include "util/cleanup.h"
#include "util/sort.h"

static int compare(const void *a, const void *b)
{
	const struct file_sum *x = a, *y = b;

	if (x->ns != y->ns)
		return x->ns < y->ns ? 1 : -1;
	return strcmp(x->file->name, y->file->name);
}

static void put_row(const struct report *r, const struct file_sum *sum,
		    const struct heat_scale *scale)
{
	cell_cnt(r, sum->stmts);
	cell_time(r, sum->ns, heat_of(scale, sum->ns));
	cell_percent(r, sum->ns, r->whole_ns);
	cell_wait(r, sum->wait_ns);
	cell_cnt(r, sum->lines);
	fputs("  ", r->out);
	put_name(r, sum->file->name,
		 room_behind(r, 2 * CELL_CNT + CELL_TIME + CELL_PERCENT + 2 + cell_wait_width(r)));
	fputc('\n', r->out);
}

static int make_scale(const struct file_sum *sums, size_t cnt, struct heat_scale *scale)
{
	int64_t *values __cleanup(free_ptr) = calloc(cnt + 1, sizeof(*values));
	size_t i;

	if (!values)
		return -ENOMEM;
	for (i = 0; i < cnt; i++)
		values[i] = sums[i].ns;
	*scale = heat_scale(values, cnt);
	return 0;
}

int report_files(const struct report *r)
{
	struct file_sum *sums __cleanup(free_ptr) = file_sums(r->p, true);
	struct heat_scale scale;
	size_t cnt = 0, i;

	if (!sums || make_scale(sums, r->p->file_cnt, &scale))
		return -ENOMEM;
	for (i = 0; i < r->p->file_cnt; i++) {
		if ((sums[i].stmts || sums[i].wait_ns) && report_matches(r, sums[i].file->name))
			sums[cnt++] = sums[i];
	}
	if (!cnt && r->o->match)
		return 0;
	sort(sums, cnt, sizeof(*sums), compare);
	begin_table(r,
		    r->p->estimates ? "Files by time in the windows, with their string evals" :
				      "Files by time, with their string evals",
		    "executed", "time");
	cell_title(r, CELL_CNT, "lines");
	fputs("  file\n", r->out);
	for (i = 0; i < cnt && i < r->o->limit; i++)
		put_row(r, &sums[i], &scale);
	report_more(r, cnt);
	return 0;
}
