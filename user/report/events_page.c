// SPDX-License-Identifier: GPL-2.0-or-later
/* Events of the kernel by sub and by line, one column for each. The one of the order comes first. */
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
#include "util/sort.h"

struct event_sum {
	int64_t own[EVENT_KINDS_MAX]; /* that of the order first */
	int64_t incl; /* of the first one, with what a sub has called */
	uint32_t fid; /* of a line; 0: it is a sub, or its line is not known */
	uint32_t line;
	uint32_t sub; /* as of a struct stack */
};

struct events_page {
	const struct report *r;
	const struct event_stacks *e;
	uint32_t kinds[EVENT_KINDS_MAX]; /* in the order of the columns */
	struct event_sum *sums;
	size_t cnt;
};

/* ------------------------------------------------------------------------- table */

static const char *sub_name(const struct events_page *t, uint32_t sub)
{
	return sub == STACK_PROGRAM ? "MAIN" : stack_sub_name(t->r->p, sub);
}

static unsigned cell_width(const struct events_page *t, uint32_t column)
{
	return MAX((unsigned)strlen(t->e->kinds[t->kinds[column]]) + 1, CELL_CNT);
}

/* Returns the columns that they take. */
static unsigned put_titles(const struct events_page *t, const char *heading, bool incl)
{
	const struct report *r = t->r;
	unsigned columns = 0;
	uint32_t i;

	fputc('\n', r->out);
	begin_heading(r);
	fprintf(r->out, "%s ", heading);
	plain_print(t->e->kinds[t->kinds[0]], r->out);
	end_style(r);
	fputc('\n', r->out);
	for (i = 0; i < t->e->kind_cnt; i++) {
		const char *name = t->e->kinds[t->kinds[i]];

		fprintf(r->out, "%*s", (int)(cell_width(t, i) - strlen(name)), "");
		plain_print(name, r->out);
		columns += cell_width(t, i);
		if (i || !incl)
			continue;
		cell_title(r, CELL_CNT, "inclusive");
		columns += CELL_CNT;
	}
	fprintf(r->out, "  %s\n", incl ? "sub" : "line");
	return columns + 2;
}

static void put_row(const struct events_page *t, const struct event_sum *sum, bool incl,
		    unsigned columns)
{
	const struct report *r = t->r;
	const struct profile_file *file = profile_find_fid(r->p, sum->fid);
	char number[16] = "";
	uint32_t i;

	for (i = 0; i < t->e->kind_cnt; i++) {
		fprintf(r->out, "%*s", (int)(cell_width(t, i) - CELL_CNT), "");
		cell_amount(r, sum->own[i]);
		if (!i && incl)
			cell_amount(r, sum->incl);
	}
	fputs("  ", r->out);
	if (file)
		snprintf(number, sizeof(number), ":%u", sum->line);
	columns = room_behind(r, columns);
	put_name(r, file ? file->name : sub_name(t, sum->sub),
		 columns > strlen(number) ? columns - (unsigned)strlen(number) : 0);
	fprintf(r->out, "%s\n", number);
}

static int by_count(const void *a, const void *b)
{
	const struct event_sum *x = a, *y = b;

	if (x->own[0] != y->own[0])
		return x->own[0] < y->own[0] ? 1 : -1;
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
	sort(t->sums, shown, sizeof(*t->sums), by_count);
	columns = put_titles(t, heading, incl);
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
 * The first event of a stack, to each of its subs once. seen: by place, the node + 1 that has come there
 * last. What is in no sub has no callers, and unknown callers do not lead to the program.
 */
static void add_inclusive(struct events_page *t, size_t node, size_t *seen)
{
	const struct stack *all = t->e->tree.all;
	const int64_t amount = event_amount(t->e, node, t->kinds[0]);
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

static int put_subs(struct events_page *t)
{
	const struct profile *p = t->r->p;
	size_t *seen __cleanup(free_ptr) = calloc(p->sub_cnt + STACK_BESIDES, sizeof(*seen));
	size_t i;
	uint32_t k;

	t->cnt = p->sub_cnt + STACK_BESIDES;
	t->sums = calloc(t->cnt, sizeof(*t->sums));
	if (!seen || !t->sums)
		return -ENOMEM;
	for (i = 0; i < t->cnt; i++)
		t->sums[i].sub = i < p->sub_cnt ? (uint32_t)i :
						  UINT32_MAX - (uint32_t)(i - p->sub_cnt);
	for (i = 0; i < t->e->tree.cnt; i++) {
		struct event_sum *sum = &t->sums[place_of(p, t->e->tree.all[i].sub)];

		for (k = 0; k < t->e->kind_cnt; k++)
			event_add(&sum->own[k], event_amount(t->e, i, t->kinds[k]));
		add_inclusive(t, i, seen);
	}
	put_table(t, "Subs by", true);
	free(t->sums);
	t->sums = NULL;
	return 0;
}

/* ------------------------------------------------------------------------- lines */

static int put_lines(struct events_page *t)
{
	struct event_line *lines __cleanup(free_ptr) = event_lines(t->e, t->r->p, &t->cnt);
	size_t i;
	uint32_t k;

	t->sums = calloc(t->cnt + 1, sizeof(*t->sums));
	if (!lines || !t->sums)
		return -ENOMEM;
	for (i = 0; i < t->cnt; i++) {
		struct event_sum *sum = &t->sums[i];

		sum->fid = lines[i].fid;
		sum->line = lines[i].line;
		sum->sub = lines[i].sub;
		for (k = 0; k < t->e->kind_cnt; k++)
			sum->own[k] = lines[i].amounts[t->kinds[k]];
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

static int put_page(const struct report *r, const struct event_stacks *e, struct error *err)
{
	struct events_page t = { .r = r, .e = e };
	uint32_t first = event_kind(e, r->o->event), i, cnt = 0;
	int rc;

	if (first == e->kind_cnt)
		return no_such_event(e, r->o->event, err);
	t.kinds[cnt++] = first;
	for (i = 0; i < e->kind_cnt; i++) {
		if (i != first)
			t.kinds[cnt++] = i;
	}
	rc = report_head(r) ?: put_subs(&t) ?: put_lines(&t);
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
