/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The shadow of an interpreter: found or made at each event, with the stack of
 * its open calls.
 */
#ifndef NYTPROF_CALLS_SHADOW_BPF_H
#define NYTPROF_CALLS_SHADOW_BPF_H

#include "nytprof/frames.h"
#include "nytprof/interp.h"
#include "nytprof/limits.h"
#include "nytprof/losses.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/loss.bpf.h"
#include "state/maps.bpf.h"
#include "state/state.bpf.h"
#include "perl/callee.bpf.h"
#include "perl/interp.bpf.h"
#include "perl/memory.bpf.h"
#include "names/file.bpf.h"
#include "calls/callee_id.bpf.h"
#include "calls/frame.bpf.h"
#include "calls/stack.bpf.h"

static __always_inline struct shadow *shadow_at(u64 base, u32 tgid)
{
	struct shadow_key key = { .base = base, .tgid = tgid };

	return bpf_map_lookup_elem(&shadows, &key);
}

/* -------------------------------------------------------------------- position */

struct si_walk {
	struct shadow *sh;
	u64 si;
	u64 base;
	u32 ord;
	u32 unread; /* 1: one of them */
};

static int si_walk_one(u32 i, void *arg)
{
	struct si_walk *w = arg;
	struct si_head *head = &w->sh->work.head;

	w->unread = si_read(w->si, head) != 0;
	if (w->unread)
		return 1;
	w->base = w->si;
	if (!head->prev)
		return 1;
	w->si = head->prev;
	w->ord++;
	return 0;
}

/* Counts the SIs below the current one; base is 0 if the chain can't be read to its end. */
static __always_inline void si_walk(struct shadow *sh, struct si_walk *w)
{
	w->sh = sh;
	w->si = sh->at.si;
	w->base = 0;
	w->ord = 0;
	w->unread = 0;
	bpf_loop(SI_MAX, si_walk_one, w, 0);
	if (w->base && (si_read(w->base, &sh->work.head) || sh->work.head.prev))
		w->base = 0;
}

/* ----------------------------------------------- calls that were under way before */

/* What need not be on the stack is in work.seeding. */
struct seed {
	struct shadow *sh;
	u64 si; /* the one that is read now; its contents are in work.head */
	u32 ord;
	s32 cxix;
};

static __always_inline int seed_call(struct seed *s)
{
	struct shadow *sh = s->sh;
	struct frame *f = &sh->work.frame;
	struct context *cx = &sh->work.cx;

	__builtin_memset(f, 0, sizeof(*f));
	f->level = level_of(s->ord, s->cxix);
	f->si = s->si;
	f->cv = cx->cv;
	f->start_ns = sh->work.seeding.sub_ns;
	f->cop = cx->oldcop;
	f->rec = cx->olddepth > 0 ? cx->olddepth : 0;
	f->flags = FRAME_SEEDED;
	callee_of_cv(cx->cv, &sh->work.callee);
	if (sh->work.callee.cv)
		f->callee = callee_id(sh, &sh->work.callee);
	if (!cop_read(cx->oldcop, &sh->work.cop)) {
		f->file = cop_file_id(sh, &sh->work.cop);
		f->line = sh->work.cop.line;
		f->resume = sh->work.place;
	}
	if (f->callee && f->file) {
		frame_push(sh, f);
		sh->work.seeding.cnt++;
	} else {
		loss_count(sh->id, LOSS_UNKNOWN);
	}
	return 0;
}

/* Is the innermost call one that is to be noticed now? */
static __always_inline bool seed_is_new(const struct seed *s)
{
	const struct at *at = &s->sh->at;

	return settings.enter_by_stmt && s->si == at->si && s->cxix == at->head.cxsubix &&
	       body_begins(s->sh->work.cx.cv, at->op);
}

/* One step from the bottom of the stacks to the top: reads a context, or moves to the next SI. */
static int seed_one(u32 i, void *arg)
{
	struct seed *s = arg;
	struct si_head *head = &s->sh->work.head;
	struct context *cx = &s->sh->work.cx;

	if (s->cxix > head->cxix) {
		if (s->si == s->sh->at.si)
			return 1;
		s->si = head->next;
		s->ord++;
		s->cxix = 0;
		return si_read(s->si, head) ? 1 : 0;
	}
	/* A context without a CV is that of a call that is ending right now. */
	if (!context_read(head->cxstack, s->cxix, cx) && context_is_call(cx) && cx->cv &&
	    !seed_is_new(s))
		seed_call(s);
	s->cxix++;
	return 0;
}

/* Opens the calls that already run, from perl's context stack, whose bottom is .si_base. */
__noinline int shadow_seed(struct shadow *sh, u64 sub_ns)
{
	struct seed s = { .sh = sh };
	struct interp *in;
	u32 id;

	if (!sh)
		return 0;
	s.si = sh->si_base;
	sh->work.seeding.sub_ns = sub_ns;
	sh->work.seeding.cnt = 0;
	sh->depth = 0;
	shadow_set_top(sh, NULL);
	if (settings.enter_by_stmt && interp_read(sh, true))
		sh->at.op = 0;
	if (!sh->paused && !si_read(s.si, &sh->work.head))
		bpf_loop(DEPTH_MAX, seed_one, &s, CALLED);
	id = sh->id;
	in = bpf_map_lookup_elem(&interps, &id);
	if (in)
		in->seeded += sh->work.seeding.cnt;
	return 0;
}

/* ------------------------------------------------------------------ position now */

/* After so many consecutive events without readable SIs, the interpreter is given up. */
#define SI_TRIES 1000

/*
 * A page that is swapped out or being moved can be read later. Non-zero: the next event tries
 * again. A chain of SIs without an end means that this is not the perl that the agent knows.
 */
static __always_inline int shadow_unread(struct shadow *sh, const struct si_walk *w)
{
	if (w->unread && ++sh->unread < SI_TRIES)
		return -1;
	loss_count(sh->id, LOSS_LAYOUT);
	sh->over = 1;
	return 0;
}

/*
 * Perl is on an SI that is not next to the last one: it is on another stack, or this is the first
 * event. Above 0: the open calls there are not known. Below 0: the position can't be read now.
 */
__noinline int shadow_jumped(struct shadow *sh, u64 sub_ns)
{
	struct si_walk w;
	bool seed;

	if (!sh)
		return -1;
	si_walk(sh, &w);
	if (!w.base)
		return shadow_unread(sh, &w);
	sh->unread = 0;
	if (sh->si_base && w.base != sh->si_base)
		seed = stack_switch(sh, w.base, sub_ns);
	else
		seed = !sh->si && !sh->depth;
	sh->si_ord = w.ord;
	sh->si_base = w.base;
	return seed;
}

/* Perl is on another SI than at the last event. Nearly always it is a neighbour of that one. */
static __always_inline int shadow_moved(struct shadow *sh, u64 sub_ns)
{
	const struct at *at = &sh->at;
	int jumped;

	if (sh->si && at->head.prev == sh->si) {
		sh->si_ord++;
	} else if (sh->si && sh->si_ord && at->head.next == sh->si) {
		sh->si_ord--;
	} else {
		jumped = shadow_jumped(sh, sub_ns);
		if (jumped < 0)
			return -1;
		if (jumped)
			shadow_seed(sh, sub_ns);
	}
	sh->si = at->si;
	return 0;
}

/*
 * The interpreter's variables have been read. Fills in the rest of .at: the position in its stacks.
 */
static __always_inline long shadow_look(struct shadow *sh, u64 sub_ns)
{
	if (si_read(sh->at.si, &sh->at.head))
		return -1;
	if (sh->at.si != sh->si && shadow_moved(sh, sub_ns))
		return -1;
	sh->at.level = level_of(sh->si_ord, sh->at.head.cxix);
	sh->at.left_cv = 0;
	sh->at.in_sub = 0;
	return 0;
}

/* Counts what could not be read since shadow_locate(). */
static __always_inline void faults_report(struct shadow *sh)
{
	if (faulted_since(sh->faults))
		loss_count(sh->id, LOSS_READ);
}

/*
 * Reads the interpreter's position into sh->at. op: PL_op and PL_stack_sp as well. Non-zero: it
 * can't be read. Call faults_report() afterwards in either case.
 */
static __always_inline long shadow_locate(struct shadow *sh, u64 sub_ns, bool op)
{
	sh->faults = faults;
	if (!interp_read(sh, op) && !shadow_look(sh, sub_ns))
		return 0;
	fault_note();
	return -1;
}

#endif
