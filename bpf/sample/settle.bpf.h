/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Counts what the open calls have of the ticks, and of waiting, so far, while they stay open.
 *
 * A server is in its outermost calls for years.  Its samples belong to the interval in which they
 * were taken, also if it is idle afterwards.  So this happens at each tick, unless the stack is deep:
 * then at one of many, so that a tick adds this many entries to the map on average.
 */
#ifndef NYTPROF_SETTLE_BPF_H
#define NYTPROF_SETTLE_BPF_H

#include "nytprof/counts.h"
#include "nytprof/frames.h"
#include "nytprof/losses.h"
#include "nytprof/node_hash.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/counts.bpf.h"
#include "state/loss.bpf.h"
#include "state/state.bpf.h"
#include "calls/frame.bpf.h"
#include "calls/reconcile.bpf.h"

#define SETTLE_CALLS 64
/* So many take half a millisecond.  The calls of a deeper stack are counted when they end. */
#define SETTLE_MAX 4096

struct settling {
	struct shadow *sh;
	u64 sub_ns;
	s64 within_ns; /* of the call that was made by the next one */
	u64 wait_ns; /* the wait clock */
	s64 wait_within_ns; /* likewise */
	u32 left;
};

/* The calls around it are added, too: there is nothing to announce (calls/reconcile.bpf.h). */
static __always_inline void settle_add(struct shadow *sh, const struct call_key *key,
				       const struct call *add)
{
	struct calls_map *map = calls_now();
	struct pressure *p = pressure_now();
	struct call *call = map ? bpf_map_lookup_elem(map, key) : NULL;

	if (call) {
		call->incl_ns += add->incl_ns;
		call->excl_ns += add->excl_ns;
		call->reci_ns += add->reci_ns;
		if (call->rec_depth < add->rec_depth)
			call->rec_depth = add->rec_depth;
	} else if (!map || bpf_map_update_elem(map, key, add, BPF_NOEXIST)) {
		loss_count(sh->id, LOSS_CALLS);
	} else if (p) {
		p->calls++;
	}
}

/* It is open for incl_ns more. */
static __noinline int settle_call(struct shadow *sh, struct frame *f, u64 parent, s64 incl_ns)
{
	struct call_key key = call_key_of(sh, f, parent);
	struct call add = { .incl_ns = f->rec ? 0 : incl_ns,
			    .excl_ns = incl_ns - f->below_ns,
			    .reci_ns = f->rec ? incl_ns : 0,
			    .rec_depth = f->rec };

	settle_add(sh, &key, &add);
	return 0;
}

static __noinline int settle_wait(struct settling *t, struct frame *f, u64 parent)
{
	s64 incl_ns = t->wait_ns - f->wait_start_ns;
	struct call_key key = call_key_of(t->sh, f, parent);

	f->wait_below_ns += t->wait_within_ns;
	if (incl_ns && f->callee)
		call_wait_add(t->sh, &key, f->rec, incl_ns, f->wait_below_ns);
	f->wait_start_ns = t->wait_ns;
	f->wait_below_ns = 0;
	t->wait_within_ns = incl_ns;
	return 0;
}

static int settle_one(u32 i, void *arg)
{
	struct settling *t = arg;
	struct frame *f = t->left ? frame_at(t->sh, t->left - 1) : NULL, *below;
	s64 incl_ns;
	u64 parent;

	if (!f)
		return 1;
	t->left--;
	below = t->left ? frame_at(t->sh, t->left - 1) : NULL;
	parent = below ? below->node : NODE_ROOT;
	incl_ns = t->sub_ns - f->start_ns;
	f->below_ns += t->within_ns;
	if (incl_ns && f->callee)
		settle_call(t->sh, f, parent, incl_ns);
	if (settings.off_cpu)
		settle_wait(t, f, parent);
	f->start_ns = t->sub_ns;
	f->below_ns = 0;
	t->within_ns = incl_ns;
	return 0;
}

/* sub_ns: the sub clock now. */
static __noinline int calls_settle(struct shadow *sh, u64 sub_ns)
{
	struct settling t = {
		.sh = sh, .sub_ns = sub_ns, .wait_ns = sh->wait_ns, .left = sh->depth
	};

	if (sh->depth > SETTLE_MAX || (sh->events - sh->settled) * SETTLE_CALLS < sh->depth)
		return 0;
	sh->settled = sh->events;
	bpf_loop(SETTLE_MAX, settle_one, &t, 0);
	return 0;
}

#endif
