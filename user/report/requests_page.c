// SPDX-License-Identifier: GPL-2.0-or-later
/* --group-by: the time by the outermost call of some subs. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/param.h>

#include "figures/requests.h"
#include "report/cells.h"
#include "report/report_parts.h"
#include "stacks/stacks.h"
#include "util/error.h"
#include "write/time_text.h"

#define CELLS (CELL_CNT + CELL_TIME + CELL_PERCENT + 2)

struct table {
	const struct report *r;
	const struct stacks *s;
};

/* The subs that took the most of it, themselves: "12ms in A::b, 3ms in C::d". */
static void put_parts(const struct table *t, const struct request *request)
{
	unsigned left = room_behind(t->r, CELLS + cell_wait_width(t->r) + 2), used = 0;
	const struct request_part *part;
	struct stack stack = {};
	char time[TIME_TEXT], before[TIME_TEXT + 16];

	begin_aside(t->r);
	fprintf(t->r->out, "%*s", (int)(CELLS + cell_wait_width(t->r) + 2), "");
	for (part = request->parts; part < request->parts + REQUEST_PARTS && part->ns; part++) {
		stack.sub = part->sub;
		snprintf(before, sizeof(before), "%s%s in ", used ? ", " : "",
			 time_text(part->ns, time));
		if (used && left - used < strlen(before) + 20)
			break;
		used += put_text(t->r, before, strlen(before), left - used);
		used += put_name(t->r, stack_name(t->r->p, &stack), left - used);
	}
	fputc('\n', t->r->out);
	end_style(t->r);
}

static void put_request(const struct table *t, const struct request *request)
{
	unsigned room = room_behind(t->r, CELLS + cell_wait_width(t->r) + cell_each_width(t->r));

	cell_cnt(t->r, request->cnt);
	cell_time(t->r, request->ns, HEAT_NONE);
	cell_percent(t->r, request->ns, t->r->whole_ns);
	cell_wait(t->r, request->waited_ns);
	cell_each(t->r, request->ns, request->cnt, NULL);
	fputs("  ", t->r->out);
	put_name(t->r, t->r->p->subs[request->sub]->name, room);
	fputc('\n', t->r->out);
	put_parts(t, request);
}

static void put_outside(const struct table *t, int64_t ns)
{
	char time[TIME_TEXT];

	fprintf(t->r->out, "\n%s in no such call (", time_text(ns, time));
	put_percent(t->r, ns);
	fputs(")\n", t->r->out);
	if (t->s->shared_cnts)
		fputs("Some numbers of calls are estimates: record with calls=2 for exact ones.\n",
		      t->r->out);
}

static void put_table(const struct table *t, const struct requests *requests)
{
	size_t i;

	begin_table(t->r, "Outermost calls", "calls", "inclusive");
	cell_each_title(t->r, "per call");
	fputs("  sub, and which ones took most of that themselves\n", t->r->out);
	for (i = 0; i < requests->cnt && i < t->r->o->limit; i++)
		put_request(t, &requests->all[i]);
	if (requests->cnt > t->r->o->limit)
		report_more(t->r, requests->cnt - t->r->o->limit);
	put_outside(t, MAX(t->r->whole_ns - requests->ns, 0));
}

static int put_page(const struct report *r, const struct stacks *s, struct error *err)
{
	struct table t = { .r = r, .s = s };
	struct requests requests;
	int rc;

	if (s->pairs)
		return error_set(err, ENOENT,
				 "the profile has no stacks: record it with calls=1 or calls=2");
	rc = requests_make(&requests, r->p, s, r->o->group_by, r->idle);
	if (!rc && !requests.cnt)
		rc = error_set(err, ENOENT,
			       "no sub that was called matches \"%s\"; the pattern is for the "
			       "whole name, as in 'My::Controller::*'",
			       r->o->group_by);
	if (!rc && !(rc = report_head(r)))
		put_table(&t, &requests);
	requests_release(&requests);
	return rc;
}

int report_requests_page(const struct report *r, struct error *err)
{
	struct stacks s;
	int rc = stacks_make(&s, r->p) ?: put_page(r, &s, err);

	stacks_release(&s);
	return rc;
}
