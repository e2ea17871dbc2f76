/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The clocks of an interpreter.
 *
 *   wall   CLOCK_MONOTONIC, or what was asked for, ns
 *   perl   wall less all that we took so far: handlers, and the traps around
 *          them, whose price was measured at start-up; and less the time that
 *          the task was ready to run and had no processor
 *   sub    perl less the time spent waiting in accept(): for sub times only
 *
 * All times in maps are differences of the perl or of the sub clock, so they
 * need no further correction.  A difference can be some ns below zero where a
 * trap was cheaper than its average; sums keep the sign, the output does not.
 */
#ifndef NYTPROF_CLOCK_CLOCK_BPF_H
#define NYTPROF_CLOCK_CLOCK_BPF_H

#include "nytprof/calibration.h"
#include "nytprof/op_costs.h"
#include "nytprof/settings.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "kernel/run_delay.bpf.h"
#include "state/state.bpf.h"

#define PACE_ONE     1024
#define PACE_OVER    64 /* looks that are averaged */

#define LEARN_EVERY  8 /* returns of subs, of which one tells what a trap takes */

#define TRAP_UNIT    256
#define TRAP_OFF_MAX (1024 * TRAP_UNIT)

/* First thing in a handler. */
static __always_inline u64 clock_wall(void)
{
	return settings.boot_clock ? bpf_ktime_get_boot_ns() : bpf_ktime_get_ns();
}

/*
 * What the trap before this one took.  That depends on what the processor has in its caches, on its
 * neighbours and on its mood, by a third in all, so what was measured at start-up serves only until
 * it has been learned where it matters: behind some statements perl does so little, and always the
 * same, that what goes by until the next trap is the trap.
 */
static __always_inline u64 clock_trap(const struct shadow *sh)
{
	const struct trap *t = &sh->trap;
	u64 usual = settings.trap_ns, pace = sh->pace ?: PACE_ONE;
	u32 learned = sh->learned[t->kind % TRAP_CNT];

	if (t->kind == TRAP_STMT && learned > sh->ceiling)
		learned = sh->ceiling;
	if (learned)
		return (learned + TRAP_UNIT / 2) / TRAP_UNIT;
	if (usual && sh->learned[TRAP_STMT])
		return t->price_ns * (u64)sh->learned[TRAP_STMT] / (usual * TRAP_UNIT);
	return (t->price_ns * pace + PACE_ONE / 2) / PACE_ONE;
}

/* An average that follows within some hundred events; one that was interrupted hardly counts. */
static __always_inline u32 clock_average(u32 average, s64 sample)
{
	s64 off = sample - average;

	if (off > TRAP_OFF_MAX)
		off = TRAP_OFF_MAX;
	if (off < -TRAP_OFF_MAX)
		off = -TRAP_OFF_MAX;
	off = average + (off >> 6);
	return off > 0 ? (u32)off : 1; /* 0 would mean: not known */
}

/* A statement begins, that of this COP, some time after the trap before this one. */
static __always_inline void clock_learn(struct shadow *sh, u64 cop)
{
	const struct trap *t = &sh->before;
	u32 kind = t->kind % TRAP_CNT;
	u32 cost = t->costs.next && t->costs.next != cop ? t->costs.other : t->costs.cost;
	s64 took = (s64)(t->gap_ns * TRAP_UNIT) - (cost & ~COST_AT_LEAST) * (TRAP_UNIT / 2);

	if (kind == TRAP_OTHER || !cost || !settings.clock_cost)
		return;
	if (!(cost & COST_AT_LEAST))
		sh->learned[kind] =
			clock_average(sh->learned[kind] ?: t->price_ns * TRAP_UNIT, took);
	if (kind == TRAP_STMT)
		sh->ceiling = clock_average(sh->ceiling ?: 2 * t->price_ns * TRAP_UNIT, took);
}

/* The last look is now: of the task that runs the interpreter from here on. */
static __always_inline void clock_wait_from_here(struct shadow *sh)
{
	sh->run_delay_ns = task_waited();
}

/*
 * What the task has waited for a processor since the last look, and no more than the time in which
 * that was.  What is over was at another time, between two looks, or the kernel's clock is a little
 * faster: it is left for the next look.
 */
static __always_inline u64 clock_waited(struct shadow *sh, u64 most_ns)
{
	u64 now = task_waited(), waited = now - sh->run_delay_ns;

	if (!waited)
		return 0;
	if ((s64)waited < 0) { /* that of another task, while the agent closes what goes on */
		sh->run_delay_ns = now;
		return 0;
	}
	if (waited > most_ns)
		waited = most_ns;
	sh->run_delay_ns += waited;
	sh->waited_ns += waited;
	return waited;
}

/* What the program has waited since its last event is not its time. */
static __always_inline void clock_wait(struct shadow *sh, u64 wall_ns)
{
	u64 waited = clock_waited(sh, wall_ns - sh->trap.left_ns);

	if (!waited)
		return;
	sh->overhead_ns += waited;
	sh->trap.kind = TRAP_OTHER; /* what goes by while others run is no measure of it */
}

/* A handler of less has not waited: changing the task twice takes longer. */
#define HANDLER_SHORT_NS 2000 /* ns */

/* The perl clock at the moment a probe of that price was hit. */
static __always_inline u64 clock_enter(struct shadow *sh, u64 wall_ns, u32 price_ns)
{
	sh->events++;
	sh->overhead_ns += clock_trap(sh);
	clock_wait(sh, wall_ns);
	sh->before = sh->trap;
	sh->before.gap_ns = wall_ns - sh->trap.left_ns;
	__builtin_memset(&sh->trap, 0, sizeof(sh->trap));
	sh->trap.price_ns = price_ns;
	return wall_ns - sh->overhead_ns;
}

/* The trap before is paid now, as the next event is not of this interpreter. */
static __always_inline void clock_charge_trap(struct shadow *sh)
{
	sh->overhead_ns += clock_trap(sh);
	__builtin_memset(&sh->trap, 0, sizeof(sh->trap));
}

/*
 * The perl clock at a moment that is no event: an event is in the middle of its trap, and that
 * before is not paid yet.
 */
static __always_inline u64 clock_between(const struct shadow *sh, u64 wall_ns)
{
	return wall_ns - sh->overhead_ns - clock_trap(sh) / 2;
}

/* What this trap is; what perl will do behind it is to be put into .trap.costs. */
static __always_inline void clock_trap_is(struct shadow *sh, enum trap_kind kind)
{
	sh->trap.kind = kind;
}

static __always_inline void clock_trap_costs(struct shadow *sh, enum trap_kind kind, u32 cost)
{
	clock_trap_is(sh, kind);
	sh->trap.costs.cost = cost;
}

/*
 * A processor is not always equally fast: its clock rate changes, its other half is at work, a
 * virtual one has neighbours.  Reading the clock is a piece of work that is always the same, so
 * what that takes, averaged over some hundred hits, tells what a trap takes now.  One that was
 * interrupted tells nothing.
 */
static __always_inline void clock_pace(struct shadow *sh, u64 took)
{
	u64 usual = settings.clock_cost, now = sh->clock_cost ?: usual;

	took *= CLOCK_UNIT;
	if (!usual || took > usual * 4)
		return;
	now = (now * (PACE_OVER - 1) + took) / PACE_OVER;
	sh->clock_cost = (u32)now;
	sh->pace = (u32)(now * PACE_ONE / usual);
}

/* Last thing in a handler that began at wall. */
static __always_inline void clock_leave(struct shadow *sh, u64 wall_ns)
{
	u64 now;

	if (sh->events % PACE_EVERY == 0) {
		now = bpf_ktime_get_ns();
		clock_pace(sh, bpf_ktime_get_ns() - now);
	}
	now = clock_wall();
	sh->trap.left_ns = now;
	sh->overhead_ns += now - wall_ns;
	if (now - wall_ns > HANDLER_SHORT_NS)
		clock_waited(sh, now - wall_ns); /* it is in there, and was not the probe's doing */
}

/* What handlers and traps took so far. */
static __always_inline u64 clock_taken(const struct shadow *sh)
{
	return sh->overhead_ns - sh->away_ns - sh->waited_ns;
}

static __always_inline u64 clock_sub(const struct shadow *sh, u64 perl_ns)
{
	return perl_ns - sh->discount_ns;
}

static __always_inline void clock_accept_begin(struct shadow *sh, u64 perl_ns)
{
	sh->accept_ns = perl_ns;
}

/* At the return of accept(), or at the first event after it if that was not seen. */
static __always_inline void clock_accept_end(struct shadow *sh, u64 perl_ns)
{
	if (!sh->accept_ns)
		return;
	sh->discount_ns += perl_ns - sh->accept_ns;
	sh->accept_ns = 0;
}

#endif
