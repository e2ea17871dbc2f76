/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An interpreter with several perl stacks.
 *
 * Coro gives each coroutine a chain of SIs (and an argument stack and so on) of its own, and puts
 * the one that is to run into the interpreter.  A coroutine is told by the SI at the bottom of its
 * chain.  Each has its open calls, and a sub clock that stands still while others run: so the
 * time of a call is what its coroutine ran, and a switch ends none.  Nobody announces it: what goes
 * by from there to the next event is still the time of who ran before.
 *
 * The frames of an XSUB that runs lie on the C stack that its coroutine will run on until it is
 * over, so the C stack pointers in the frames of one perl stack can be compared.
 *
 * When a coroutine has ended, another one can get its memory.  That begins with no contexts at all,
 * so what was left open is held against them and ended as ever.
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

/* The entry for a stack; made if it is not there; NULL: there is no room. */
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
 * From the stack that ran to the one with that SI at its bottom.  Non-zero: what is open there is
 * not known.
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

/* The next stack that is still in the list, with its clock; non-zero: none is left. */
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
