// SPDX-License-Identifier: GPL-2.0-or-later
#include "write/term_kevents.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "profile/kevents.h"
#include "profile/profile.h"
#include "text/plain.h"
#include "util/cleanup.h"
#include "util/sort.h"
#include "write/time_text.h"
#include "write/writer.h"

/* A row of a table: the sum of what has the same id. */
struct group {
	struct kevent_id id;
	struct kevent_sum sum; /* of a sub: with what it called, */
	int64_t own; /* how many without, or bytes */
	const struct profile_kevent *row; /* one of them, for its names */
	const char *event;
};

struct groups {
	struct group *all;
	size_t cnt;
};

/* -ENOMEM */
static int add_group(const struct profile *p, struct groups *g, const struct group *add)
{
	struct group *more = g->all;

	if (!(g->cnt & (g->cnt - 1))) /* 0 and the powers of 2 */
		more = reallocarray(more, g->cnt ? 2 * g->cnt : 1, sizeof(*more));
	if (!more)
		return -ENOMEM;
	g->all = more;
	more[g->cnt] = *add;
	more[g->cnt++].event = profile_kevent_event(p, add->row);
	return 0;
}

static int by_id(const void *a, const void *b)
{
	const struct group *x = a, *y = b;

	return memcmp(&x->id, &y->id, sizeof(x->id));
}

static int by_sum(const void *a, const void *b)
{
	const struct group *x = a, *y = b;

	if (x->id.event != y->id.event)
		return strcmp(x->event, y->event);
	if (x->row->by_bytes && x->sum.bytes != y->sum.bytes)
		return x->sum.bytes < y->sum.bytes ? 1 : -1;
	if (x->sum.cnt != y->sum.cnt)
		return x->sum.cnt < y->sum.cnt ? 1 : -1;
	if (x->sum.ns != y->sum.ns)
		return x->sum.ns < y->sum.ns ? 1 : -1;
	return memcmp(&x->id, &y->id, sizeof(x->id));
}

/* Those of one id become one; then in the order of their sums. */
static void join(struct groups *g)
{
	size_t i, to = 0;
	int64_t *own;

	sort(g->all, g->cnt, sizeof(*g->all), by_id);
	for (i = 0; i < g->cnt; i++) {
		if (!to || by_id(&g->all[to - 1], &g->all[i]) != 0) {
			g->all[to++] = g->all[i];
			continue;
		}
		kevent_sum_add(&g->all[to - 1].sum, &g->all[i].sum);
		own = &g->all[to - 1].own;
		if (__builtin_add_overflow(*own, g->all[i].own, own))
			*own = g->all[i].own < 0 ? INT64_MIN : INT64_MAX;
	}
	g->cnt = to;
	sort(g->all, g->cnt, sizeof(*g->all), by_sum);
}

static void put_number(int64_t number, FILE *out)
{
	if (number)
		fprintf(out, " %10" PRId64, number);
	else
		fprintf(out, " %10s", "-");
}

static void put_sum(const struct kevent_sum *sum, FILE *out)
{
	char text[TIME_TEXT];

	fprintf(out, "%10" PRIu64, (uint64_t)sum->cnt);
	put_number((int64_t)sum->errors, out);
	put_number(sum->bytes, out);
	fprintf(out, " %10s  ",
		sum->ns ? time_text(sum->ns < INT64_MAX ? (int64_t)sum->ns : INT64_MAX, text) :
			  "-");
}

static void put_event(const struct profile *p, const struct group *g, FILE *out)
{
	plain_print(profile_kevent_event(p, g->row), out);
	if (!g->id.detail)
		return;
	fputs(": ", out);
	plain_print(profile_kevent_detail(p, g->row), out);
}

/* What follows the first rows of an event. Returns the index behind it. */
static size_t skip_event(const struct groups *g, size_t i, FILE *out)
{
	size_t first = i;

	while (i < g->cnt && g->all[i].id.event == g->all[first].id.event)
		i++;
	fprintf(out, "%10s %zu more\n", "", i - first);
	return i;
}

static void put_groups(const struct profile *p, const struct groups *g, unsigned top, FILE *out,
		       void (*put)(const struct profile *p, const struct group *g, FILE *out))
{
	size_t i = 0, first = 0;

	while (i < g->cnt) {
		if (g->all[i].id.event != g->all[first].id.event)
			first = i;
		if (i - first < top)
			put(p, &g->all[i++], out);
		else
			first = i = skip_event(g, i, out);
	}
}

#define TITLE(last) "%10s %10s %10s %10s  " last "\n", "count", "errors", "bytes", "time"

/* ------------------------------------------------------------------------- events */

static void put_one_event(const struct profile *p, const struct group *g, FILE *out)
{
	put_sum(&g->sum, out);
	put_event(p, g, out);
	fputc('\n', out);
}

static int put_events(const struct profile *p, const struct profile_kevent **rows, size_t cnt,
		      struct groups *g, unsigned top, FILE *out)
{
	size_t i;
	int rc = 0;

	g->cnt = 0;
	for (i = 0; i < cnt && !rc; i++)
		rc = add_group(p, g,
			       &(struct group){ .id = { .event = rows[i]->id.event,
							.detail = rows[i]->id.detail },
						.sum = rows[i]->sum,
						.row = rows[i] });
	if (rc)
		return rc;
	join(g);
	fprintf(out, "\nEvents of the kernel\n" TITLE("event"));
	put_groups(p, g, top, out, put_one_event);
	return 0;
}

/* -------------------------------------------------------------------------- lines */

static void put_one_line(const struct profile *p, const struct group *g, FILE *out)
{
	const struct profile_file *file = profile_find_fid(p, g->id.fid);

	put_sum(&g->sum, out);
	put_event(p, g, out);
	fputs(", ", out);
	if (file) {
		plain_print(file->name, out);
		fprintf(out, ":%u in ", g->id.line);
	}
	plain_print(profile_kevent_sub(p, g->row), out);
	fputc('\n', out);
}

static int put_lines(const struct profile *p, const struct profile_kevent **rows, size_t cnt,
		     struct groups *g, unsigned top, FILE *out)
{
	size_t i;
	int rc = 0;

	g->cnt = 0;
	for (i = 0; i < cnt && !rc; i++) {
		struct group one = { .id = rows[i]->id, .sum = rows[i]->sum, .row = rows[i] };

		one.id.stack = 0;
		rc = add_group(p, g, &one);
	}
	if (rc)
		return rc;
	join(g);
	fprintf(out, "\nEvents of the kernel by line\n" TITLE("event, and where"));
	put_groups(p, g, top, out, put_one_line);
	return 0;
}

/* --------------------------------------------------------------------------- subs */

static void put_one_sub(const struct profile *p, const struct group *g, FILE *out)
{
	const struct profile_kevent named = { .id = g->id };

	fprintf(out, "%10" PRId64 " %10" PRId64 "  ", g->own,
		profile_kevent_amount(g->row, &g->sum));
	plain_print(profile_kevent_event(p, g->row), out);
	fputs(g->row->by_bytes ? " (bytes), " : ", ", out);
	plain_print(profile_kevent_sub(p, &named), out);
	fputc('\n', out);
}

/* Is the sub of this stack also one of those that it has called? Then it has the row already. */
static bool is_again(const struct profile *p, uint32_t from, const struct kevent_stack *at)
{
	const struct kevent_stack *s;

	for (s = profile_kevent_caller(p, from); s && s != at;
	     s = profile_kevent_caller(p, s->id.up)) {
		if (s->id.sub == at->id.sub)
			return true;
	}
	return false;
}

/* One for the sub that a row is in, and one for each of its callers. -ENOMEM. */
static int add_subs(const struct profile *p, const struct profile_kevent *row, struct groups *g)
{
	struct group one = {
		.id = { .sub = row->id.sub, .where = row->id.where, .event = row->id.event },
		.sum = row->sum,
		.own = profile_kevent_amount(row, &row->sum),
		.row = row
	};
	const struct kevent_stack *s = profile_kevent_caller(p, row->id.stack);
	int rc = add_group(p, g, &one);

	one.own = 0;
	for (s = s ? profile_kevent_caller(p, s->id.up) : NULL; s && !rc;
	     s = profile_kevent_caller(p, s->id.up)) {
		if (is_again(p, row->id.stack, s))
			continue;
		one.id.sub = s->id.sub;
		rc = add_group(p, g, &one);
	}
	return rc;
}

void term_put_kevent_callers(const struct profile *p, const char *event, FILE *out)
{
	struct kevent_callers c;

	profile_kevent_callers(p, event, &c);
	if (c.cut) {
		fprintf(out, "%" PRIu64 " of %" PRIu64 " ", c.cut, c.all);
		plain_print(event ? event : "events", out);
		fprintf(out, " are below more than %d calls: outer callers do not include them\n",
			KEVENT_STACK);
	}
	if (c.none) {
		fprintf(out, "%" PRIu64 " of %" PRIu64 " ", c.none, c.all);
		plain_print(event ? event : "events", out);
		fputs(" have no stack: no caller includes them\n", out);
	}
}

static int put_subs(const struct profile *p, const struct profile_kevent **rows, size_t cnt,
		    struct groups *g, unsigned top, FILE *out)
{
	size_t i;
	int rc = 0;

	g->cnt = 0;
	for (i = 0; i < cnt && !rc; i++)
		rc = add_subs(p, rows[i], g);
	if (rc)
		return rc;
	join(g);
	fprintf(out, "\nEvents of the kernel by sub\n%10s %10s  event, and sub\n", "own",
		"inclusive");
	put_groups(p, g, top, out, put_one_sub);
	term_put_kevent_callers(p, NULL, out);
	return 0;
}

/* ---------------------------------------------------------------------------- all */

int term_put_kevents(const struct profile *p, const struct writer_options *o, FILE *out)
{
	const struct profile_kevent **rows __cleanup(free_ptr) = NULL;
	struct groups g = {};
	size_t cnt;
	int rc;

	if (!p->kevents.rows)
		return 0;
	rows = profile_sorted_kevents(p, &cnt);
	if (!rows)
		return -ENOMEM;
	rc = put_events(p, rows, cnt, &g, o->top, out);
	rc = rc ?: put_lines(p, rows, cnt, &g, o->top, out);
	rc = rc ?: put_subs(p, rows, cnt, &g, o->top, out);
	free(g.all);
	return rc;
}
