/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Calls that take longer than settings.slow_ns: the agent is told of each when it ends.
 *
 * Which subs took most of such a call is only known if each call adds its time to its caller's list.
 * The list is short: a sub that is not in it takes the place of the one with the least time, if it
 * took longer. So it is with the reasons of waits, which a call hands to its caller when it ends.
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

static __always_inline struct slow_budget *slow_budget_now(void)
{
	u32 zero = 0;

	return bpf_map_lookup_elem(&slow_budgets, &zero);
}

/* Of the i-th open call, or of one that was there before it. NULL: not known. */
static __always_inline struct slow_known *slow_known_at(const struct shadow *sh, u32 i)
{
	struct frame_key key = { .interp = sh->id,
				 .stack = sh->stack,
				 .page = i / FRAMES_PER_PAGE };
	struct slow_page *page = bpf_map_lookup_elem(&slow_pages, &key);

	if (!page)
		return NULL;
	barrier_var(page);
	return &page->calls[i % FRAMES_PER_PAGE];
}

static __always_inline void slow_page_make(const struct shadow *sh, u32 i)
{
	struct frame_key key = { .interp = sh->id,
				 .stack = sh->stack,
				 .page = i / FRAMES_PER_PAGE };
	struct slow_budget *b = slow_budget_now();
	struct zeros *z = zeros_get();

	if (z && bpf_map_update_elem(&slow_pages, &key, &z->slow_page, BPF_NOEXIST) && b)
		__sync_fetch_and_add(&b->unknown, 1);
}

/* Of the i-th open call, which is f. NULL: there is no room. */
static __always_inline struct slow_known *slow_known_of(const struct shadow *sh, u32 i,
							const struct frame *f)
{
	struct slow_known *known = slow_known_at(sh, i);

	if (!known) {
		slow_page_make(sh, i);
		known = slow_known_at(sh, i);
	}
	if (known && known->start_ns != f->start_ns) {
		__builtin_memset(known, 0, sizeof(*known));
		known->start_ns = f->start_ns;
	}
	return known;
}

/* Adds a call to what the call around it has called. */
static __always_inline void slow_add_call(struct slow_known *known, u32 callee, u64 incl_ns)
{
	struct slow_top *least = &known->tops[0], *top;
	u32 i;

	for (i = 0; i < SLOW_TOPS; i++) {
		top = &known->tops[i];
		if (top->callee == callee) {
			top->cnt++;
			top->ns += incl_ns;
			return;
		}
		if (top->ns < least->ns)
			least = top;
	}
	if (incl_ns <= least->ns && least->callee)
		return;
	least->callee = callee;
	least->cnt = 1;
	least->ns = incl_ns;
}

static __always_inline void slow_add_wait(struct slow_known *known, u32 reason, u32 cnt, u64 ns)
{
	struct slow_wait *least = &known->waits[0], *wait;
	u32 i;

	for (i = 0; i < SLOW_WAITS; i++) {
		wait = &known->waits[i];
		if (wait->ns && wait->reason == reason) {
			wait->cnt += cnt;
			wait->ns += ns;
			return;
		}
		if (wait->ns < least->ns)
			least = wait;
	}
	if (ns <= least->ns)
		return;
	least->reason = reason;
	least->cnt = cnt;
	least->ns = ns;
}

/* A wait of the innermost call, or a part of one. */
static __noinline int slow_waits(struct shadow *sh, u32 reason, u32 cnt, u64 ns)
{
	struct frame *f = frame_top(sh);
	struct slow_known *known = f ? slow_known_of(sh, sh->depth - 1, f) : NULL;

	if (known)
		slow_add_wait(known, reason, cnt, ns);
	return 0;
}

struct slow_hand {
	const struct slow_known *from;
	struct slow_known *to;
};

static int slow_hand_one(u32 i, void *arg)
{
	struct slow_hand *h = arg;
	const struct slow_wait *wait;

	barrier_var(i);
	if (i >= SLOW_WAITS)
		return 1;
	wait = &h->from->waits[i];
	if (wait->ns)
		slow_add_wait(h->to, wait->reason, wait->cnt, wait->ns);
	return 0;
}

/* Of the innermost call, which ends at the time when it was left, else at sub_ns. 0: it took none. */
static __always_inline u64 slow_incl_ns(const struct frame *f, u64 sub_ns)
{
	s64 incl_ns = (f->left_ns ?: sub_ns) - f->start_ns;

	return incl_ns > 0 ? (u64)incl_ns : 0;
}

/*
 * The innermost call ends, and is one of the calls of the one around it. With a stack of its own, beside
 * slow_tell(): there is no room for one below the other.
 */
static __noinline int slow_add(struct shadow *sh, u64 sub_ns)
{
	const struct frame *f = frame_top(sh), *below;
	struct slow_hand h = {};

	below = f && sh->depth > 1 ? frame_at(sh, sh->depth - 2) : NULL;
	if (!below || !f->callee || !slow_incl_ns(f, sub_ns))
		return 0;
	h.to = slow_known_of(sh, sh->depth - 2, below);
	if (!h.to)
		return 0;
	slow_add_call(h.to, f->callee, slow_incl_ns(f, sub_ns));
	if (sh->wait_ns == f->wait_start_ns)
		return 0;
	h.from = slow_known_at(sh, sh->depth - 1);
	if (h.from && h.from->start_ns == f->start_ns)
		bpf_loop(SLOW_WAITS, slow_hand_one, &h, CALLED);
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

static __always_inline int slow_put(struct shadow *sh, const struct frame *f, u64 incl_ns)
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
		bpf_map_update_elem(&slow_messages, &id, &z->slow, BPF_NOEXIST);
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
	w.to->open = sh->ending.begun && !(f->flags & FRAME_RETURNED);
	w.to->depth = sh->depth;
	w.to->cnt = 0;
	known = slow_known_at(sh, sh->depth - 1);
	if (known && known->start_ns == f->start_ns) {
		__builtin_memcpy(w.to->tops, known->tops, sizeof(w.to->tops));
		__builtin_memcpy(w.to->waits, known->waits, sizeof(w.to->waits));
	} else {
		__builtin_memset(w.to->tops, 0, sizeof(w.to->tops));
		__builtin_memset(w.to->waits, 0, sizeof(w.to->waits));
	}
	w.at = sh->depth;
	bpf_loop(SLOW_FRAMES, slow_walk_one, &w, CALLED);
	if (bpf_ringbuf_output(&slow_calls, w.to, sizeof(*w.to), 0))
		__sync_fetch_and_add(&b->untold, 1);
	return 0;
}

/* The innermost call ends. */
static __noinline int slow_tell(struct shadow *sh, u64 sub_ns)
{
	const struct frame *f = frame_top(sh);

	if (f && f->callee && slow_incl_ns(f, sub_ns) > settings.slow_ns)
		slow_put(sh, f, slow_incl_ns(f, sub_ns));
	return 0;
}

#endif
