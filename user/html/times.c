// SPDX-License-Identifier: GPL-2.0-or-later
#include "html/times.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "html/text.h"
#include "profile/profile.h"
#include "util/cleanup.h"
#include "util/sort.h"

#define COLUMNS_MAX 48
#define ROWS_MAX    20 /* the others are one row */
#define SHADES	    9
#define LABEL_SIZE  40

/* Of one profile. */
struct busy {
	char *name; /* of the unit or program */
	double begin, end; /* seconds since the epoch */
	double seconds; /* of perl code */
};

struct times {
	struct busy *all;
	size_t cnt;
};

struct row {
	const char *name;
	double seconds[COLUMNS_MAX];
	double sum;
};

struct grid {
	struct row *rows; /* who was busy for longest first */
	size_t cnt;
	double begin; /* of the first column */
	double step; /* seconds of a column */
	unsigned columns;
	double most; /* in a cell */
};

struct times *times_new(void)
{
	return calloc(1, sizeof(struct times));
}

void times_free(struct times *t)
{
	size_t i;

	for (i = 0; t && i < t->cnt; i++)
		free(t->all[i].name);
	if (t)
		free(t->all);
	free(t);
}

/* The unit, or the program without its directory. */
static const char *name_of(const struct profile *p)
{
	const char *unit = profile_attr(p, "agent_unit"), *program, *slash;

	if (unit)
		return unit;
	program = profile_attr(p, "application") ?: "perl";
	slash = strrchr(program, '/');
	return slash && slash[1] ? slash + 1 : program;
}

int times_add(struct times *t, const struct profile *p)
{
	struct profile_totals totals;
	struct busy *more;

	if (!(t->cnt & (t->cnt - 1))) {
		more = reallocarray(t->all, t->cnt ? 2 * t->cnt : 1, sizeof(*more));
		if (!more)
			return -ENOMEM;
		t->all = more;
	}
	profile_totals(p, &totals);
	more = &t->all[t->cnt];
	*more = (struct busy){ .name = strdup(name_of(p)),
			       .begin = p->start,
			       .end = p->end > p->start ? p->end : p->start,
			       .seconds = (double)totals.stmt_ns / 1e9 };
	if (!more->name)
		return -ENOMEM;
	t->cnt++;
	return 0;
}

/* ------------------------------------------------------------------------- grid */

/* Of a clock, so that parts begin at round times. */
static double step_of(double seconds)
{
	static const double steps[] = { 1,   2,	  5,	10,   15,   30,	   60,	  120,	300,
					600, 900, 1800, 3600, 7200, 14400, 21600, 43200 };
	const double day = 86400;
	size_t i;

	for (i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		if (seconds / steps[i] < COLUMNS_MAX - 1)
			return steps[i];
	}
	return day * ceil(seconds / day / (COLUMNS_MAX - 1));
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct busy *)a)->name, ((const struct busy *)b)->name);
}

static int by_sum(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	if (x->sum != y->sum)
		return x->sum < y->sum ? 1 : -1;
	return strcmp(x->name, y->name);
}

/* Evenly over its time. */
static void spread(struct row *r, const struct busy *b, const struct grid *g)
{
	unsigned from = (unsigned)((b->begin - g->begin) / g->step),
		 to = (unsigned)((b->end - g->begin) / g->step), i;
	double length = b->end - b->begin;

	r->sum += b->seconds;
	for (i = from; i <= to && i < g->columns; i++) {
		double begin = fmax(b->begin, g->begin + i * g->step),
		       end = fmin(b->end, g->begin + (i + 1) * g->step);

		r->seconds[i] += length > 0 ? b->seconds * (end - begin) / length : b->seconds;
	}
}

static void add_to(struct row *r, const struct row *from)
{
	unsigned i;

	r->name = "others";
	r->sum += from->sum;
	for (i = 0; i < COLUMNS_MAX; i++)
		r->seconds[i] += from->seconds[i];
}

/* The last row is that of those who have no row. */
static void limit_rows(struct grid *g)
{
	struct row others = {};
	size_t i;

	if (g->cnt <= ROWS_MAX)
		return;
	for (i = ROWS_MAX - 1; i < g->cnt; i++)
		add_to(&others, &g->rows[i]);
	g->rows[ROWS_MAX - 1] = others;
	g->cnt = ROWS_MAX;
}

static void find_most(struct grid *g)
{
	size_t i;
	unsigned c;

	for (i = 0; i < g->cnt; i++) {
		for (c = 0; c < g->columns; c++)
			g->most = fmax(g->most, g->rows[i].seconds[c]);
	}
}

static int grid_make(struct grid *g, struct times *t)
{
	double begin = t->all[0].begin, end = t->all[0].end;
	size_t i;

	for (i = 1; i < t->cnt; i++) {
		begin = fmin(begin, t->all[i].begin);
		end = fmax(end, t->all[i].end);
	}
	g->step = step_of(end - begin);
	g->begin = floor(begin / g->step) * g->step;
	g->columns = (unsigned)((end - g->begin) / g->step) + 1;
	g->rows = calloc(t->cnt, sizeof(*g->rows));
	if (!g->rows)
		return -ENOMEM;
	sort(t->all, t->cnt, sizeof(*t->all), by_name);
	for (i = 0; i < t->cnt; i++) {
		if (!i || strcmp(t->all[i].name, t->all[i - 1].name) != 0)
			g->rows[g->cnt++].name = t->all[i].name;
		spread(&g->rows[g->cnt - 1], &t->all[i], g);
	}
	sort(g->rows, g->cnt, sizeof(*g->rows), by_sum);
	limit_rows(g);
	find_most(g);
	return 0;
}

/* ------------------------------------------------------------------------- write */

/* UTC; with the day if the table has several. */
static const char *label(const struct grid *g, unsigned column, char text[LABEL_SIZE])
{
	bool days = g->columns * g->step > 86400, seconds = g->step < 60;
	time_t at = (time_t)(g->begin + column * g->step);
	struct tm tm;

	if (!gmtime_r(&at, &tm) || !strftime(text, LABEL_SIZE,
					     days    ? "%Y-%m-%d %H:%M" :
					     seconds ? "%H:%M:%S" :
						       "%H:%M",
					     &tm))
		*text = '\0';
	return text;
}

static void put_cell(const struct grid *g, const struct row *r, unsigned column, FILE *out)
{
	double part = g->most > 0 ? r->seconds[column] / g->most : 0;
	int shade = part > 0 ? (int)ceil(part * SHADES) : 0;
	char text[LABEL_SIZE];

	fprintf(out, "<td class=\"busy%d\" title=\"%s: ", shade < SHADES ? shade : SHADES,
		label(g, column, text));
	html_put_time((int64_t)(r->seconds[column] * 1e9), out);
	fputs("\"></td>", out);
}

static void put_row(const struct grid *g, const struct row *r, FILE *out)
{
	unsigned column;

	fputs("<tr><th scope=\"row\">", out);
	html_put(r->name, out);
	fputs("</th><td class=\"number\">", out);
	html_put_time((int64_t)(r->sum * 1e9), out);
	fputs("</td>", out);
	for (column = 0; column < g->columns; column++)
		put_cell(g, r, column, out);
	fputs("</tr>\n", out);
}

static void put_grid(const struct grid *g, FILE *out)
{
	char from[LABEL_SIZE], to[LABEL_SIZE];
	unsigned half = g->columns / 2;
	size_t i;

	fputs("<section id=\"times\">\n<table class=\"times\"><caption>Busy over time (UTC)</caption>"
	      "<colgroup><col class=\"who\"><col class=\"sum\">",
	      out);
	fprintf(out, "<col span=\"%u\"></colgroup>", g->columns);
	fputs("<thead><tr><th scope=\"col\">service</th>"
	      "<th scope=\"col\" class=\"number\">in perl</th>",
	      out);
	fprintf(out,
		"<th colspan=\"%u\">%s</th><th class=\"until\" colspan=\"%u\">%s</th></tr></thead><tbody>\n",
		half, label(g, 0, from), g->columns - half, label(g, g->columns, to));
	for (i = 0; i < g->cnt; i++)
		put_row(g, &g->rows[i], out);
	fputs("</tbody></table>\n<p class=\"remark\">The stronger the colour, the longer perl ran. The time of a "
	      "profile is spread evenly over its interval: an estimate.</p>\n</section>\n",
	      out);
}

int times_put(struct times *t, FILE *out)
{
	struct grid g = {};
	int rc = t->cnt ? grid_make(&g, t) : 0;

	if (!rc && g.columns > 1)
		put_grid(&g, out);
	free(g.rows);
	return rc;
}
