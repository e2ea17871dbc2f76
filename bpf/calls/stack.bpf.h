/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An interpreter with several perl stacks.
 *
 * Coro gives each coroutine its own chain of SIs (and its own argument stack and so on), and puts
 * the chain of the running one into the interpreter. A coroutine is identified by the SI at the
 * bottom of its chain. Each one has its own open calls, and a sub clock that stops while others
 * run. So the time of a call is the time that its coroutine ran, and a switch ends no call. No
 * probe sees a switch: the time from it to the next event goes to the coroutine that ran before.
 *
 * An XSUB's C frames lie on the C stack that its coroutine uses until the XSUB ends. So the C stack
 * pointers in the frames of one perl stack can be compared.
 *
 * Another coroutine can get the memory of one that has ended. It begins without contexts, so the
 * calls that were left open are reconciled and ended as usual.
 */
#ifndef NYTPROF_CALLS_STACK_BPF_H
#define NYTPROF_CALLS_STACK_BPF_H

#include "nytprof/frames.h"
#include "nytprof/losses.h"
#include "kernel/kernel.bpf.h"
#include "state/loss.bpf.h"
#include "state/maps.bpf.h"
#include "state/state.bpf.h"
#include "calls/frame.bpf.h"

/* The entry of a stack. Makes it if it is missing. NULL: there is no room. */
static __noinline struct stack *stack_entry(struct shadow *sh, u64 si, u32 nr)
{
	struct stack_key key = { .si = si, .interp = sh->id };
	struct stack *st = bpf_map_lookup_elem(&stacks, &key),
		     new = { .next = sh->stacks, .nr = nr };

	if (st || bpf_map_update_elem(&stacks, &key, &new, BPF_NOEXIST))
		return st;
	sh->stacks = si;
	return bpf_map_lookup_elem(&stacks, &key);
}

/*
 * Switches from the stack that ran to the one with that SI at its bottom. Non-zero: the open calls
 * there are not known.
 */
static __noinline int stack_switch(struct shadow *sh, u64 si, u64 sub_ns)
{
	struct stack *from = stack_entry(sh, sh->si_base, sh->stack), *to;
	u32 nr = sh->stack_last + 1;

	if (from) {
		from->depth = sh->depth;
		from->sub_ns = sub_ns;
	}
	to = from ? stack_entry(sh, si, nr) : NULL;
	if (!to) {
		loss_count(sh->id, LOSS_STACK);
		return 1;
	}
	sh->stack = to->nr;
	sh->floor = 0;
	if (to->nr == nr) {
		sh->stack_last = nr;
		return 1;
	}
	sh->discount_ns += sub_ns - to->sub_ns;
	sh->depth = to->depth;
	shadow_set_top(sh, frame_top(sh));
	return 0;
}

struct stack_walk {
	struct shadow *sh;
	u64 sub_ns;
	u32 ran; /* number of the stack that ran last */
	u32 done; /* none is left */
};

/* The next stack in the list, with its clock. Non-zero: none is left. */
static __noinline int stack_next(struct stack_walk *w)
{
	struct shadow *sh = w->sh;
	struct stack_key key = { .si = sh->stacks, .interp = sh->id };
	struct stack *st = bpf_map_lookup_elem(&stacks, &key);

	if (!st)
		return 1;
	sh->stacks = st->next;
	if (st->nr != w->ran) {
		sh->stack = st->nr;
		sh->depth = st->depth;
		w->sub_ns = st->sub_ns;
		shadow_set_top(sh, frame_top(sh));
	}
	bpf_map_delete_elem(&stacks, &key);
	return 0;
}

#endif
