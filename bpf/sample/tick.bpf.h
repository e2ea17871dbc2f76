/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A tick of the clock: one sample of the interpreter that the interrupted thread runs.
 *
 * The shadow is used as by the probes, but its clocks do not run.  They stand still from tick to
 * tick, and each tick moves them by its period.  So the time of a frame from one tick to the next is
 * that of the tick that has found it there, and what ends an interpreter closes its frames as ever.
 */
#ifndef NYTPROF_TICK_BPF_H
#define NYTPROF_TICK_BPF_H

#include "nytprof/interp.h"
#include "nytprof/losses.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "kernel/task.bpf.h"
#include "state/loss.bpf.h"
#include "state/maps.bpf.h"
#include "state/state.bpf.h"
#include "perl/memory.bpf.h"
#include "clock/clock.bpf.h"
#include "control/control.bpf.h"
#include "process/interp.bpf.h"
#include "sample/leaf.bpf.h"
#include "sample/longs.bpf.h"
#include "sample/place.bpf.h"
#include "sample/settle.bpf.h"
#include "sample/walk.bpf.h"

/* Its ticks so far, as time. */
static __always_inline u64 tick_clock(const struct shadow *sh)
{
	return sh->events * settings.sample_ns;
}

/* So many samples in a row are dropped for what they do not tell, before one is taken as it is. */
#define TICK_TRIES   8

#define NEVER_WAITED (~0ull >> 1) /* later than any count: see clock_waited() */

/*
 * The clocks of the interpreter show the time of its ticks, and stand still.  wall: when this one
 * began.
 */
static __always_inline void tick_park(struct shadow *sh, u64 wall_ns, u64 taken_ns)
{
	u64 now_ns = clock_wall();

	sh->parked_ns = wall_ns;
	sh->overhead_ns = wall_ns - tick_clock(sh);
	sh->away_ns = sh->overhead_ns - taken_ns - (now_ns - wall_ns);
	sh->waited_ns = 0;
	sh->run_delay_ns = NEVER_WAITED;
}

static __always_inline void tick_note_torn(const struct shadow *sh)
{
	u32 id = sh->id;
	struct interp *in = bpf_map_lookup_elem(&interps, &id);

	if (in)
		in->torn++;
}

/* Non-zero: frames of calls that have ended are still there. */
static __noinline int tick_walk(struct shadow *sh)
{
	struct sample_walk w = { .sh = sh, .to.si = sh->si_base, .sub_ns = tick_clock(sh) };
	bool leaf = sh->work.leaf.callee;
	u64 before = faults;

	walk_compare(&w);
	if (w.to.whole && w.to.unsure)
		walk_settle_doubt(sh, w.to.unsure);
	if (w.to.whole && leaf && leaf_is_same(sh, w.kept))
		return 0;
	if (settings.long_ns)
		longs_ended(sh, w.kept);
	walk_pop(&w);
	if (w.late) {
		fault_note();
		return -1;
	}
	if (!w.to.whole) {
		walk_push_rest(&w);
		if (w.to.whole && w.to.unsure)
			walk_settle_doubt(sh, w.to.unsure);
	}
	if (w.torn)
		tick_note_torn(sh);
	if (w.late)
		fault_note();
	/* The sample of a stack that can't be read is dropped: see tick_take(). */
	if (!w.to.whole && (!faulted_since(before) || sh->unread + 1 >= TICK_TRIES))
		loss_count(sh->id, LOSS_FRAMES);
	if (leaf)
		leaf_push(sh, w.sub_ns);
	return 0;
}

/* Nothing is recorded now: what is open has ended. */
static __noinline int tick_close(struct shadow *sh)
{
	struct sample_walk w = { .sh = sh, .sub_ns = tick_clock(sh) };

	walk_pop(&w);
	return 0;
}

/*
 * The whole of the sample; non-zero: there is none to take, as there is no statement (before perl
 * has any, and when it has freed them), or calls of the tick before are still to be closed.
 */
static __always_inline int tick_look(struct shadow *sh)
{
	if (sample_locate(sh) || leaf_read(sh) || (settings.sample_calls && tick_walk(sh)))
		return -1;
	return settings.long_ns ? longs_look(sh) : 0;
}

/*
 * At its end perl frees the ops first, and PL_op still has the address of one (perl.c,
 * perl_destruct).
 */
static __always_inline bool perl_is_over(const struct shadow *sh)
{
	return user_u32(sh->base + layout.Iphase) == layout.PERL_PHASE_DESTRUCT;
}

/*
 * The sample could not be read.  No sample is lost of a program that is being replaced, whose memory has
 * gone, and of one that has ended and is in no destructor.
 */
static __noinline int tick_unread(struct shadow *sh)
{
	if (!current_executes() && (sh->depth || !perl_is_over(sh)))
		loss_count(sh->id, LOSS_SAMPLES);
	return 0;
}

/*
 * One that is not complete is dropped: the clock does not move.  What it has found out serves the
 * next.
 */
static __always_inline void tick_take(struct shadow *sh)
{
	u64 before = faults;
	int rc = tick_look(sh);
	bool whole = !faulted_since(before);

	if (!whole && (rc || ++sh->unread < TICK_TRIES)) {
		tick_unread(sh);
		return;
	}
	if (rc)
		return;
	if (whole)
		sh->unread = 0;
	if (settings.want_stmts)
		leaf_count(sh);
	sh->events++;
	if (settings.sample_calls)
		calls_settle(sh, tick_clock(sh));
}

/* The interpreter at base was interrupted.  Returns its shadow if the sample counts; else NULL. */
static __always_inline struct shadow *tick_of(u64 base)
{
	u64 wall_ns = clock_wall(), taken_ns;
	/* A look for --event is the agent's own work: no sample of the program is lost. */
	struct shadow *sh = walk_is_busy() ? NULL : shadow_get(base, wall_ns);
	u64 before;

	if (!sh || sh->over)
		return NULL;
	before = sh->events;
	taken_ns = clock_taken(sh);
	control_look(sh, tick_clock(sh));
	if (sh->paused)
		tick_close(sh);
	else
		tick_take(sh);
	tick_park(sh, wall_ns, taken_ns);
	return sh->events != before ? sh : NULL;
}

/* The current thread of this process was, whose thread pointer is tp.  As tick_of(). */
static __always_inline struct shadow *tick(const struct sampled *s, u64 tp)
{
	u64 base;

	if (s->build != settings.build || !sampled_base(s, tp, &base))
		return NULL;
	return tick_of(base);
}

#endif
