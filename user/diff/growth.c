// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/growth.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#include "diff/diff.h"
#include "profile/merge.h"
#include "profile/profile.h"
#include "util/clock.h"

struct growth {
	struct merge *before, *after;
	double begin; /* seconds since the epoch */
	int rc; /* -errno: something is missing */
};

double growth_now(void)
{
	return (double)clock_ns(CLOCK_REALTIME) / 1e9;
}

struct growth *growth_new(double begin)
{
	struct growth *g = calloc(1, sizeof(*g));

	if (!g || growth_turn(g)) {
		growth_free(g);
		return NULL;
	}
	g->begin = begin;
	return g;
}

void growth_free(struct growth *g)
{
	if (!g)
		return;
	merge_free(g->before);
	merge_free(g->after);
	free(g);
}

int growth_before(struct growth *g, struct profile *p)
{
	g->rc = g->rc ?: merge_add(g->before, p);
	return g->rc;
}

int growth_after(struct growth *g, struct profile *p)
{
	g->rc = g->rc ?: merge_add(g->after, p);
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

int growth_read(struct growth *g, struct diff_stacks *d, struct profile **sum)
{
	const struct diff_side old = { .sum = merge_profile(g->before) },
			       new = { .sum = merge_profile(g->after) };
	int rc;

	*d = (struct diff_stacks){};
	*sum = new.sum;
	if (g->rc || !old.sum || !new.sum)
		return -ENOMEM;
	new.sum->start = g->begin;
	new.sum->end = growth_now();
	rc = diff_stacks_make(d, &old, &new);
	if (!rc)
		subtract(d);
	return rc;
}

int growth_turn(struct growth *g)
{
	merge_free(g->before);
	merge_free(g->after);
	g->before = merge_new();
	g->after = merge_new();
	g->rc = g->before && g->after ? 0 : -ENOMEM;
	g->begin = growth_now();
	return g->rc;
}
