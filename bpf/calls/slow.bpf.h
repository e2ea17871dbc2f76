/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Calls that take longer than settings.slow_ns: the agent is told of each when it ends.
 *
 * Which subs took most of such a call is only known if each call adds its time to its caller's list.
 * The list is short: a sub that is not in it takes the place of the one with the least time, if it
 * took longer.
 */
#ifndef NYTPROF_CALLS_SLOW_BPF_H
#define NYTPROF_CALLS_SLOW_BPF_H

#include "nytprof/frames.h"
#include "nytprof/slow.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/maps.bpf.h"
#include "state/state.bpf.h"
#include "calls/frame.bpf.h"

/* What the i-th open call has called. NULL: not known. */
static __always_inline struct slow_known *slow_known_at(const struct shadow *sh, u32 i, bool make)
{
	struct frame_key key = { .interp = sh->id,
				 .stack = sh->stack,
				 .page = i / FRAMES_PER_PAGE };
	struct slow_page *page = bpf_map_lookup_elem(&slow_pages, &key);
	struct zeros *z;

	if (!page && make) {
		z = zeros_get();
		if (z)
			bpf_map_update_elem(&slow_pages, &key, &z->page, BPF_NOEXIST);
		page = bpf_map_lookup_elem(&slow_pages, &key);
	}
	if (!page)
		return NULL;
	barrier_var(page);
	return &page->calls[i % FRAMES_PER_PAGE];
}

/* Adds a call to what the call around it, below, has called. */
static __always_inline int slow_add(struct shadow *sh, const struct frame *f,
				    const struct frame *below, u64 incl_ns)
{
	struct slow_known *known;
	struct slow_top *least, *top;
	u32 i;

	known = slow_known_at(sh, sh->depth - 2, true);
	if (!known)
		return 0;
	if (known->start_ns != below->start_ns) {
		__builtin_memset(known, 0, sizeof(*known));
		known->start_ns = below->start_ns;
	}
	least = &known->tops[0];
	for (i = 0; i < SLOW_TOPS; i++) {
		top = &known->tops[i];
		if (top->callee == f->callee) {
			top->cnt++;
			top->ns += incl_ns;
			return 0;
		}
		if (top->ns < least->ns)
			least = top;
	}
	if (incl_ns <= least->ns && least->callee)
		return 0;
	least->callee = f->callee;
	least->cnt = 1;
	least->ns = incl_ns;
	return 0;
}

struct slow_walk {
	struct shadow *sh;
	struct slow *to;
	u32 at; /* of the open calls, and 1 */
};

static int slow_walk_one(u32 i, void *arg)
{
	struct slow_walk *w = arg;
	struct frame *f = w->at ? frame_at(w->sh, w->at - 1) : NULL;
	struct slow_frame *to;

	i = w->to->cnt;
	if (!f || i >= SLOW_FRAMES)
		return 1;
	to = &w->to->frames[i];
	to->callee = f->callee;
	to->file = f->file;
	to->line = f->line;
	w->to->cnt = i + 1;
	w->at--;
	return 0;
}

static __always_inline struct slow_budget *slow_budget_now(void)
{
	u32 zero = 0;

	return bpf_map_lookup_elem(&slow_budgets, &zero);
}

/* Programs on several processors may count at once, so the limit is not sharp. */
static __always_inline bool slow_is_allowed(struct slow_budget *b, u64 now_ns)
{
	if (now_ns - b->since_ns >= 1000000000) {
		b->since_ns = now_ns;
		b->cnt = 0;
	}
	b->cnt++;
	return b->cnt <= SLOW_A_SECOND;
}

/* Of the innermost one. */
static __always_inline int slow_tell(struct shadow *sh, const struct frame *f, u64 incl_ns)
{
	struct slow_walk w = { .sh = sh };
	struct slow_known *known;
	struct slow_budget *b = slow_budget_now();
	struct zeros *z = zeros_get();
	u64 now_ns = bpf_ktime_get_ns();
	u32 id = sh->id;

	if (!z || !b)
		return 0;
	if (!slow_is_allowed(b, now_ns)) {
		__sync_fetch_and_add(&b->untold, 1);
		return 0;
	}
	w.to = bpf_map_lookup_elem(&slow_messages, &id);
	if (!w.to) {
		bpf_map_update_elem(&slow_messages, &id, &z->page, BPF_NOEXIST);
		w.to = bpf_map_lookup_elem(&slow_messages, &id);
	}
	if (!w.to) {
		__sync_fetch_and_add(&b->untold, 1);
		return 0;
	}
	w.to->end_ns = now_ns;
	w.to->interp = id;
	w.to->callee = f->callee;
	w.to->ns = incl_ns;
	w.to->waited_ns = settings.off_cpu ? sh->wait_ns - f->wait_start_ns : 0;
	w.to->tid = sh->tid;
	w.to->part = sh->part;
	w.to->open = sh->ending.begun != 0;
	w.to->depth = sh->depth;
	w.to->cnt = 0;
	known = slow_known_at(sh, sh->depth - 1, false);
	if (known && known->start_ns == f->start_ns)
		__builtin_memcpy(w.to->tops, known->tops, sizeof(w.to->tops));
	else
		__builtin_memset(w.to->tops, 0, sizeof(w.to->tops));
	w.at = sh->depth;
	bpf_loop(SLOW_FRAMES, slow_walk_one, &w, 0);
	if (bpf_ringbuf_output(&slow_calls, w.to, sizeof(*w.to), 0))
		__sync_fetch_and_add(&b->untold, 1);
	return 0;
}

/* The innermost call ends, at the time when it was left, else at sub_ns. */
static __noinline int slow_ends(struct shadow *sh, u64 sub_ns)
{
	struct frame *f = frame_top(sh), *below;
	s64 incl_ns;

	if (!f || !f->callee)
		return 0;
	incl_ns = (f->left_ns ?: sub_ns) - f->start_ns;
	if (incl_ns <= 0)
		return 0;
	below = sh->depth > 1 ? frame_at(sh, sh->depth - 2) : NULL;
	if (below)
		slow_add(sh, f, below, (u64)incl_ns);
	if ((u64)incl_ns > settings.slow_ns)
		slow_tell(sh, f, (u64)incl_ns);
	return 0;
}

#endif
