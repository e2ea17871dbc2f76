/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Perl's contexts against the frames of the tick before, from the program to the innermost sub.
 *
 * What has not changed since then is only compared: its frames stay.  From the first difference on
 * the frames are popped, which counts their ticks, and the rest of perl's stacks is pushed.
 *
 * A tick can come between any two instructions.  The innermost context may be half made or half
 * taken away, and is left out then.
 */
#ifndef NYTPROF_WALK_BPF_H
#define NYTPROF_WALK_BPF_H

#include "nytprof/frames.h"
#include "nytprof/limits.h"
#include "nytprof/losses.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/loss.bpf.h"
#include "state/state.bpf.h"
#include "perl/interp.bpf.h"
#include "perl/memory.bpf.h"
#include "clock/clock.bpf.h"
#include "names/string.bpf.h"
#include "names/sub.bpf.h"
#include "calls/callee_id.bpf.h"
#include "calls/frame.bpf.h"
#include "calls/reconcile.bpf.h"
#include "calls/shadow.bpf.h"

#define WALK_CONTEXTS (1u << 15) /* contexts of all kinds that one tick looks at */
#define WALK_SIS      (1u << 13) /* stackinfos */

/*
 * A tick is an interrupt: while it runs, the processor does nothing else.  To push or pop a frame
 * takes some 0.2 us, and twenty times that with a long name that nobody has seen.  So there is a
 * limit of time, and the next ticks go on where one has stopped.  Few programs have stacks so deep
 * that it matters.  The others lose no sample to it, also where the processor is slow, or a
 * hypervisor takes it away.
 */
#define WALK_NS	   1000000
#define WALK_FREE  256 /* so many turns have no limit */
#define WALK_LOOKS 4 /* so many turns, then a look at the clock */

/*
 * Contexts are read so many at once: a read takes 40 ns, and the next context is in the same
 * lines of the cache.
 */
#define WALK_BATCH	 12

#define CONTEXT_SIZE_MAX 112 /* sizeof(PERL_CONTEXT), 5.14 to 5.44 */

struct walk_batch {
	s32 from; /* the first, */
	u32 cnt; /* and how many: of those of the stackinfo that is looked at */
	u32 busy; /* an event of the kernel looks at a stack, and can be interrupted */
	u32 pad;
	char raw[WALK_BATCH * CONTEXT_SIZE_MAX];
};

/* One that walks is not interrupted by another one: see .busy. */
struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct walk_batch);
} walk_batches SEC(".maps");

/* How far the walk has come. */
struct walk_cursor {
	u64 si; /* looked at now; what it holds is in work.head */
	u32 ord;
	s32 cxix;
	u32 seen; /* contexts and stackinfos */
	u32 unsure; /* depth of the frame whose place is to be read again; 0: none */
	u32 whole; /* the walk has come to the innermost context */
	u32 pad;
};

struct sample_walk {
	struct shadow *sh;
	struct walk_cursor to;
	u64 sub_ns; /* the sub clock before this tick */
	u64 until_ns; /* for changes */
	u32 kept; /* frames that are as they were */
	bool torn;
	bool named; /* a frame of this tick is in work.frame */
	bool late; /* the time is over, and something is left to be done */
};

/* Subs that caller() shows as such, and formats; not the code blocks of patterns. */
static __always_inline bool context_is_frame(const struct context *cx)
{
	u32 type = cx->type & layout.CXTYPEMASK;

	return type == layout.CXt_FORMAT ||
	       (type == layout.CXt_SUB && !(cx->type & layout.CXp_SUB_RE));
}

enum walk_at {
	WALK_FRAME, /* one is in work.cx */
	WALK_ON, /* there is none: look at the next */
	WALK_END,
};

/* Not the block of an eval or try. */
static __always_inline bool context_compiles(const struct context *cx)
{
	return (cx->type & layout.CXTYPEMASK) == layout.CXt_EVAL &&
	       !(cx->type & layout.CXp_TRYBLOCK);
}

static __always_inline struct walk_batch *walk_batch(void)
{
	u32 zero = 0;

	return bpf_map_lookup_elem(&walk_batches, &zero);
}

/* Whoever interrupts a look must not begin another one. */
static __noinline bool walk_is_busy(void)
{
	struct walk_batch *b = walk_batch();

	return b && b->busy;
}

/* The same; what would have been looked at is a loss of the interpreter at base. */
static __noinline bool walk_loses(u64 base, enum loss_id loss)
{
	struct shadow *sh;

	if (!walk_is_busy())
		return false;
	sh = shadow_at(base, current_ids() >> 32);
	if (sh)
		loss_count(sh->id, loss);
	return true;
}

/* A function of its own: a look needs all of the stack. */
static __noinline void walk_set_busy(bool busy)
{
	struct walk_batch *b = walk_batch();

	if (b)
		b->busy = busy;
}

/* Another stackinfo will be looked at, or the same one at another time. */
static __always_inline void walk_batch_forget(void)
{
	struct walk_batch *b = walk_batch();

	if (b)
		b->cnt = 0;
}

/* Reads the context that is looked at next, and some of those behind it. */
static __always_inline int walk_batch_fill(const struct shadow *sh, s32 cxix, struct walk_batch *b)
{
	const struct si_head *head = &sh->work.head;
	u32 n = head->cxix - cxix + 1, size;

	if (n > WALK_BATCH)
		n = WALK_BATCH;
	size = n * layout.sizeof_CONTEXT;
	barrier_var(size); /* Linux 6.1 does not know the limit of a product */
	if (size > sizeof(b->raw) ||
	    user_read(b->raw, size, head->cxstack + (u64)(u32)cxix * layout.sizeof_CONTEXT))
		return -1;
	b->from = cxix;
	b->cnt = n;
	return 0;
}

/* The context that is looked at, into work.cx. */
static __always_inline int walk_context(struct shadow *sh, s32 cxix)
{
	struct walk_batch *b = walk_batch();
	u32 at;

	if (!b || ((u32)(cxix - b->from) >= b->cnt && walk_batch_fill(sh, cxix, b)))
		return -1;
	at = (cxix - b->from) * layout.sizeof_CONTEXT;
	barrier_var(at);
	if (at > sizeof(b->raw) - CONTEXT_SPAN)
		return -1;
	context_take(b->raw + at, &sh->work.cx);
	return 0;
}

/*
 * An enum walk_at.  A global function: the verifier looks at it once, and not in each state that
 * the frames are in, which takes a third of a second.  It forgets what is in the memory behind to,
 * so nothing else is there.
 */
__noinline int walk_look(struct shadow *sh, struct walk_cursor *to)
{
	struct si_head *head;
	struct context *cx;

	if (!sh || !to || to->seen++ >= WALK_CONTEXTS)
		return WALK_END;
	head = &sh->work.head;
	cx = &sh->work.cx;
	if (to->cxix > head->cxix) {
		to->whole = to->si == sh->at.si;
		if (to->whole)
			return WALK_END;
		to->si = head->next;
		to->ord++;
		to->cxix = 0;
		walk_batch_forget();
		return si_read(to->si, head) ? WALK_END : WALK_ON;
	}
	if (walk_context(sh, to->cxix))
		return WALK_END;
	if (context_is_frame(cx))
		return WALK_FRAME;
	if (context_compiles(cx))
		to->unsure = 0;
	to->cxix++;
	return WALK_ON;
}

/* ------------------------------------------------------------------------ begin */

/*
 * Where the interpreter is, in sh->at, and the bottom of its stacks.  Non-zero: it can't be read,
 * or does not run.
 */
static __noinline int sample_locate(struct shadow *sh)
{
	struct si_walk w = { .sh = sh };

	if (interp_read(sh, true) || !sh->at.si || si_read(sh->at.si, &sh->at.head))
		return -1;
	w.si = sh->at.si;
	bpf_loop(WALK_SIS, si_walk_one, &w, 0);
	if (!w.base || si_read(w.base, &sh->work.head) || sh->work.head.prev)
		return -1;
	sh->si_base = w.base;
	sh->si_ord = w.ord;
	sh->at.level = level_of(w.ord, sh->at.head.cxix);
	return 0;
}

/* ---------------------------------------------------------------------- compare */

static __always_inline bool frame_is_same(const struct sample_walk *w, const struct frame *f)
{
	const struct context *cx = &w->sh->work.cx;

	return f->cv == cx->cv && f->cop == cx->oldcop && f->si == w->to.si &&
	       f->level == level_of(w->to.ord, w->to.cxix) && !(f->flags & FRAME_XSUB);
}

static int walk_compare_one(u32 i, void *arg)
{
	struct sample_walk *w = arg;
	struct frame *f;

	switch (walk_look(w->sh, &w->to)) {
	case WALK_END:
		return 1;
	case WALK_ON:
		return 0;
	default:
		break;
	}
	f = w->kept < w->sh->depth ? frame_at(w->sh, w->kept) : NULL;
	if (!f || !frame_is_same(w, f))
		return 1;
	w->kept++;
	w->to.cxix++;
	if (f->flags & FRAME_UNSURE)
		w->to.unsure = w->kept;
	return 0;
}

static __always_inline bool walk_is_late(struct sample_walk *w, u32 turn)
{
	if (turn >= WALK_FREE && turn % WALK_LOOKS == WALK_LOOKS - 1)
		w->late = clock_wall() > w->until_ns;
	return w->late;
}

/* Is all of this call counted, as it has had nothing since it was settled (sample/settle.bpf.h)? */
static __always_inline bool frame_is_settled(const struct sample_walk *w, const struct frame *f)
{
	return f->start_ns == w->sub_ns && !f->below_ns &&
	       (!settings.off_cpu || (f->wait_start_ns == w->sh->wait_ns && !f->wait_below_ns));
}

static int walk_pop_one(u32 i, void *arg)
{
	struct sample_walk *w = arg;
	struct frame *f;

	if (w->sh->depth <= w->kept || walk_is_late(w, i))
		return 1;
	f = frame_top(w->sh);
	if (f && frame_is_settled(w, f)) {
		w->sh->depth--;
		shadow_set_top(w->sh, frame_top(w->sh));
		return 0;
	}
	frame_pop(w->sh, w->sub_ns);
	return 0;
}

static __always_inline void walk_compare(struct sample_walk *w)
{
	walk_batch_forget();
	if (!si_read(w->to.si, &w->sh->work.head))
		bpf_loop(WALK_CONTEXTS, walk_compare_one, w, 0);
}

static __always_inline void walk_pop(struct sample_walk *w)
{
	w->until_ns = clock_wall() + WALK_NS;
	bpf_loop(DEPTH_MAX, walk_pop_one, w, 0);
}

/* ------------------------------------------------------------------------- push */

/*
 * Is the innermost context one that perl is pushing or popping?  Popping, its CV is taken out
 * first.  Pushing, PL_op is still the call and PL_curcop the calling statement; where the context
 * goes on to is set last, with the CV (inline.h, cx_pushblock, cx_pushsub and cx_popsub_common,
 * 5.24 to 5.44; cop.h, PUSHBLOCK and PUSHSUB before).
 */
static __always_inline bool context_is_torn(const struct sample_walk *w)
{
	const struct context *cx = &w->sh->work.cx;
	const struct at *at = &w->sh->at;

	if (w->to.si != at->si || w->to.cxix != at->head.cxix)
		return false;
	if (!cx->cv)
		return true;
	return cx->oldcop == at->curcop && op_type(at->op) == settings.op_entersub &&
	       user_u64(at->op + layout.op_next) != cx->retop;
}

/* Where it was called, as its COP says now. */
static __always_inline void walk_place(struct shadow *sh, struct frame *f)
{
	if (!cop_read(f->cop, &sh->work.cop)) {
		f->file = cop_file_id(sh, &sh->work.cop);
		f->line = sh->work.place.line;
	}
}

/* Into the frame that is being made: the names of the sub and of where it was called. */
static __always_inline void walk_name(struct sample_walk *w)
{
	struct shadow *sh = w->sh;
	struct frame *f = &sh->work.frame;
	struct context *cx = &sh->work.cx;

	__builtin_memset(f, 0, sizeof(*f));
	f->cv = cx->cv;
	f->cop = cx->oldcop;
	f->start_ns = w->sub_ns;
	f->flags = FRAME_SEEDED;
	callee_of_cv(cx->cv, &sh->work.callee);
	if (sh->work.callee.cv)
		f->callee = callee_id(sh, &sh->work.callee);
	else if ((cx->type & layout.CXTYPEMASK) == layout.CXt_FORMAT)
		f->callee = sub_intern(sh->id, cx->cv);
	walk_place(sh, f);
}

/*
 * In perl 5.32, PL_compiling calls the BEGIN blocks (op.c, S_process_special_blocks); in 5.36 a COP of
 * their own.  PL_compiling says what is compiled now.  While the block compiles another file, it has
 * the place there.
 */
static __always_inline void walk_doubt(struct sample_walk *w)
{
	struct frame *f = &w->sh->work.frame;

	f->flags = FRAME_SEEDED;
	if (f->cop != w->sh->base + layout.Icompiling)
		return;
	f->flags |= FRAME_UNSURE;
	w->to.unsure = w->sh->depth + 1;
}

/* Nothing is compiled within that block now. */
static __noinline int walk_settle_doubt(struct shadow *sh, u32 unsure)
{
	struct frame *f = sh && unsure && unsure <= sh->depth ? frame_at(sh, unsure - 1) : NULL;

	if (f) {
		f->flags &= ~FRAME_UNSURE;
		walk_place(sh, f);
	}
	return 0;
}

/* Deep stacks are recursion: most frames differ from the one before only in their level. */
static __always_inline void walk_push(struct sample_walk *w)
{
	struct shadow *sh = w->sh;
	struct frame *f = &sh->work.frame;
	struct context *cx = &sh->work.cx;
	u64 before = faults;

	if (!w->named || f->cv != cx->cv || f->cop != cx->oldcop)
		walk_name(w);
	w->named = f->callee && f->file;
	walk_doubt(w);
	f->level = level_of(w->to.ord, w->to.cxix);
	f->si = w->to.si;
	f->rec = 0;
	if ((cx->type & layout.CXTYPEMASK) == layout.CXt_SUB && cx->olddepth > 0)
		f->rec = cx->olddepth;
	if (w->named)
		frame_push(sh, f);
	else if (!faulted_since(before))
		loss_count(sh->id, LOSS_UNKNOWN);
}

static int walk_push_one(u32 i, void *arg)
{
	struct sample_walk *w = arg;

	if (walk_is_late(w, i))
		return 1;
	switch (walk_look(w->sh, &w->to)) {
	case WALK_END:
		return 1;
	case WALK_ON:
		return 0;
	default:
		break;
	}
	if (context_is_torn(w))
		w->torn = true;
	else
		walk_push(w);
	w->to.cxix++;
	return 0;
}

static __always_inline void walk_push_rest(struct sample_walk *w)
{
	bpf_loop(WALK_CONTEXTS, walk_push_one, w, 0);
}

#endif
