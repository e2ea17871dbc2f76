// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A profile that was cut off has its first records. NYTProf writes statements and returns while the
 * program runs, and the rest at its end; the agent writes returns last.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"
#include "util/saturate.h"
#include "verify/verify.h"

#define BUDGET (INT64_MAX / 4) /* ns: 73 years */

/* What would make a sum impossible is no time. */
static void fit(int64_t *left, int64_t *ns)
{
	if (*ns < -*left || *ns > *left)
		*ns = 0;
	else
		*left -= *ns < 0 ? -*ns : *ns;
}

/* Damaged numbers can be of any size. */
static void limit_times(struct profile *p)
{
	int64_t incl = BUDGET, excl = BUDGET, reci = BUDGET, own = BUDGET, with = BUDGET;
	struct profile_call *call;
	struct call_node *node;

	for (call = p->calls; call; call = call->hh.next) {
		fit(&incl, &call->counts.incl_ns);
		fit(&excl, &call->counts.excl_ns);
		fit(&reci, &call->counts.reci_ns);
	}
	for (node = p->call_tree.nodes; node; node = node->hh.next) {
		fit(&with, &node->incl_ns);
		fit(&own, &node->excl_ns);
	}
}

/* What the calls and the stacks of a sub have. */
struct have {
	uint64_t calls;
	uint64_t returns;
	int64_t calls_ns;
	int64_t stacks_ns;
};

static struct have *count(const struct profile *p)
{
	struct have *have = calloc(p->sub_cnt + 1, sizeof(*have));
	const struct profile_call *call;
	const struct call_node *node;

	for (call = p->calls; have && call; call = call->hh.next) {
		saturate_cnt(&have[call->id.callee].calls, call->counts.cnt);
		saturate_ns(&have[call->id.callee].calls_ns, call->counts.excl_ns);
	}
	for (node = p->call_tree.nodes; have && node; node = node->hh.next) {
		saturate_cnt(&have[node->sub].returns, node->cnt);
		saturate_ns(&have[node->sub].stacks_ns, node->excl_ns);
	}
	return have;
}

static void drop_partial(struct profile *p, const struct have *have)
{
	struct profile_call *call, *next;

	HASH_ITER(hh, p->calls, call, next) {
		if (have[call->id.callee].returns <= have[call->id.callee].calls)
			continue;
		HASH_DEL(p->calls, call);
		free(call);
	}
}

/*
 * Where records of calls are missing, the returns say who called whom, and how often, but not from
 * which line.
 */
static int add_calls(struct profile *p, const struct have *have)
{
	const struct call_node *node;
	int rc = 0;

	for (node = p->call_tree.nodes; node && !rc; node = node->hh.next) {
		const struct profile_sub *caller = p->subs[node->caller];
		const struct call_id id = { .callee = node->sub,
					    .caller = node->caller,
					    .fid = caller->fid ?: 1 };
		const struct profile_counts counts = {
			.cnt = node->cnt,
			.incl_ns = node->recursive ? 0 : node->incl_ns,
			.excl_ns = node->excl_ns,
			.reci_ns = node->recursive ? node->incl_ns : 0,
			.rec_depth = node->recursive,
		};

		if (have[node->sub].returns > have[node->sub].calls)
			rc = profile_add_call(p, &id, &counts);
	}
	return rc;
}

/* Stacks of which some are missing would show wrong shares of the time. */
static bool lacks_stacks(const struct profile *p, const struct have *have)
{
	int64_t calls_ns = 0, stacks_ns = 0;
	size_t i;

	for (i = 0; i < p->sub_cnt; i++) {
		saturate_ns(&calls_ns, have[i].calls_ns);
		saturate_ns(&stacks_ns, have[i].stacks_ns);
	}
	return (double)stacks_ns < 0.999 * (double)calls_ns;
}

/* Both kinds of records, or one of them, are there up to the cut. */
static int match_calls(struct profile *p)
{
	struct have *have = count(p);
	int rc = 0;

	if (!have)
		return -ENOMEM;
	if (HASH_COUNT(p->calls) && lacks_stacks(p, have)) {
		call_tree_release(&p->call_tree);
	} else {
		drop_partial(p, have);
		rc = add_calls(p, have);
	}
	free(have);
	return rc;
}

/* Their records would be behind the cut. Readers take each called sub for one of some file. */
static void place_subs(struct profile *p)
{
	size_t i;

	for (i = 0; i < p->sub_cnt; i++) {
		struct profile_sub *sub = p->subs[i];

		if (sub->called && !sub->fid && !sub->xsub) {
			sub->fid = 1;
			sub->first = sub->last = 1;
		}
	}
}

/* What the recording itself took; readers subtract it from the duration. */
static int64_t overhead_ns(const struct profile *p)
{
	const char *ticks = profile_attr(p, "cumulative_overhead_ticks");
	double ns = ticks ? strtod(ticks, NULL) * 1e9 / (double)p->ticks_per_sec : 0;

	return ns > 0 && ns < 1e18 ? (int64_t)ns : 0;
}

#define TIME_MOST 1e11 /* seconds since the epoch: the year 5138 */

/* Readers divide by the duration, and warn if statements take longer. */
static void set_end(const struct verify *v, struct profile *p)
{
	struct profile_totals totals;
	int64_t ns = 1000, calls_ns = call_tree_time(&p->call_tree);

	profile_totals(p, &totals);
	if (!(p->start >= 0 && p->start < TIME_MOST))
		p->start = 0;
	if (v->seen.ended && p->end > p->start && p->end < TIME_MOST)
		return;
	p->end = p->start;
	saturate_ns(&ns, overhead_ns(p));
	saturate_ns(&ns, totals.stmt_ns > calls_ns ? totals.stmt_ns : calls_ns);
	p->end += (double)ns / 1e9;
}

/* Those that the stock reader computes with. */
static int set_attrs(struct profile *p)
{
	static const char *const needed[][2] = { { "application", "(unknown)" },
						 { "nv_size", "8" },
						 { "cumulative_overhead_ticks", "0" } };
	size_t i;
	int rc = 0;

	for (i = 0; i < sizeof(needed) / sizeof(needed[0]) && !rc; i++) {
		if (!profile_attr(p, needed[i][0]))
			rc = profile_set_attr(p, needed[i][0], "%s", needed[i][1]);
	}
	if (!rc && !profile_attr(p, "basetime"))
		rc = profile_set_attr(p, "basetime", "%.0f", p->start);
	return rc;
}

int verify_repair(const struct verify *v, struct profile *p)
{
	int rc = set_attrs(p);

	if (!p->file_cnt)
		return -ENODATA;
	if (!p->ticks_per_sec)
		p->ticks_per_sec = 10000000;
	if (!p->pid)
		p->pid = 1;
	limit_times(p);
	if (!rc && v->fatal && v->seen.returns)
		rc = match_calls(p);
	place_subs(p);
	set_end(v, p);
	if (!rc)
		rc = profile_set_option(p, "calls", "%d", call_tree_cnt(&p->call_tree) ? 1 : 0);
	if (!rc && v->fatal)
		rc = profile_set_attr(p, "agent_repaired", "%s", v->why.text);
	return rc;
}
