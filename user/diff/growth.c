// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/growth.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#include "diff/diff.h"
#include "profile/merge.h"
#include "profile/profile.h"
#include "stacks/events.h"
#include "stacks/lines.h"
#include "util/clock.h"

struct growth {
	struct merge *before; /* who lived at the first moment */
	struct merge *cut; /* who lives at the second one; these are before it next time */
	struct merge *ended; /* in between */
	struct merge *ended_next; /* after the second moment */
	struct merge *all; /* cut and ended; NULL: nobody has ended, or it was not read */
	struct event_stacks events; /* of the sum that was read */
	double begin; /* seconds since the epoch */
	int rc; /* -errno: something is missing */
};

double growth_now(void)
{
	return (double)clock_ns(CLOCK_REALTIME) / 1e9;
}

/* What grows is shown by stacks. */
static struct merge *sum_new(void)
{
	struct merge *m = merge_new();

	if (m)
		merge_leave_out_sqls(m);
	return m;
}

struct growth *growth_new(double begin)
{
	struct growth *g = calloc(1, sizeof(*g));

	if (!g)
		return NULL;
	g->begin = begin;
	g->before = sum_new();
	g->cut = sum_new();
	g->ended = sum_new();
	g->ended_next = sum_new();
	if (g->before && g->cut && g->ended && g->ended_next)
		return g;
	growth_free(g);
	return NULL;
}

void growth_free(struct growth *g)
{
	if (!g)
		return;
	merge_free(g->before);
	merge_free(g->cut);
	merge_free(g->ended);
	merge_free(g->ended_next);
	merge_free(g->all);
	event_stacks_release(&g->events);
	free(g);
}

int growth_cut(struct growth *g, struct profile *p)
{
	g->rc = g->rc ?: merge_add(g->cut, p);
	return g->rc;
}

int growth_end(struct growth *g, struct profile *p, bool cut)
{
	g->rc = g->rc ?: merge_add(cut ? g->ended_next : g->ended, p);
	return g->rc;
}

/* Own times are measured less what probes take, so a time can become less by a little. */
static void subtract(struct diff_stacks *d)
{
	size_t i;

	for (i = 0; i < d->new.cnt; i++) {
		const struct stack *was = diff_stacks_old(d, i);
		struct stack *now = &d->new.all[i];

		if (!was)
			continue;
		now->cnt -= was->cnt < now->cnt ? was->cnt : now->cnt;
		now->ns = was->ns < now->ns ? now->ns - was->ns : 0;
	}
}

static int add_all_of(struct merge *to, struct merge *from)
{
	struct profile *p = merge_profile(from);

	return p ? merge_add(to, p) : -ENOMEM;
}

/* Both, and cut stays as it is for the next growth. NULL: out of memory. */
static struct profile *sum_of_all(struct growth *g)
{
	if (!merge_runs(g->ended))
		return merge_profile(g->cut);
	g->all = g->all ?: sum_new();
	if (!g->all || add_all_of(g->all, g->ended) ||
	    (merge_runs(g->cut) && add_all_of(g->all, g->cut)))
		return NULL;
	return merge_profile(g->all);
}

static int read_events(struct growth *g, struct stacks *s, const struct profile *sum,
		       const struct profile *old)
{
	int rc;

	if (!sum->kevents.rows)
		return 0;
	event_stacks_release(&g->events);
	rc = event_stacks_make(&g->events, sum) ?: event_stacks_subtract(&g->events, sum, old);
	s->events = rc ? NULL : &g->events;
	return rc;
}

int growth_read(struct growth *g, struct diff_stacks *d, struct profile **sum)
{
	struct diff_side old = {}, new = {};
	int rc;

	*d = (struct diff_stacks){};
	if (g->rc)
		return g->rc;
	old.sum = merge_profile(g->before);
	new.sum = sum_of_all(g);
	if (!old.sum || !new.sum)
		return -ENOMEM;
	*sum = new.sum;
	new.sum->start = g->begin;
	new.sum->end = growth_now();
	rc = diff_stacks_make(d, &old, &new) ?: stack_lines_add(&d->new, new.sum);
	if (rc)
		return rc;
	subtract(d);
	stack_lines_subtract(&d->new, new.sum, old.sum);
	return read_events(g, &d->new, new.sum, old.sum);
}

int growth_turn(struct growth *g)
{
	merge_free(g->before);
	merge_free(g->ended);
	merge_free(g->all);
	event_stacks_release(&g->events);
	g->before = g->cut;
	g->ended = g->ended_next;
	g->all = NULL;
	g->cut = sum_new();
	g->ended_next = sum_new();
	g->rc = g->cut && g->ended_next ? 0 : -ENOMEM;
	g->begin = growth_now();
	return g->rc;
}
