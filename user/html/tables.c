// SPDX-License-Identifier: GPL-2.0-or-later
#include "html/tables.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "export/places.h"
#include "figures/idle.h"
#include "figures/probe_errors.h"
#include "figures/sums.h"
#include "html/cells.h"
#include "profile/profile.h"
#include "stacks/stacks.h"
#include "util/cleanup.h"
#include "util/sort.h"

/* ------------------------------------------------------------------------- subs */

struct sub_row {
	const struct profile_sub *sub;
	struct profile_counts counts;
};

static int compare_subs(const void *a, const void *b)
{
	const struct sub_row *x = a, *y = b;

	if (x->counts.excl_ns != y->counts.excl_ns)
		return x->counts.excl_ns < y->counts.excl_ns ? 1 : -1;
	return strcmp(x->sub->name, y->sub->name);
}

/* In the order of their exclusive times. NULL: out of memory. */
static struct sub_row *sub_rows(const struct profile *p)
{
	struct profile_counts *sums __cleanup(free_ptr) = sub_sums(p);
	struct sub_row *rows = sums ? calloc(p->sub_cnt + 1, sizeof(*rows)) : NULL;
	size_t i;

	for (i = 0; rows && i < p->sub_cnt; i++)
		rows[i] = (struct sub_row){ p->subs[i], sums[i] };
	if (rows)
		sort(rows, p->sub_cnt, sizeof(*rows), compare_subs);
	return rows;
}

static int put_subs(const struct profile *p, const struct stacks *s, const struct probe_errors *e,
		    FILE *out)
{
	const char *const heads[] = { "exclusive", "inclusive", s->hz ? "samples" : "calls", "sub",
				      NULL };
	struct sub_row *sums __cleanup(free_ptr) = sub_rows(p);
	size_t i, cnt = 0;

	if (!sums)
		return -ENOMEM;
	cells_begin_table("Subs by exclusive time", heads, out);
	for (i = 0; i < p->sub_cnt && cnt < TABLE_ROWS; i++) {
		const char *name = sums[i].sub->name;
		const struct sub_error *error = &e->subs[sums[i].sub->id];

		if ((!sums[i].counts.cnt && !sums[i].counts.incl_ns) || sub_is_idle(name))
			continue;
		cells_begin_row("sub", name, 0, out);
		cells_put_time(sums[i].counts.excl_ns, error->excl_ns, s->all[0].total_ns, out);
		cells_put_time(sums[i].counts.incl_ns, error->incl_ns, s->all[0].total_ns, out);
		cells_put_count(sums[i].counts.cnt, out);
		cells_put_sub(name, out);
		fputs(sums[i].sub->xsub ? " <span class=\"tag\">xsub</span></td></tr>\n" :
					  "</td></tr>\n",
		      out);
		cnt++;
	}
	cells_end_table(out);
	return 0;
}

/* ------------------------------------------------------------------------ lines */

static int compare_lines(const void *a, const void *b)
{
	const struct line_row *x = a, *y = b;

	if (x->ns != y->ns)
		return x->ns < y->ns ? 1 : -1;
	return x->file != y->file ? strcmp(x->file->name, y->file->name) :
				    (x->line > y->line) - (x->line < y->line);
}

static void put_source(const struct line_row *row, FILE *out)
{
	struct line_reader reader = {};
	size_t len;
	const char *text = line_text(&reader, row, &len);

	if (text)
		cells_put_source(text, len, out);
}

static int put_lines(const struct profile *p, const struct stacks *s, const struct probe_errors *e,
		     FILE *out)
{
	const char *const heads[] = { "time", s->hz ? "samples" : "count", "line", NULL };
	size_t cnt, i;
	struct line_row *rows __cleanup(free_ptr) = line_rows(p, &cnt);

	if (!rows)
		return -ENOMEM;
	sort(rows, cnt, sizeof(*rows), compare_lines);
	cells_begin_table("Lines by time", heads, out);
	for (i = 0; i < cnt && i < TABLE_ROWS; i++) {
		const char *name = rows[i].file->name;

		cells_begin_row("file", name, rows[i].line, out);
		cells_put_time(rows[i].ns,
			       line_error(e, rows[i].file->fid, rows[i].line, rows[i].cnt),
			       s->stmt_ns, out);
		cells_put_count(rows[i].cnt, out);
		cells_put_line(name, rows[i].line, out);
		put_source(&rows[i], out);
		fputs("</td></tr>\n", out);
	}
	cells_end_table(out);
	return 0;
}

int tables_put(const struct profile *p, const struct stacks *s, const struct probe_errors *e,
	       FILE *out)
{
	return put_subs(p, s, e, out) ?: put_lines(p, s, e, out);
}
