// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/diff.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diff/match.h"
#include "diff/values.h"
#include "export/places.h"
#include "profile/profile.h"
#include "util/cleanup.h"
#include "util/sort.h"

#define SIGMAS 4.0 /* of the number of samples: one in 16000 differs more by chance */

struct diffing {
	struct diff *d;
	const struct diff_side *old, *new;
	struct match match;
	struct values old_values, new_values;
};

double diff_change(const struct diff_row *row)
{
	return row->new.ns - row->old.ns;
}

double diff_percent(const struct diff_row *row)
{
	if (row->old.ns <= 0)
		return row->new.ns > 0 ? INFINITY : 0;
	return 100 * diff_change(row) / row->old.ns;
}

bool diff_knows_noise(const struct diff *d)
{
	return d->hz || d->run_cnt[0] > 1 || d->run_cnt[1] > 1;
}

bool diff_is_worth(const struct diff *d, const struct diff_row *row)
{
	return fabs(diff_change(row)) >= DIFF_SHOWN * d->all_ns;
}

static double spread(const struct diff_value *v)
{
	return v->high - v->low;
}

/* Samples of one place are as many as chance has it: their number differs by its square root. */
static double sampling_ns(const struct diffing *g, const struct diff_row *row)
{
	double period = g->d->hz ? 1e9 / g->d->hz : 0;
	double old = fmax(row->old.ns, 0) * period / (double)g->old->run_cnt;
	double new = fmax(row->new.ns, 0) * period / (double)g->new->run_cnt;

	return SIGMAS * sqrt(old + new);
}

/* What the runs of one side differ by is no change between the sides. */
static void judge(const struct diffing *g, struct diff_row *row)
{
	double noise = fmax(spread(&row->old), spread(&row->new));

	noise = fmax(noise, sampling_ns(g, row));
	row->noise = noise > 0 && fabs(diff_change(row)) <= noise;
}

/* ------------------------------------------------------------------------- rows */

static void add_sub(struct diffing *g, const char *name, uint32_t sub, const struct diff_value *old,
		    const struct diff_value *new)
{
	struct diff_row *row = &g->d->subs[g->d->sub_cnt];

	*row = (struct diff_row){ .name = name, .sub = sub };
	if (old)
		row->old = *old;
	if (new)
		row->new = *new;
	if (!row->old.there && !row->new.there)
		return;
	judge(g, row);
	g->d->sub_cnt++;
}

static int add_subs(struct diffing *g)
{
	const struct profile *old = g->old->sum, *new = g->new->sum;
	bool *has_old __cleanup(free_ptr) = calloc(new->sub_cnt + 1, sizeof(*has_old));
	size_t i;

	g->d->subs = calloc(old->sub_cnt + new->sub_cnt + 1, sizeof(*g->d->subs));
	g->d->old_subs = calloc(old->sub_cnt + 1, sizeof(*g->d->old_subs));
	if (!g->d->subs || !g->d->old_subs || !has_old)
		return -ENOMEM;
	for (i = 0; i < old->sub_cnt; i++) {
		uint32_t to = g->match.subs[i];

		if (to != MATCH_NONE && has_old[to])
			to = MATCH_NONE;
		if (to != MATCH_NONE)
			has_old[to] = true;
		g->d->old_subs[i] = to == MATCH_NONE ? (uint32_t)(new->sub_cnt + i) : to;
		add_sub(g, to == MATCH_NONE ? old->subs[i]->name : new->subs[to]->name,
			g->d->old_subs[i], &g->old_values.subs[i],
			to == MATCH_NONE ? NULL : &g->new_values.subs[to]);
	}
	for (i = 0; i < new->sub_cnt; i++) {
		if (!has_old[i])
			add_sub(g, new->subs[i]->name, (uint32_t)i, NULL, &g->new_values.subs[i]);
	}
	return 0;
}

static void add_line(struct diffing *g, const struct profile_file *file, uint32_t line,
		     const struct line_value *old, const struct line_value *new)
{
	struct diff_row *row = &g->d->lines[g->d->line_cnt++];

	*row = (struct diff_row){ .name = file->name, .file = file, .line = line };
	if (old)
		row->old = old->value;
	if (old && new)
		row->old_line = old->id.line;
	if (new)
		row->new = new->value;
	judge(g, row);
}

/* An old line goes with the new line of its text, even if that did not run. */
static void add_old_line(struct diffing *g, const struct line_value *old)
{
	struct match_place at = match_line(&g->match, old->id.fid, old->id.line);
	struct line_value *new = (struct line_value *)values_line(&g->new_values, at.fid, at.line);

	if (at.fid)
		add_line(g, g->new->sum->files[at.fid - 1], at.line, old, new);
	else
		add_line(g, g->old->sum->files[old->id.fid - 1], old->id.line, old, NULL);
	if (new) {
		HASH_DEL(g->new_values.lines, new);
		free(new);
	}
}

static int add_lines(struct diffing *g)
{
	const struct line_value *line;

	g->d->lines = calloc(HASH_COUNT(g->old_values.lines) + HASH_COUNT(g->new_values.lines) + 1,
			     sizeof(*g->d->lines));
	if (!g->d->lines)
		return -ENOMEM;
	for (line = g->old_values.lines; line; line = line->hh.next)
		add_old_line(g, line);
	for (line = g->new_values.lines; line; line = line->hh.next)
		add_line(g, g->new->sum->files[line->id.fid - 1], line->id.line, NULL, line);
	return 0;
}

/* ----------------------------------------------------------------------- order */

static int by_change(const void *a, const void *b)
{
	const struct diff_row *x = a, *y = b;
	double dx = fabs(diff_change(x)), dy = fabs(diff_change(y));
	int diff = x->noise - y->noise;

	diff = diff ?: (dx < dy) - (dx > dy);
	diff = diff ?: strcmp(x->name, y->name);
	return diff ?: (x->line > y->line) - (x->line < y->line);
}

/* Some profiles have calls only. */
static bool have_stmts(const struct diffing *g)
{
	return g->old_values.stmts.cnt > 0 && g->new_values.stmts.cnt > 0;
}

static void set_total(struct diffing *g)
{
	struct diff_row *total = &g->d->total;

	total->name = "all statements";
	total->old = g->old_values.stmts;
	total->new = g->new_values.stmts;
	if (!have_stmts(g)) {
		total->name = "all subs";
		total->old = g->old_values.calls;
		total->new = g->new_values.calls;
	}
	judge(g, total);
	g->d->all_ns = fmax(total->old.ns, total->new.ns);
}

/* ------------------------------------------------------------------------ texts */

static int by_place(const void *a, const void *b)
{
	const struct diff_row *x = *(struct diff_row *const *)a, *y = *(struct diff_row *const *)b;

	if (x->file != y->file)
		return (uintptr_t)x->file < (uintptr_t)y->file ? -1 : 1;
	return (x->line > y->line) - (x->line < y->line);
}

/* In the order of their places, so that each source is read once. */
static int set_texts(struct diff *d)
{
	struct diff_row **rows __cleanup(free_ptr) = calloc(d->line_cnt + 1, sizeof(*rows));
	struct line_reader reader = {};
	size_t i;

	if (!rows)
		return -ENOMEM;
	for (i = 0; i < d->line_cnt; i++)
		rows[i] = &d->lines[i];
	sort(rows, d->line_cnt, sizeof(*rows), by_place);
	for (i = 0; i < d->line_cnt; i++) {
		const struct line_row at = { .file = rows[i]->file, .line = rows[i]->line };

		rows[i]->text = line_text(&reader, &at, &rows[i]->text_len);
	}
	return 0;
}

int diff_make(struct diff *d, const struct diff_side *old, const struct diff_side *new)
{
	struct diffing g = { .d = d, .old = old, .new = new };
	int rc;

	*d = (struct diff){ .hz = new->hz, .run_cnt = { old->run_cnt, new->run_cnt } };
	rc = match_make(&g.match, old->sum, new->sum);
	rc = rc ?: values_make(&g.old_values, old);
	rc = rc ?: values_make(&g.new_values, new);
	if (!rc)
		set_total(&g);
	rc = rc ?: add_subs(&g);
	if (!rc && have_stmts(&g))
		rc = add_lines(&g);
	rc = rc ?: set_texts(d);
	if (!rc) {
		sort(d->subs, d->sub_cnt, sizeof(*d->subs), by_change);
		sort(d->lines, d->line_cnt, sizeof(*d->lines), by_change);
	}
	match_release(&g.match);
	values_release(&g.old_values);
	values_release(&g.new_values);
	return rc;
}

void diff_release(struct diff *d)
{
	free(d->subs);
	free(d->old_subs);
	free(d->lines);
	*d = (struct diff){};
}
