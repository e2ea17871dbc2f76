// SPDX-License-Identifier: GPL-2.0-or-later
#include "figures/requests.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"
#include "stacks/stacks.h"
#include "util/cleanup.h"
#include "util/saturate.h"
#include "util/sort.h"

#define IDLE SIZE_MAX /* instead of a request's number */

/* What one stack adds to a request. */
struct share {
	size_t request;
	uint32_t sub;
	int64_t ns;
};

struct work {
	struct requests *r;
	const struct profile *p;
	const struct stacks *s;
	const bool *idle; /* by sub id */
	size_t *of_sub; /* by sub id: the number of its request, and 1; 0: it does not match */
	size_t *of; /* by stack, likewise: the request that it is in */
	struct share *shares;
	size_t share_cnt;
};

void requests_release(struct requests *r)
{
	free(r->all);
	*r = (struct requests){};
}

/* A request for each sub that matches. */
static void match_subs(struct work *w, const char *pattern)
{
	uint32_t i;

	for (i = 0; i < w->p->sub_cnt; i++) {
		if (fnmatch(pattern, w->p->subs[i]->name, 0) != 0)
			continue;
		w->r->all[w->r->cnt++].sub = i;
		w->of_sub[i] = w->r->cnt;
	}
}

/* The caller's request, or a new one. Callers come before what they call. */
static size_t request_of(const struct work *w, size_t i, bool *outermost)
{
	const struct stack *stack = &w->s->all[i];
	size_t up = i ? w->of[stack->up] : 0;
	bool is_sub = stack->sub < w->p->sub_cnt;

	if (is_sub && w->idle[stack->sub])
		up = IDLE;
	*outermost = !up && is_sub && w->of_sub[stack->sub];
	return *outermost ? w->of_sub[stack->sub] : up;
}

static void add_stack(struct work *w, size_t i)
{
	const struct stack *stack = &w->s->all[i];
	bool waits = stack_is_waiting(w->p, w->s, stack), outermost;
	size_t nr = w->of[i] = request_of(w, i, &outermost);
	struct request *request;

	if (!nr || nr == IDLE)
		return;
	request = &w->r->all[nr - 1];
	saturate_ns(&request->ns, stack->ns);
	saturate_ns(&w->r->ns, stack->ns);
	if (waits)
		saturate_ns(&request->waited_ns, stack->ns);
	if (outermost || w->s->hz)
		request->cnt += stack->cnt;
	/* What a sub has waited is its own. */
	w->shares[w->share_cnt++] =
		(struct share){ nr - 1, waits ? w->s->all[stack->up].sub : stack->sub, stack->ns };
}

/* ----------------------------------------------------------------------- parts */

static int compare_shares(const void *a, const void *b)
{
	const struct share *one = a, *other = b;

	if (one->request != other->request)
		return one->request < other->request ? -1 : 1;
	return one->sub < other->sub ? -1 : one->sub > other->sub;
}

static void add_part(struct request *request, uint32_t sub, int64_t ns)
{
	struct request_part part = { sub, ns }, next;
	size_t i;

	for (i = 0; i < REQUEST_PARTS; i++) {
		if (request->parts[i].ns >= part.ns)
			continue;
		next = request->parts[i];
		request->parts[i] = part;
		part = next;
	}
}

static void add_parts(struct work *w)
{
	size_t i = 0;

	sort(w->shares, w->share_cnt, sizeof(*w->shares), compare_shares);
	while (i < w->share_cnt) {
		const struct share *first = &w->shares[i];
		int64_t ns = 0;

		for (; i < w->share_cnt && !compare_shares(first, &w->shares[i]); i++)
			saturate_ns(&ns, w->shares[i].ns);
		add_part(&w->r->all[first->request], first->sub, ns);
	}
}

/* ------------------------------------------------------------------------- all */

static int compare_requests(const void *a, const void *b)
{
	const struct request *one = a, *other = b;

	if (one->ns != other->ns)
		return one->ns > other->ns ? -1 : 1;
	return one->sub < other->sub ? -1 : one->sub > other->sub;
}

/* Those that were not called, or only within others, go. */
static void drop_empty(struct requests *r)
{
	size_t i, cnt = 0;

	for (i = 0; i < r->cnt; i++) {
		if (r->all[i].cnt || r->all[i].ns)
			r->all[cnt++] = r->all[i];
	}
	r->cnt = cnt;
}

int requests_make(struct requests *r, const struct profile *p, const struct stacks *s,
		  const char *pattern, const bool *idle)
{
	size_t *of_sub __cleanup(free_ptr) = calloc(p->sub_cnt + 1ull, sizeof(*of_sub));
	size_t *of __cleanup(free_ptr) = calloc(s->cnt + 1, sizeof(*of));
	struct share *shares __cleanup(free_ptr) = calloc(s->cnt + 1, sizeof(*shares));
	struct work w = {
		.r = r, .p = p, .s = s, .idle = idle, .of_sub = of_sub, .of = of, .shares = shares
	};
	size_t i;

	*r = (struct requests){ .all = calloc(p->sub_cnt + 1ull, sizeof(*r->all)) };
	if (!of_sub || !of || !shares || !r->all)
		return -ENOMEM;
	match_subs(&w, pattern);
	for (i = 0; i < s->cnt; i++)
		add_stack(&w, i);
	add_parts(&w);
	drop_empty(r);
	sort(r->all, r->cnt, sizeof(*r->all), compare_requests);
	return 0;
}
