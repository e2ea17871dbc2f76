/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The C program that perl is part of: perl itself, which runs one script and ends; or a server
 * (mod_perl, PL/Perl), which calls a sub, is itself at work or waits, and calls the next.  What
 * goes by in between is no statement's time.
 *
 * Perl's stacks tell whose call ends.  perl_call_sv has the sub return to no op, and with G_EVAL
 * pushes an eval before it that goes on at none (perl.c, Perl_call_sv, 5.14 to 5.42).  An XSUB, a
 * sort, a tie or a destructor calls subs by the same function, but below those there is the context
 * of what perl runs: in a script at least the block that the main program is.
 */
#ifndef NYTPROF_PERL_HOST_BPF_H
#define NYTPROF_PERL_HOST_BPF_H

#include "nytprof/limits.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/state.bpf.h"
#include "perl/interp.bpf.h"
#include "perl/memory.bpf.h"

struct outward {
	struct shadow *sh;
	u64 cxstack;
	u64 si_prev;
	s32 cxix;
	bool host; /* found */
};

/* Looks at one context, from the innermost outwards, or goes on to the SI below. */
static int outward_one(u32 i, void *arg)
{
	struct outward *o = arg;
	struct si_head *head = &o->sh->work.head;
	struct context *cx = &o->sh->work.cx;

	if (o->cxix < 0) {
		o->host = !o->si_prev;
		if (o->host || si_read(o->si_prev, head))
			return 1;
		o->cxstack = head->cxstack;
		o->cxix = head->cxix;
		o->si_prev = head->prev;
		return 0;
	}
	if (context_read(o->cxstack, o->cxix, cx) ||
	    (cx->type & layout.CXTYPEMASK) != layout.CXt_EVAL || cx->retop ||
	    !(cx->type & layout.CXp_TRYBLOCK))
		return 1;
	o->cxix--;
	return 0;
}

/* The phases follow each other by number (perl.h, enum perl_phase, 5.14 to 5.44). */
#define PHASES_INIT_TO_START 2
#define PHASES_END_TO_RUN    1

/*
 * May the program call a sub now?  Perl itself does so for BEGIN, END and the like, and goes on by
 * itself.  A program that never calls perl_run stays in the phase START, in which BEGIN blocks
 * have a line of the source to be called at.
 */
static __always_inline bool host_may_call(const struct shadow *sh, u64 oldcop)
{
	u32 phase = user_u32(sh->base + layout.Iphase);

	return phase == layout.PERL_PHASE_END - PHASES_END_TO_RUN ||
	       (phase == layout.PERL_PHASE_INIT - PHASES_INIT_TO_START &&
		!user_u32(oldcop + layout.cop_line));
}

/*
 * What returns to no op is context cxix of the current SI, pushed at oldcop: does it return to the
 * program that perl is part of?
 */
__noinline bool host_is_below(struct shadow *sh, s32 cxix, u64 oldcop)
{
	struct outward o = { .sh = sh, .cxix = cxix - 1 };

	if (!sh || !host_may_call(sh, oldcop))
		return false;
	o.cxstack = sh->at.head.cxstack;
	o.si_prev = sh->at.head.prev;
	bpf_loop(DEPTH_MAX, outward_one, &o, CALLED);
	return o.host;
}

#endif
