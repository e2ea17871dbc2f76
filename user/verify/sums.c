// SPDX-License-Identifier: GPL-2.0-or-later
#include "verify/sums.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"
#include "profile/waits.h"
#include "util/cleanup.h"
#include "util/saturate.h"
#include "verify/verify.h"

/* ------------------------------------------------------------------------- head */

static void check_files(struct verify *v)
{
	if (v->seen.fids != v->seen.fid_max)
		verify_say(v,
			   "the file numbers have gaps: %u files, but the highest number is %u; "
			   "expected 1 to %u",
			   v->seen.fids, v->seen.fid_max, v->seen.fids);
	if (!v->seen.fids)
		verify_say(v, "it has no file; expected one at least");
}

static void check_head(struct verify *v, const struct profile *p)
{
	const char *nv_size = profile_attr(p, "nv_size");

	if (!p->ticks_per_sec)
		verify_say(v, "the attribute ticks_per_sec is missing; expected a number above 0");
	if (nv_size && strcmp(nv_size, "8") != 0)
		verify_say(v, "the attribute nv_size is %s; expected 8, as numbers have 8 bytes",
			   nv_size);
	if (p->end <= p->start && p->calls)
		verify_say(
			v,
			"it took %g s, and has calls; expected more than 0, since readers divide "
			"by it",
			p->end - p->start);
}

/* ------------------------------------------------------------------------- subs */

/* Of one sub: by its calls, and by the stacks in which it returned. */
struct own {
	int64_t calls_ns;
	int64_t stacks_ns;
	uint64_t returns;
	uint64_t calls;
};

static void add_calls(const struct profile *p, struct own *own)
{
	const struct profile_call *call;

	for (call = p->calls; call; call = call->hh.next) {
		saturate_ns(&own[call->id.callee].calls_ns, call->counts.excl_ns);
		saturate_cnt(&own[call->id.callee].calls, call->counts.cnt);
	}
}

/* A wait is a leaf of the tree, and in the times of the calls of the sub that waits, if it is in one. */
static void add_stacks(const struct profile *p, struct own *own)
{
	const struct call_node *node;

	for (node = p->call_tree.nodes; node; node = node->hh.next) {
		if (profile_sub_is_waiting(p, node->sub)) {
			if (node->parent != CALL_TREE_ROOT && node->caller < p->sub_cnt)
				saturate_ns(&own[node->caller].stacks_ns, node->excl_ns);
			continue;
		}
		saturate_ns(&own[node->sub].stacks_ns, node->excl_ns);
		saturate_cnt(&own[node->sub].returns, node->cnt);
	}
}

/*
 * A record of a return has its time in whole ticks, one of calls in seconds: a tick for each may be
 * lost.
 */
static bool is_same_time(const struct profile *p, const struct own *own)
{
	double tick = p->ticks_per_sec ? 1e9 / (double)p->ticks_per_sec : 0;
	double room = tick * (double)(own->returns + 1) + 1000;
	double all = fabs((double)own->calls_ns) + fabs((double)own->stacks_ns);

	return fabs((double)own->calls_ns - (double)own->stacks_ns) <= room + 1e-3 * all;
}

/* The same calls are in both kinds of records, where a profile has both. */
static int check_stacks(struct verify *v, const struct profile *p)
{
	struct own *own __cleanup(free_ptr) = calloc(p->sub_cnt + 1, sizeof(*own));
	bool sampled = profile_attr(p, "agent_sampled"); /* a sub that only waited has no count */
	size_t i;

	if (!own)
		return -ENOMEM;
	add_calls(p, own);
	add_stacks(p, own);
	for (i = 0; i < p->sub_cnt; i++) {
		if (!is_same_time(p, &own[i]))
			verify_say(v,
				   "%s: its stacks add up to %.6f s, and its calls to %.6f s; "
				   "expected the same",
				   p->subs[i]->name, (double)own[i].stacks_ns / 1e9,
				   (double)own[i].calls_ns / 1e9);
		if (own[i].returns > own[i].calls && !sampled)
			verify_say(v,
				   "%s: %" PRIu64 " returns, but %" PRIu64 " calls; "
				   "expected no more returns",
				   p->subs[i]->name, own[i].returns, own[i].calls);
	}
	return 0;
}

int verify_sums(struct verify *v, const struct profile *p)
{
	check_files(v);
	check_head(v, p);
	if (!v->seen.returns || !v->seen.callers)
		return 0;
	return check_stacks(v, p);
}
