/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Recording on and off: by the phase of the program, by the program itself, by the operator of the
 * agent.  While it is off, open calls are still compared with perl's stacks, and counted when they
 * end.  No statement and no call is opened.  The counts are as NYTProf has them (NYTProf.xs 6.12:
 * enable_profile, disable_profile, finish_profile).
 */
#ifndef NYTPROF_CONTROL_CONTROL_BPF_H
#define NYTPROF_CONTROL_CONTROL_BPF_H

#include "nytprof/interp.h"
#include "nytprof/names.h"
#include "nytprof/part.h"
#include "nytprof/settings.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/maps.bpf.h"
#include "state/state.bpf.h"
#include "perl/callee.bpf.h"
#include "perl/interp.bpf.h"
#include "perl/memory.bpf.h"
#include "names/string.bpf.h"
#include "stmts/stmt.bpf.h"
#include "control/part.bpf.h"

static __always_inline void paused_set(struct shadow *sh, u32 paused)
{
	u32 id = sh->id;
	struct interp *in = bpf_map_lookup_elem(&interps, &id);

	sh->paused = paused;
	if (in)
		in->paused = paused;
}

/* The phases follow each other by number (perl.h, enum perl_phase, 5.14 to 5.44). */
static __always_inline bool start_has_come(const struct shadow *sh)
{
	if (settings.start == START_INIT)
		return user_u32(sh->base + layout.Iphase) >= layout.PERL_PHASE_INIT;
	if (settings.start == START_END)
		return user_u32(sh->base + layout.Iphase) >= layout.PERL_PHASE_END;
	return false;
}

static __noinline int control_obey(struct shadow *sh, u64 perl_ns)
{
	struct control *c = control_now();
	u32 paused = sh->paused & ~PAUSED_OPERATOR;

	if (c && c->off)
		paused |= PAUSED_OPERATOR;
	if ((paused & PAUSED_START) && ((c && c->started) || start_has_come(sh)))
		paused &= ~PAUSED_START;
	if (paused == sh->paused)
		return 0;
	if (!sh->paused) {
		stmt_close(sh, perl_ns);
		stmt_forget(sh);
	} else if (!paused) {
		stmt_forget(sh);
		/* What is under way is taken from perl's stacks, as at a first event. */
		if (!sh->depth)
			sh->si = 0;
	}
	paused_set(sh, paused);
	return 0;
}

/* At each event. */
static __always_inline void control_look(struct shadow *sh, u64 perl_ns)
{
	struct control *c = control_now();

	if (sh->paused || (c && c->off))
		control_obey(sh, perl_ns);
}

/* ----------------------------------------------------------------- by the program */

/* The string that is the first argument of the call that is about to be made; 0: none. */
static __noinline u32 argument_intern(struct shadow *sh)
{
	/* pp_entersub takes the mark away, which stays in memory until there is another one. */
	u64 mark = user_u64(sh->base + layout.Imarkstack_ptr) + (sh->at.in_sub ? 4 : 0);
	u64 at = user_u64(sh->base + layout.Istack_base) + 8 * ((u64)user_u32(mark) + 1);
	struct sv_head sv;
	u32 len;

	if ((!sh->at.in_sub && at >= sh->at.sp) || sv_read(user_u64(at), &sv) ||
	    !(sv.flags & layout.SVf_POK))
		return 0;
	len = user_u32(sv.any + layout.xpv_cur);
	return len ? string_intern(sh->id, sv.u, len, 0) : 0;
}

static __always_inline void control_enable(struct shadow *sh, u64 perl_ns)
{
	u32 paused = sh->paused & ~(PAUSED_PROGRAM | PAUSED_START), file = argument_intern(sh);
	bool was_paused = sh->paused;

	if (file && file != sh->part_file) {
		if (!sh->closed)
			part_end(sh);
		sh->part_file = file;
	}
	if (sh->closed)
		part_begin(sh);
	if (paused == sh->paused)
		return;
	paused_set(sh, paused);
	if (paused || !was_paused)
		return;
	/* The statement that ended it is counted now, and the one that calls is a new one. */
	stmt_clock_turn(sh, perl_ns);
	if (!cop_read(sh->at.curcop, &sh->work.cop))
		stmt_next(sh, &sh->work.cop, perl_ns);
}

static __always_inline void control_disable(struct shadow *sh, u64 perl_ns)
{
	if (!sh->paused)
		stmt_clock_turn(sh, perl_ns);
	paused_set(sh, sh->paused | PAUSED_PROGRAM);
}

#define SIGURG 23 /* uapi/asm-generic/signal.h */

/*
 * The program asks whether the file of its last profile is still to be written.  The answer is a
 * signal, or none: the kernel has no way to let a program wait that could not leave it waiting for
 * ever, and its memory is not ours to write to.  By default SIGURG is ignored, and nobody takes it
 * for anything but urgent data.
 */
static __noinline int control_answer(struct shadow *sh)
{
	struct part_key last = { .interp = sh->id, .part = sh->part - 1 };
	struct part *part = sh->part ? bpf_map_lookup_elem(&parts, &last) : NULL;

	if (part && part->end_ns)
		bpf_send_signal_thread(SIGURG);
	return 0;
}

__noinline int control_call(struct shadow *sh, u32 sub, u64 perl_ns)
{
	if (!sh)
		return 0;
	if (sub == SUB_ENABLE) {
		control_enable(sh, perl_ns);
	} else if (sub == SUB_DISABLE) {
		control_disable(sh, perl_ns);
	} else if (sub == SUB_FINISH) {
		control_disable(sh, perl_ns);
		if (!sh->closed)
			part_end(sh);
	} else if (sub == SUB_AWAIT) {
		control_answer(sh);
	}
	return 0;
}

/* A sub is about to be called. */
static __always_inline int control_called(struct shadow *sh, u32 sub, u64 perl_ns)
{
	return sub < ID_FIRST ? control_call(sh, sub, perl_ns) : 0;
}

/* The child of a fork, in its parent: its part 0 has the output of the parent's part. */
static __always_inline void control_fork(struct shadow *sh)
{
	struct part *part;

	sh->part = 0;
	if (sh->forkdepth) {
		sh->forkdepth--;
	} else {
		sh->paused |= PAUSED_PROGRAM;
		sh->closed = 1;
	}
	if (!sh->closed && !sh->part_file)
		return;
	part = part_get(sh);
	if (part)
		part_place(sh, part);
}

#endif
