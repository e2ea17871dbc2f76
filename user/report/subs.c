// SPDX-License-Identifier: GPL-2.0-or-later
/* The tables of subs. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/cells.h"
#include "report/report_parts.h"
#include "util/cleanup.h"
#include "write/time_text.h"

struct sub_row {
	const struct profile_sub *sub;
	const struct profile_counts *sum;
	struct run_total cnt, excl, incl;
};

static double each(const struct sub_row *row)
{
	return row->sum->cnt ? (double)row->sum->incl_ns / (double)row->sum->cnt : 0;
}

/* Greater: it comes first. */
static double weight(const struct sub_row *row, enum report_sort sort)
{
	switch (sort) {
	case REPORT_SORT_INCL:
		return row->incl.value;
	case REPORT_SORT_CALLS:
		return row->cnt.value;
	case REPORT_SORT_EACH:
		return each(row);
	case REPORT_SORT_WAIT:
		return (double)row->sub->wait_incl_ns;
	case REPORT_SORT_NAME:
		return 0;
	case REPORT_SORT_EVENT:
	case REPORT_SORT_USUAL:
	case REPORT_SORT_EXCL:
		break;
	}
	return row->excl.value;
}

static int compare(const void *a, const void *b, void *arg)
{
	const enum report_sort *sort = arg;
	double x = weight(a, *sort), y = weight(b, *sort);

	if (x > y || x < y)
		return x < y ? 1 : -1;
	return strcmp(((const struct sub_row *)a)->sub->name,
		      ((const struct sub_row *)b)->sub->name);
}

static bool is_shown(const struct report *r, const struct profile_sub *sub)
{
	return sub->called && !r->idle[sub->id] && report_matches(r, sub->name);
}

static struct sub_row make_row(const struct report *r, const struct profile_sub *sub)
{
	const struct estimate *of = estimates_find(r->p, 0, sub->id);
	const struct sub_error *error = &r->errors.subs[sub->id];
	const struct profile_counts *sum = &r->subs[sub->id];

	return (struct sub_row){
		.sub = sub,
		.sum = sum,
		.cnt = run_cnt(&r->run, of, sum->cnt),
		.excl = run_ns(&r->run, of, ESTIMATE_NS, sum->excl_ns, error->excl_ns),
		.incl = run_ns(&r->run, of, ESTIMATE_INCL, sum->incl_ns, error->incl_ns),
	};
}

static struct sub_row *make_rows(const struct report *r, size_t *cnt)
{
	struct sub_row *rows = calloc(r->p->sub_cnt + 1, sizeof(*rows));
	size_t i;

	for (*cnt = i = 0; rows && i < r->p->sub_cnt; i++) {
		if (is_shown(r, r->p->subs[i]))
			rows[(*cnt)++] = make_row(r, r->p->subs[i]);
	}
	return rows;
}

#define NOTE_LEAST 100u /* columns that have room for long notes */
#define SUB_CELLS  (CELL_CNT + 2 * CELL_TIME + 2 * CELL_PERCENT + 2)

static void put_titles(const struct report *r, const char *by)
{
	char heading[64];

	snprintf(heading, sizeof(heading), "Subs by %s", by);
	begin_table_with_errors(r, heading, "calls", "exclusive");
	cell_title(r, CELL_TIME, "inclusive");
	cell_title(r, CELL_PERCENT, "%");
	cell_error_title(r);
	cell_wait_title(r);
	cell_each_title(r, "per call");
	fputs("  sub\n", r->out);
}

static void put_row(const struct report *r, const struct sub_row *row,
		    const struct heat_scale *excl, const struct heat_scale *incl)
{
	const struct sub_error *error = &r->errors.subs[row->sub->id];
	const struct profile_counts *sum = row->sum;
	char note[64] = "", reci[TIME_TEXT];
	unsigned room;

	cell_run_cnt(r, &row->cnt, sum->cnt);
	cell_run_time(r, &row->excl, sum->excl_ns, error->excl_ns, excl);
	cell_run_percent(r, &row->excl, sum->excl_ns);
	cell_wait(r, row->sub->wait_excl_ns);
	cell_run_time(r, &row->incl, sum->incl_ns, error->incl_ns, incl);
	cell_run_percent(r, &row->incl, sum->incl_ns);
	cell_wait(r, row->sub->wait_incl_ns);
	cell_each(r, sum->incl_ns, sum->cnt, NULL);
	if (sum->rec_depth && sum->reci_ns > 0 && !r->p->estimates && r->o->width >= NOTE_LEAST)
		snprintf(note, sizeof(note), " (recursive, depth %u, reci %s)", sum->rec_depth,
			 time_text(sum->reci_ns, reci));
	else if (sum->rec_depth && (!r->o->fit || r->o->width >= NOTE_LEAST))
		snprintf(note, sizeof(note), " (recursive, depth %u)", sum->rec_depth);
	else if (sum->rec_depth)
		snprintf(note, sizeof(note), " (r%u)", sum->rec_depth);
	else if (row->sub->xsub)
		snprintf(note, sizeof(note), " (xsub)");
	room = room_behind(r, SUB_CELLS + 2 * cell_wait_width(r) + cell_each_width(r) +
				      3 * cell_error_width(r));
	fputs("  ", r->out);
	put_name(r, row->sub->name, room > strlen(note) ? room - (unsigned)strlen(note) : 0);
	fputs(note, r->out);
	fputc('\n', r->out);
}

/* Of all subs, also of those that the table leaves out. */
static int make_scales(const struct report *r, struct heat_scale *excl, struct heat_scale *incl)
{
	int64_t *values __cleanup(free_ptr) = calloc(r->p->sub_cnt + 1, sizeof(*values));
	size_t i;

	if (!values)
		return -ENOMEM;
	for (i = 0; i < r->p->sub_cnt; i++)
		values[i] = r->subs[i].excl_ns;
	*excl = heat_scale(values, r->p->sub_cnt);
	for (i = 0; i < r->p->sub_cnt; i++)
		values[i] = r->subs[i].incl_ns;
	*incl = heat_scale(values, r->p->sub_cnt);
	return 0;
}

static const char *const sort_words[] = {
	[REPORT_SORT_EXCL] = "exclusive time", [REPORT_SORT_INCL] = "inclusive time",
	[REPORT_SORT_CALLS] = "calls",	       [REPORT_SORT_EACH] = "time per call",
	[REPORT_SORT_WAIT] = "waiting",	       [REPORT_SORT_NAME] = "name",
};

int report_subs(const struct report *r)
{
	const bool usual = r->o->sort == REPORT_SORT_USUAL;
	enum report_sort sort = usual ? REPORT_SORT_EXCL : r->o->sort;
	struct heat_scale excl, incl;
	size_t cnt, i;
	struct sub_row *rows __cleanup(free_ptr) = make_rows(r, &cnt);

	if (!rows || make_scales(r, &excl, &incl))
		return -ENOMEM;
	if (!cnt && r->o->match)
		return 0;
	for (;; sort = REPORT_SORT_INCL) {
		qsort_r(rows, cnt, sizeof(*rows), compare, &sort);
		put_titles(r, sort_words[sort]);
		for (i = 0; i < cnt && i < r->o->limit; i++)
			put_row(r, &rows[i], &excl, &incl);
		report_more(r, cnt);
		if (!usual || sort == REPORT_SORT_INCL)
			return 0;
	}
}
