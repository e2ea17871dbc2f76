/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Ends calls, and compares the shadow with perl's stacks.
 *
 * A call is left in two steps. When control leaves a sub (leavesub, die, goto), perl first frees
 * what the sub held. Destructors that run then are called by that sub, and its context is still on
 * the stack. So this first only marks the frame as left. The frame is popped at the next event that
 * finds its context gone. What ran in between has moved its end.
 */
#ifndef NYTPROF_CALLS_RECONCILE_BPF_H
#define NYTPROF_CALLS_RECONCILE_BPF_H

#include "nytprof/counts.h"
#include "nytprof/frames.h"
#include "nytprof/limits.h"
#include "nytprof/losses.h"
#include "nytprof/node_hash.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/counts.bpf.h"
#include "state/loss.bpf.h"
#include "state/state.bpf.h"
#include "perl/callee.bpf.h"
#include "perl/interp.bpf.h"
#include "calls/callee_id.bpf.h"
#include "calls/frame.bpf.h"
#include "calls/slow.bpf.h"

struct call_adding {
	const struct call_key *key;
	const struct call *call;
	long failed;
};

static int call_add_try(u32 i, void *arg)
{
	struct call_adding *a = arg;
	struct calls_map *map = calls_now();

	a->failed = map ? bpf_map_update_elem(map, a->key, a->call, BPF_NOEXIST) : -1;
	return a->failed != -ENOMEM;
}

#define ANNOUNCE_MAX 512 /* open calls that one event looks at */

/* The key of an open call. parent: the node of the call around it. */
static __always_inline struct call_key call_key_of(const struct shadow *sh, const struct frame *f,
						   u64 parent)
{
	return (struct call_key){ .parent = parent,
				  .interp = sh->id,
				  .caller = f->caller,
				  .callee = f->callee,
				  .file = f->file,
				  .line = f->line,
				  .part = sh->part };
}

struct announcing {
	struct shadow *sh;
	u64 parent; /* node of the call around the one that is looked at, sh->announced */
	u32 up; /* the calls around that are announced */
	u32 pad;
};

/*
 * Adds an open call with no count and no time. A sub that only perl knows is left out: it gets
 * another name, or none, in the end.
 */
static __always_inline long call_announce(const struct shadow *sh, const struct frame *f,
					  u64 parent)
{
	struct call_key key = call_key_of(sh, f, parent);
	struct call call = { .rec_depth = f->rec };
	struct pressure *p = pressure_now();
	struct calls_map *map = calls_now();
	long failed;

	if (!f->callee || (f->flags & FRAME_UNKNOWN) || !map)
		return -1;
	failed = bpf_map_update_elem(map, &key, &call, BPF_NOEXIST);
	if (!failed && p)
		p->calls++;
	return failed && failed != -EEXIST;
}

/*
 * Walks out to the innermost announced call, then back in, and announces the calls on the way. The
 * verifier knows no values in the shadow, so each turn is the same for it.
 */
static int announce_one(u32 i, void *arg)
{
	struct announcing *t = arg;
	struct shadow *sh = t->sh;
	u16 announced = sh->part + 1;
	u32 at = sh->announced;
	struct frame *f;

	if (!t->up) {
		f = at ? frame_at(sh, at - 1) : NULL;
		t->up = !f || f->announced == announced;
		t->parent = f ? f->node : NODE_ROOT;
		if (!t->up)
			sh->announced = at - 1;
		return at && !f;
	}
	f = at < sh->depth ? frame_at(sh, at) : NULL;
	if (!f || call_announce(sh, f, t->parent))
		return 1;
	f->announced = announced;
	t->parent = f->node;
	sh->announced = at + 1;
	return 0;
}

/*
 * A call is counted when it ends. A profile that is written earlier would lack the callers of calls
 * that have ended. So when a call ends, the open calls around it are announced. Each is announced
 * once, and what is too much for one event is left to the next. At the end of an interpreter all
 * open calls are counted before its profile is written, so they are not announced: that would fill
 * the map while thousands of calls are closed at once.
 */
__noinline int calls_announce(struct shadow *sh)
{
	struct announcing t = { .sh = sh };

	if (!sh || sh->ending.begun)
		return 0;
	if (sh->announced > sh->depth)
		sh->announced = sh->depth;
	bpf_loop(ANNOUNCE_MAX, announce_one, &t, CALLED);
	return 0;
}

static __noinline int call_add_new(struct shadow *sh, const struct call_key *key,
				   const struct call *call)
{
	struct call_adding a = { .key = key, .call = call };
	struct pressure *p = pressure_now();

	calls_announce(sh);
	bpf_loop(add_tries(p), call_add_try, &a, CALLED);
	if (!add_done(p, a.failed))
		loss_count(sh->id, LOSS_CALLS);
	else if (p)
		p->calls++;
	return 0;
}

/* What a call has waited, of which within_ns in the calls that it made, is added to its sum. */
static __always_inline void call_wait_add(struct shadow *sh, const struct call_key *key, u32 rec,
					  s64 incl_ns, s64 within_ns)
{
	struct call_waits_map *map = call_waits_now();
	const struct call_wait none = {};
	struct call_wait *sum = map ? bpf_map_lookup_elem(map, key) : NULL;

	if (map && !sum) {
		if (bpf_map_update_elem(map, key, &none, BPF_NOEXIST))
			sh->waits_lost++;
		sum = bpf_map_lookup_elem(map, key);
	}
	if (!sum)
		return;
	if (rec)
		sum->reci_ns += incl_ns;
	else
		sum->incl_ns += incl_ns;
	sum->excl_ns += incl_ns - within_ns;
	if (sum->rec_depth < rec)
		sum->rec_depth = rec;
}

/* Of one that ends.  It calls no function of ours: the stack is nearly full here. */
static __noinline int call_add_wait(struct shadow *sh, const struct frame *f, struct frame *below)
{
	struct call_key key = call_key_of(sh, f, sh->node);
	s64 incl_ns = sh->wait_ns - f->wait_start_ns;

	if (!incl_ns)
		return 0;
	if (below)
		below->wait_below_ns += incl_ns;
	call_wait_add(sh, &key, f->rec, incl_ns, f->wait_below_ns);
	return 0;
}

/* Adds one call that took incl ns, of which below ns were in the subs that it called. */
static __always_inline void call_add(struct shadow *sh, const struct frame *f, u64 parent,
				     s64 incl_ns)
{
	struct call_key key = call_key_of(sh, f, parent);
	struct call add = { .cnt = !(f->flags & FRAME_SEEDED),
			    .incl_ns = f->rec ? 0 : incl_ns,
			    .excl_ns = incl_ns - f->below_ns,
			    .reci_ns = f->rec ? incl_ns : 0,
			    .rec_depth = f->rec };
	struct calls_map *map = calls_now();
	struct call *call;

	if (!map)
		return;
	call = bpf_map_lookup_elem(map, &key);
	if (!call) {
		call_add_new(sh, &key, &add);
		return;
	}
	call->cnt += add.cnt;
	call->incl_ns += add.incl_ns;
	call->excl_ns += add.excl_ns;
	call->reci_ns += add.reci_ns;
	if (call->rec_depth < add.rec_depth)
		call->rec_depth = add.rec_depth;
}

/*
 * Ends the innermost open call, at the time when it was left, else at sub_ns. A call without a
 * callee did not happen: perl refused it.
 */
__noinline int frame_pop(struct shadow *sh, u64 sub_ns)
{
	struct frame *f, *below;
	u64 end_ns;
	s64 incl_ns;

	/* First, as it keeps nothing on the stack then, which is full further below. */
	if (settings.slow_ns && sh) {
		slow_tell(sh, sub_ns);
		slow_add(sh, sub_ns);
	}
	f = sh ? frame_top(sh) : NULL;
	/* The page is missing, because memory was short at the fork. That loss was counted then. */
	if (!f) {
		if (sh) {
			sh->depth = 0;
			shadow_set_top(sh, NULL);
		}
		return 0;
	}
	below = sh->depth > 1 ? frame_at(sh, sh->depth - 2) : NULL;
	sh->depth--;
	shadow_set_top(sh, below);
	if (!f->callee)
		return 0;
	if (settings.off_cpu)
		call_add_wait(sh, f, below);
	end_ns = f->left_ns ?: sub_ns;
	incl_ns = end_ns - f->start_ns;
	call_add(sh, f, sh->node, incl_ns);
	if (below) {
		below->below_ns += incl_ns;
		if (below->left_ns && (s64)(end_ns - below->left_ns) > 0)
			below->left_ns = end_ns;
	}
	return 0;
}

/* --------------------------------------------- the shadow against perl's stacks */

enum reconcile_at {
	AT_STMT, /* perl code runs at this level */
	AT_BODY, /* perl code begins a statement at this level */
	AT_CALL, /* a call is about to be made, perhaps by an XSUB at this level */
	AT_XSUB_RET,
};

struct reconciling {
	struct shadow *sh;
	u64 sub_ns;
	u64 sp; /* AT_CALL: the C stack at the probed function; 0: unknown */
	u32 kind;
	u32 pad;
};

/*
 * Has the C function at the top ended, though no probe saw it? Then it has died, and perl goes on.
 * What is called now is called from where the function was, not from within it. Both are on one C
 * stack; see calls/stack.bpf.h.
 */
static __always_inline bool xsub_is_over(struct shadow *sh, u64 sp)
{
	struct frame *f = sp ? frame_top(sh) : NULL;

	return f && sp >= f->cv;
}

/* The sub had nothing left to do, and perl goes on in the same stackinfo. */
static __always_inline bool top_has_returned(const struct shadow *sh)
{
	return (sh->top_flags & FRAME_RETURNED) && (u32)(sh->level >> 32) == sh->si_ord;
}

/*
 * Is the context of this frame, which control has left, popped? Another context may be in its place
 * by now: of a block that was entered later, or of the same sub, called again.
 */
__noinline bool frame_is_gone(struct shadow *sh, const struct frame *f, u32 kind)
{
	struct si_head *head;
	struct context *cx;

	if (!sh || !f)
		return false;
	head = &sh->work.head;
	cx = &sh->work.cx;
	if (f->flags & FRAME_XSUB)
		return true; /* it has died; perl itself frees what is freed then */
	if (si_read(f->si, head))
		return false;
	if (level_cxix(f->level) > head->cxix)
		return true;
	if (context_read(head->cxstack, level_cxix(f->level), cx))
		return false;
	return !context_is_call(cx) || cx->cv != f->cv ||
	       (settings.enter_by_stmt && kind == AT_BODY && f->level == sh->at.level &&
		body_begins(cx->cv, sh->at.op));
}

/* Identifies the callee from the context that the call has pushed. */
static __always_inline int frame_identify(struct shadow *sh, struct frame *f)
{
	struct si_head *head = &sh->work.head;
	struct callee *c = &sh->work.callee;
	struct context *cx = &sh->work.cx;

	if (si_read(f->si, head) || context_read(head->cxstack, level_cxix(f->level), cx) ||
	    !context_is_call(cx))
		return -1;
	if (!cx->cv && f->level == sh->at.level)
		cx->cv = sh->at.left_cv;
	if (f->cv == cx->cv)
		return -1; /* goto found no sub to replace this one */
	callee_of_cv(cx->cv, c);
	if (!c->cv)
		return -1;
	f->cv = c->cv;
	f->callee = callee_id(sh, c);
	f->rec = cx->olddepth > 0 ? cx->olddepth : 0;
	return f->callee ? 0 : -1;
}

/*
 * Only perl knew the callee of the top frame. If perl has pushed a context by now, that shows the
 * callee. Else perl has called a C function, or is about to die, and the name that was asked for
 * stays.
 */
__noinline int reconcile_unknown(struct shadow *sh)
{
	struct frame *f = sh ? frame_top(sh) : NULL, *below;

	if (!f || frame_identify(sh, f))
		return -1;
	below = sh->depth > 1 ? frame_at(sh, sh->depth - 2) : NULL;
	f->flags &= ~FRAME_UNKNOWN;
	f->node = node_hash(below ? below->node : NODE_ROOT, f->callee);
	shadow_set_top(sh, f);
	return 0;
}

/* Looks at the innermost frame. 0: it was popped, and the next one follows. */
static int reconcile_one(u32 i, void *arg)
{
	struct reconciling *s = arg;
	struct shadow *sh = s->sh;
	struct frame *f;

	if (!sh->depth)
		return 1;
	if (sh->level > sh->at.level) {
		/*
		 * An unknown sub without a context, of which the C function has returned just now.
		 */
		bool returns = s->kind == AT_XSUB_RET && (sh->top_flags & FRAME_UNKNOWN);

		if (returns && !sh->callee)
			loss_count(sh->id, LOSS_UNKNOWN);
		frame_pop(sh, s->sub_ns);
		return returns;
	}
	if ((sh->top_flags & FRAME_XSUB) && sh->level == sh->at.level &&
	    (s->kind != AT_CALL || xsub_is_over(sh, s->sp))) {
		frame_pop(sh, s->sub_ns);
		return s->kind == AT_XSUB_RET;
	}
	if ((sh->top_flags & FRAME_UNKNOWN) && reconcile_unknown(sh))
		return 1;
	if (sh->top_flags & FRAME_LEFT) {
		f = frame_top(sh);
		if (top_has_returned(sh) || (f && frame_is_gone(sh, f, s->kind))) {
			frame_pop(sh, s->sub_ns);
			return 0;
		}
	}
	return 1;
}

/* Drops the frames whose calls have ended. False: there may be more than max of them. */
static __always_inline bool shadow_reconcile_some(struct shadow *sh, u64 sub_ns,
						  enum reconcile_at kind, u64 sp, u32 max)
{
	struct reconciling s = { .sh = sh, .sub_ns = sub_ns, .sp = sp, .kind = kind };

	if (sh->level <= sh->at.level && !(sh->top_flags & ~FRAME_SEEDED))
		return true;
	return bpf_loop(max, reconcile_one, &s, 0) < max;
}

static __always_inline void shadow_reconcile_at(struct shadow *sh, u64 sub_ns,
						enum reconcile_at kind, u64 sp)
{
	shadow_reconcile_some(sh, sub_ns, kind, sp, DEPTH_MAX);
}

static __always_inline void shadow_reconcile(struct shadow *sh, u64 sub_ns, enum reconcile_at kind)
{
	shadow_reconcile_at(sh, sub_ns, kind, 0);
}

#endif
