// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Events of the kernel by sub and by line, one column for each. The one of the order comes first,
 * with its time, bytes and errors if it has any.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "report/cells.h"
#include "report/report_parts.h"
#include "stacks/event_lines.h"
#include "stacks/events.h"
#include "text/plain.h"
#include "util/cleanup.h"
#include "util/error.h"
#include "write/term_kevents.h"

struct event_sum {
	int64_t own[EVENT_KINDS_MAX]; /* in the order of the profile's events */
	struct kevent_sum sum; /* of that of the order, */
	int64_t incl; /* and by what it is sorted, with what a sub has called */
	uint32_t fid; /* of a line; 0: it is a sub, or its line is not known */
	uint32_t line;
	uint32_t sub; /* as of a struct stack */
};

struct events_page {
	const struct report *r;
	const struct event_stacks *e;
	uint32_t kind; /* that of the order; */
	enum report_measure
		measures[REPORT_MEASURES]; /* what of it has columns: what is sorted by first */
	size_t measure_cnt;
	uint32_t others[EVENT_KINDS_MAX]; /* the other events that have a column, */
	uint32_t other_cnt;
	uint32_t left_out; /* and so many have no room */
	struct event_sum *sums;
	size_t cnt;
};

/* ------------------------------------------------------------------------- table */

static const char *sub_name(const struct events_page *t, uint32_t sub)
{
	return sub == STACK_PROGRAM ? "MAIN" : stack_sub_name(t->r->p, sub);
}

/* What of the event its name alone means. */
static enum report_measure usual(const struct events_page *t)
{
	return t->e->by_bytes[t->kind] ? REPORT_MEASURE_BYTES : REPORT_MEASURE_COUNT;
}

static int64_t whole(uint64_t number)
{
	return number < INT64_MAX ? (int64_t)number : INT64_MAX;
}

static int64_t measured(const struct kevent_sum *sum, enum report_measure measure)
{
	switch (measure) {
	case REPORT_MEASURE_TIME:
		return whole(sum->ns);
	case REPORT_MEASURE_BYTES:
		return sum->bytes;
	case REPORT_MEASURE_ERRORS:
		return whole(sum->errors);
	default:
		return whole(sum->cnt);
	}
}

static const char *title(const struct events_page *t, enum report_measure measure)
{
	static const char *const words[REPORT_MEASURES] = { [REPORT_MEASURE_COUNT] = "count",
							    [REPORT_MEASURE_TIME] = "time",
							    [REPORT_MEASURE_BYTES] = "bytes",
							    [REPORT_MEASURE_ERRORS] = "errors" };

	return measure == usual(t) ? t->e->kinds[t->kind] : words[measure];
}

static unsigned cell_width(const char *name)
{
	return MAX((unsigned)strlen(name) + 1, CELL_CNT);
}

/* Returns the columns that it takes. */
static unsigned put_title(const struct report *r, const char *name)
{
	fprintf(r->out, "%*s", (int)(cell_width(name) - strlen(name)), "");
	plain_print(name, r->out);
	return cell_width(name);
}

static void put_heading(const struct events_page *t, const char *heading)
{
	const struct report *r = t->r;

	fputc('\n', r->out);
	begin_heading(r);
	fprintf(r->out, "%s ", heading);
	if (t->measures[0] != usual(t))
		fprintf(r->out, "%s of ", title(t, t->measures[0]));
	plain_print(t->e->kinds[t->kind], r->out);
	end_style(r);
	fputc('\n', r->out);
}

/* Returns the columns that they take. */
static unsigned put_titles(const struct events_page *t, bool incl)
{
	const struct report *r = t->r;
	unsigned columns = 0;
	uint32_t i;

	for (i = 0; i < t->measure_cnt; i++) {
		columns += put_title(r, title(t, t->measures[i]));
		if (!i && incl)
			columns += put_title(r, "inclusive");
	}
	for (i = 0; i < t->other_cnt; i++)
		columns += put_title(r, t->e->kinds[t->others[i]]);
	fprintf(r->out, "  %s\n", incl ? "sub" : "line");
	return columns + 2;
}

static void put_cell(const struct report *r, const char *name, int64_t amount, bool time)
{
	fprintf(r->out, "%*s", (int)(cell_width(name) - CELL_CNT), "");
	if (time)
		cell_time(r, amount, HEAT_NONE);
	else
		cell_amount(r, amount);
}

static void put_row(const struct events_page *t, const struct event_sum *sum, bool incl,
		    unsigned columns)
{
	const struct report *r = t->r;
	const struct profile_file *file = profile_find_fid(r->p, sum->fid);
	char number[16] = "";
	uint32_t i;

	for (i = 0; i < t->measure_cnt; i++) {
		const enum report_measure measure = t->measures[i];
		const bool time = measure == REPORT_MEASURE_TIME;

		put_cell(r, title(t, measure), measured(&sum->sum, measure), time);
		if (!i && incl)
			put_cell(r, "inclusive", sum->incl, time);
	}
	for (i = 0; i < t->other_cnt; i++)
		put_cell(r, t->e->kinds[t->others[i]], sum->own[t->others[i]], false);
	fputs("  ", r->out);
	if (file)
		snprintf(number, sizeof(number), ":%u", sum->line);
	columns = room_behind(r, columns);
	put_name(r, file ? file->name : sub_name(t, sum->sub),
		 columns > strlen(number) ? columns - (unsigned)strlen(number) : 0);
	fprintf(r->out, "%s\n", number);
}

static int by_measure(const void *a, const void *b, void *arg)
{
	const struct event_sum *x = a, *y = b;
	const struct events_page *t = arg;
	const int64_t of_x = measured(&x->sum, t->measures[0]);
	const int64_t of_y = measured(&y->sum, t->measures[0]);

	if (of_x != of_y)
		return of_x < of_y ? 1 : -1;
	if (x->incl != y->incl)
		return x->incl < y->incl ? 1 : -1;
	return memcmp(x, y, sizeof(*x));
}

static bool is_shown(const struct events_page *t, const struct event_sum *sum)
{
	const struct profile_file *file = profile_find_fid(t->r->p, sum->fid);
	int64_t all = sum->incl;
	uint32_t i;

	for (i = 0; i < t->e->kind_cnt; i++)
		all |= sum->own[i];
	return all && report_matches(t->r, file ? file->name : sub_name(t, sum->sub));
}

static void put_table(struct events_page *t, const char *heading, bool incl)
{
	size_t shown = 0, i;
	unsigned columns;

	for (i = 0; i < t->cnt; i++) {
		if (is_shown(t, &t->sums[i]))
			t->sums[shown++] = t->sums[i];
	}
	t->cnt = shown;
	qsort_r(t->sums, shown, sizeof(*t->sums), by_measure, t);
	put_heading(t, heading);
	columns = put_titles(t, incl);
	for (i = 0; i < shown && i < t->r->o->limit; i++)
		put_row(t, &t->sums[i], incl, columns);
	report_more(t->r, shown);
}

/* -------------------------------------------------------------------------- subs */

/* What is no sub has its place behind them. */
static size_t place_of(const struct profile *p, uint32_t sub)
{
	return sub < p->sub_cnt ? sub : p->sub_cnt + (UINT32_MAX - sub);
}

/*
 * What the rows are sorted by, of a stack, to each of its subs once. seen: by place, the node + 1
 * that has come there last. What is in no sub has no callers, and unknown callers do not lead to
 * the program.
 */
static void add_inclusive(struct events_page *t, size_t node, const struct kevent_sum *sum,
			  size_t *seen)
{
	const struct stack *all = t->e->tree.all;
	const int64_t amount = measured(sum, t->measures[0]);
	size_t at = node;

	while (all[at].sub != STACK_HIDDEN) {
		size_t place = place_of(t->r->p, all[at].sub);

		if (seen[place] != node + 1)
			event_add(&t->sums[place].incl, amount);
		seen[place] = node + 1;
		if (!at || (all[at].sub < STACK_DEEPER && all[at].sub >= t->r->p->sub_cnt))
			return;
		at = all[at].up;
	}
}

/* Of each stack. NULL: out of memory. */
static struct kevent_sum *sums_of_nodes(const struct events_page *t)
{
	struct kevent_sum *nodes = calloc(t->e->tree.cnt, sizeof(*nodes));
	size_t i;

	for (i = 0; nodes && i < t->e->row_cnt; i++) {
		const struct event_row *row = &t->e->rows[i];

		if (row->kind == t->kind)
			kevent_sum_add(&nodes[row->node], &row->row->sum);
	}
	return nodes;
}

static int put_subs(struct events_page *t)
{
	struct kevent_sum *nodes __cleanup(free_ptr) = sums_of_nodes(t);
	const struct profile *p = t->r->p;
	size_t *seen __cleanup(free_ptr) = calloc(p->sub_cnt + STACK_BESIDES, sizeof(*seen));
	size_t i;
	uint32_t k;

	t->cnt = p->sub_cnt + STACK_BESIDES;
	t->sums = calloc(t->cnt, sizeof(*t->sums));
	if (!nodes || !seen || !t->sums)
		return -ENOMEM;
	for (i = 0; i < t->cnt; i++)
		t->sums[i].sub = i < p->sub_cnt ? (uint32_t)i :
						  UINT32_MAX - (uint32_t)(i - p->sub_cnt);
	for (i = 0; i < t->e->tree.cnt; i++) {
		struct event_sum *sum = &t->sums[place_of(p, t->e->tree.all[i].sub)];

		for (k = 0; k < t->e->kind_cnt; k++)
			event_add(&sum->own[k], event_amount(t->e, i, k));
		kevent_sum_add(&sum->sum, &nodes[i]);
		add_inclusive(t, i, &nodes[i], seen);
	}
	put_table(t, "Subs by", true);
	begin_aside(t->r);
	term_put_kevent_callers(p, t->e->kinds[t->kind], t->r->out);
	end_style(t->r);
	free(t->sums);
	t->sums = NULL;
	return 0;
}

/* ------------------------------------------------------------------------- lines */

static int put_lines(struct events_page *t)
{
	struct event_line *lines __cleanup(free_ptr) = event_lines(t->e, t->r->p, t->kind, &t->cnt);
	size_t i;

	t->sums = calloc(t->cnt + 1, sizeof(*t->sums));
	if (!lines || !t->sums)
		return -ENOMEM;
	for (i = 0; i < t->cnt; i++) {
		struct event_sum *sum = &t->sums[i];

		sum->fid = lines[i].fid;
		sum->line = lines[i].line;
		sum->sub = lines[i].sub;
		sum->sum = lines[i].sum;
		memcpy(sum->own, lines[i].amounts, sizeof(sum->own));
	}
	put_table(t, "Lines by", false);
	free(t->sums);
	t->sums = NULL;
	return 0;
}

/* --------------------------------------------------------------------------- all */

static int no_such_event(const struct event_stacks *e, const char *name, struct error *err)
{
	char all[200] = "";
	size_t len = 0;
	uint32_t i;

	for (i = 0; i < e->kind_cnt && len < sizeof(all); i++)
		len += (size_t)snprintf(all + len, sizeof(all) - len, "%s%s", i ? ", " : "",
					e->kinds[i]);
	if (!e->kind_cnt)
		return error_set(
			err, ENOENT,
			"the profile has no events of the kernel; record it with --event=%s", name);
	return error_set(
		err, ENOENT,
		"the profile has no %s: none happened, or --event did not name it; it has %s", name,
		all);
}

static void add_measure(struct events_page *t, enum report_measure measure)
{
	size_t i = 0;

	while (i < t->measure_cnt && t->measures[i] != measure)
		i++;
	if (i == t->measure_cnt)
		t->measures[t->measure_cnt++] = measure;
}

/* What an event never has, such as a time, has no column. */
static int choose_measures(struct events_page *t, enum report_measure first, struct error *err)
{
	static const enum report_measure others[] = { REPORT_MEASURE_TIME, REPORT_MEASURE_BYTES,
						      REPORT_MEASURE_ERRORS };
	const struct kevent_sum *all = &t->e->sums[t->kind];
	size_t i;

	first = first == REPORT_MEASURE_USUAL ? usual(t) : first;
	if (first != usual(t) && !measured(all, first))
		return error_set(err, ENOENT, "%s has no %s in this profile: use --sort=%s",
				 t->r->o->event, title(t, first), t->r->o->event);
	add_measure(t, first);
	add_measure(t, usual(t));
	for (i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		if (measured(all, others[i]))
			add_measure(t, others[i]);
	}
	return 0;
}

#define NAME_LEAST 24 /* columns */

/* Those for which there is room beside the name of a sub or a line. */
static void choose_others(struct events_page *t)
{
	unsigned columns = cell_width("inclusive") + 2 + NAME_LEAST;
	uint32_t i;

	for (i = 0; i < t->measure_cnt; i++)
		columns += cell_width(title(t, t->measures[i]));
	for (i = 0; i < t->e->kind_cnt; i++) {
		if (i == t->kind)
			continue;
		columns += cell_width(t->e->kinds[i]);
		if (t->left_out || !room_behind(t->r, columns))
			t->left_out++;
		else
			t->others[t->other_cnt++] = i;
	}
}

static int put_left_out(const struct events_page *t)
{
	if (!t->left_out)
		return 0;
	begin_aside(t->r);
	fprintf(t->r->out, "\nno room for %u other events\n", t->left_out);
	end_style(t->r);
	return 0;
}

static int put_page(const struct report *r, const struct event_stacks *e, struct error *err)
{
	struct events_page t = { .r = r, .e = e, .kind = event_kind(e, r->o->event) };
	int rc;

	if (t.kind == e->kind_cnt)
		return no_such_event(e, r->o->event, err);
	rc = choose_measures(&t, r->o->measure, err);
	if (!rc)
		choose_others(&t);
	rc = rc ?: report_head(r) ?: put_subs(&t) ?: put_lines(&t) ?: put_left_out(&t);
	free(t.sums);
	return rc;
}

int report_events_page(const struct report *r, struct error *err)
{
	struct event_stacks e;
	int rc = event_stacks_make(&e, r->p) ?: put_page(r, &e, err);

	event_stacks_release(&e);
	return rc;
}
