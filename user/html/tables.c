// SPDX-License-Identifier: GPL-2.0-or-later
#include "html/tables.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "export/places.h"
#include "figures/idle.h"
#include "figures/probe_errors.h"
#include "figures/run_totals.h"
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
	struct run_total cnt, excl, incl;
};

/* What the tables are made of. */
struct tables {
	const struct profile *p;
	const struct stacks *s;
	const struct probe_errors *e;
	const struct run_totals *r;
	FILE *out;
};

static int compare_subs(const void *a, const void *b)
{
	const struct sub_row *x = a, *y = b;

	if (x->excl.value > y->excl.value || x->excl.value < y->excl.value)
		return x->excl.value < y->excl.value ? 1 : -1;
	return strcmp(x->sub->name, y->sub->name);
}

static struct sub_row make_sub(const struct tables *t, const struct profile_sub *sub,
			       const struct profile_counts *sum)
{
	const struct estimate *of = estimates_find(t->p, 0, sub->id);
	const struct sub_error *error = &t->e->subs[sub->id];

	return (struct sub_row){
		.sub = sub,
		.counts = *sum,
		.cnt = run_cnt(t->r, of, sum->cnt),
		.excl = run_ns(t->r, of, ESTIMATE_NS, sum->excl_ns, error->excl_ns),
		.incl = run_ns(t->r, of, ESTIMATE_INCL, sum->incl_ns, error->incl_ns),
	};
}

/* In the order of their exclusive times. NULL: out of memory. */
static struct sub_row *sub_rows(const struct tables *t)
{
	const struct profile *p = t->p;
	struct profile_counts *sums __cleanup(free_ptr) = sub_sums(p);
	struct sub_row *rows = sums ? calloc(p->sub_cnt + 1, sizeof(*rows)) : NULL;
	size_t i;

	for (i = 0; rows && i < p->sub_cnt; i++)
		rows[i] = make_sub(t, p->subs[i], &sums[i]);
	if (rows)
		sort(rows, p->sub_cnt, sizeof(*rows), compare_subs);
	return rows;
}

/* In a profile of windows: of the whole program, with its error. */
static void put_time(const struct tables *t, const struct run_total *run, int64_t ns,
		     int64_t error_ns, int64_t all_ns)
{
	if (t->p->estimates)
		cells_put_run_time(run, run_whole_ns(t->p, all_ns), t->out);
	else
		cells_put_time(ns, error_ns, all_ns, t->out);
}

static void put_cnt(const struct tables *t, const struct run_total *run, uint64_t cnt)
{
	if (t->p->estimates)
		cells_put_run_cnt(run_cnt_rounded(t->r, run), run->error, t->out);
	else
		cells_put_count(cnt, t->out);
}

static void put_sub(const struct tables *t, const struct sub_row *row)
{
	const struct sub_error *error = &t->e->subs[row->sub->id];
	const int64_t all_ns = t->s->all[0].total_ns;

	cells_begin_row("sub", row->sub->name, 0, t->out);
	put_time(t, &row->excl, row->counts.excl_ns, error->excl_ns, all_ns);
	put_time(t, &row->incl, row->counts.incl_ns, error->incl_ns, all_ns);
	put_cnt(t, &row->cnt, row->counts.cnt);
	cells_put_sub(row->sub->name, t->out);
	fputs(row->sub->xsub ? " <span class=\"tag\">xsub</span></td></tr>\n" : "</td></tr>\n",
	      t->out);
}

static int put_subs(const struct tables *t)
{
	const char *const heads[] = { "exclusive", "inclusive", t->s->hz ? "samples" : "calls",
				      "sub", NULL };
	struct sub_row *rows __cleanup(free_ptr) = sub_rows(t);
	size_t i, cnt = 0;

	if (!rows)
		return -ENOMEM;
	cells_begin_table("Subs by exclusive time", heads, t->out);
	for (i = 0; i < t->p->sub_cnt && cnt < TABLE_ROWS; i++) {
		if ((!rows[i].counts.cnt && !rows[i].counts.incl_ns) ||
		    sub_is_idle(rows[i].sub->name))
			continue;
		put_sub(t, &rows[i]);
		cnt++;
	}
	cells_end_table(t->out);
	return 0;
}

/* ------------------------------------------------------------------------ lines */

struct run_line {
	struct line_row row;
	struct run_total cnt, ns;
};

static int compare_lines(const void *a, const void *b)
{
	const struct run_line *x = a, *y = b;

	if (x->ns.value > y->ns.value || x->ns.value < y->ns.value)
		return x->ns.value < y->ns.value ? 1 : -1;
	return x->row.file != y->row.file ?
		       strcmp(x->row.file->name, y->row.file->name) :
		       (x->row.line > y->row.line) - (x->row.line < y->row.line);
}

static int64_t error_of(const struct tables *t, const struct line_row *row)
{
	return line_error(t->e, row->file->fid, row->line, row->cnt);
}

/* In the order of their times. NULL: out of memory. */
static struct run_line *run_lines(const struct tables *t, size_t *cnt)
{
	struct line_row *rows __cleanup(free_ptr) = line_rows(t->p, cnt);
	struct run_line *lines = rows ? calloc(*cnt + 1, sizeof(*lines)) : NULL;
	const struct estimate *of;
	size_t i;

	for (i = 0; lines && i < *cnt; i++) {
		of = estimates_find(t->p, rows[i].file->fid, rows[i].line);
		lines[i] = (struct run_line){ rows[i], run_cnt(t->r, of, rows[i].cnt),
					      run_ns(t->r, of, ESTIMATE_NS, rows[i].ns,
						     error_of(t, &rows[i])) };
	}
	if (lines)
		sort(lines, *cnt, sizeof(*lines), compare_lines);
	return lines;
}

static void put_line(const struct tables *t, const struct run_line *line)
{
	const struct line_row *row = &line->row;
	struct line_reader reader = {};
	const char *text;
	size_t len;

	cells_begin_row("file", row->file->name, row->line, t->out);
	put_time(t, &line->ns, row->ns, error_of(t, row), t->s->stmt_ns);
	put_cnt(t, &line->cnt, row->cnt);
	cells_put_line(row->file->name, row->line, t->out);
	text = line_text(&reader, row, &len);
	if (text)
		cells_put_source(text, len, t->out);
	fputs("</td></tr>\n", t->out);
}

static int put_lines(const struct tables *t)
{
	const char *const heads[] = { "time", t->s->hz ? "samples" : "count", "line", NULL };
	size_t cnt, i;
	struct run_line *lines __cleanup(free_ptr) = run_lines(t, &cnt);

	if (!lines)
		return -ENOMEM;
	cells_begin_table("Lines by time", heads, t->out);
	for (i = 0; i < cnt && i < TABLE_ROWS; i++)
		put_line(t, &lines[i]);
	cells_end_table(t->out);
	return 0;
}

int tables_put(const struct profile *p, const struct stacks *s, const struct probe_errors *e,
	       const struct run_totals *r, FILE *out)
{
	const struct tables t = { p, s, e, r, out };

	return put_subs(&t) ?: put_lines(&t);
}
