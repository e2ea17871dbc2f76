/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The clocks of an interpreter.
 *
 *   wall   CLOCK_MONOTONIC or the clock that was asked for, in ns
 *   perl   wall, minus the agent's time so far: handlers, and their traps,
 *          whose price was measured at start-up; and minus the time in which
 *          the task was ready to run but had no processor
 *   sub    perl, minus the time spent waiting in accept(); for sub times only
 *
 * All times in maps are differences of the perl clock or of the sub clock, so they need no further
 * correction. A difference can be some ns below zero if a trap was cheaper than its average. Sums
 * keep the sign; the output does not.
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

#define PACE_ONE     (1u << 16)
#define PACE_OVER    64 /* measurements in the average */

#define LEARN_LEAST  3 /* so many events lie between two that measure a trap, */
#define LEARN_SPREAD 7 /* and up to so many more: a loop can have as many statements */

#define TRAP_UNIT    256
#define TRAP_OFF_MAX (1024 * TRAP_UNIT)

/* Call this first in a handler. */
static __always_inline u64 clock_wall(void)
{
	return settings.boot_clock ? bpf_ktime_get_boot_ns() : bpf_ktime_get_ns();
}

/*
 * The time of the trap before this one. It varies by a third, with the processor's caches and its
 * neighbours. So the price from start-up is used only until the price is learned from the program
 * itself: behind some statements perl does so little, and always the same, that the time until the
 * next trap is nearly the trap's own.
 */
static __always_inline u64 clock_trap(const struct shadow *sh)
{
	const struct trap *t = &sh->trap;
	u64 pace = sh->pace ?: PACE_ONE;
	u32 learned = sh->learned[t->kind % TRAP_CNT];

	if (t->kind == TRAP_STMT && learned > sh->ceiling)
		learned = sh->ceiling;
	if (learned)
		return (learned + TRAP_UNIT / 2) / TRAP_UNIT;
	return (t->price_ns * pace + PACE_ONE / 2) / PACE_ONE;
}

/*
 * A moving average, which follows within some hundred events. A sample that was interrupted hardly
 * counts.
 */
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

/* The other traps are as much slower as those of statements, which have that price. */
static __always_inline void clock_pace_learned(struct shadow *sh, u32 price_ns)
{
	u64 usual = (u64)price_ns * TRAP_UNIT;

	if (usual)
		sh->pace = (u32)((u64)sh->learned[TRAP_STMT] * PACE_ONE / usual) ?: 1;
}

/*
 * A statement begins at this COP. The time since the trap before this one measures that trap, if it
 * is one of the few that are measured.
 */
static __always_inline void clock_learn(struct shadow *sh, u64 cop)
{
	const struct trap *t = &sh->before;
	u32 kind = t->kind % TRAP_CNT;
	u32 cost = t->costs.next && t->costs.next != cop ? t->costs.other : t->costs.cost;
	s64 took = (s64)(t->gap_ns * TRAP_UNIT) - (cost & ~COST_AT_LEAST) * (TRAP_UNIT / 2);

	if (!sh->learns || kind == TRAP_OTHER || !cost || !settings.clock_cost)
		return;
	if (!(cost & COST_AT_LEAST))
		sh->learned[kind] =
			clock_average(sh->learned[kind] ?: t->price_ns * TRAP_UNIT, took);
	if (kind != TRAP_STMT)
		return;
	sh->ceiling = clock_average(sh->ceiling ?: 2 * t->price_ns * TRAP_UNIT, took);
	if (sh->learned[TRAP_STMT])
		clock_pace_learned(sh, t->price_ns);
}

/* Counts waiting from now on, for the task that runs the interpreter from here on. */
static __always_inline void clock_wait_from_here(struct shadow *sh)
{
	sh->run_delay_ns = task_waited();
}

/*
 * How long the task has waited for a processor since the last look; at most most_ns, the time in
 * which it can have waited. The kernel's clock may be slightly faster, and some waiting lies
 * between two looks: the excess is left to the next look.
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

/* A shorter handler has not waited: switching tasks twice takes longer. */
#define HANDLER_SHORT_NS 2000 /* ns */

/*
 * How much of that was before this handler began at wall_ns. It may have waited itself, before it
 * comes to look: that is left to clock_leave().
 */
static __always_inline u64 clock_waited_before(struct shadow *sh, u64 wall_ns)
{
	u64 most_ns = wall_ns - sh->trap.left_ns, waited = task_waited() - sh->run_delay_ns;
	u64 own_ns = clock_wall() - wall_ns;

	if (own_ns <= HANDLER_SHORT_NS)
		return clock_waited(sh, most_ns);
	if (waited <= own_ns)
		return 0;
	return clock_waited(sh, waited - own_ns < most_ns ? waited - own_ns : most_ns);
}

/* With a stack of its own: where it is called, all of Linux 6.1's 512 bytes may be used. */
static __noinline int clock_take_wait(struct shadow *sh, u64 wall_ns)
{
	u64 waited = clock_waited_before(sh, wall_ns);

	if (!waited)
		return 0;
	sh->overhead_ns += waited;
	sh->trap.kind = TRAP_OTHER; /* what goes by while others run is no measure of it */
	return 0;
}

/*
 * The same behind the last event, by the agent, which has read the kernel's count of another task.
 * It may have waited after wall_ns: then too much is subtracted, but no more than there is.
 */
static __always_inline void clock_wait_behind(struct shadow *sh, u64 wall_ns, u64 delay_ns)
{
	u64 most_ns = wall_ns - sh->trap.left_ns, waited = delay_ns - sh->run_delay_ns;

	if (!delay_ns || (s64)waited <= 0 || (s64)most_ns <= 0)
		return;
	if (waited > most_ns)
		waited = most_ns;
	sh->run_delay_ns += waited;
	sh->waited_ns += waited;
	sh->overhead_ns += waited;
}

/* Subtracts the time that the program waited since its last event. */
static __always_inline void clock_wait(struct shadow *sh, u64 wall_ns)
{
	if (task_waited() != sh->run_delay_ns)
		clock_take_wait(sh, wall_ns);
}

/*
 * Is this trap one that the next event measures? The last digits of the clock choose, so that a loop
 * does not have the same statement measured in each turn.
 */
static __always_inline void clock_choose(struct shadow *sh, u64 wall_ns)
{
	sh->teaches = !sh->learn_in;
	if (!sh->teaches) {
		sh->learn_in--;
		return;
	}
	sh->learn_in = LEARN_LEAST + (wall_ns & LEARN_SPREAD);
	__builtin_memset(&sh->trap.costs, 0, sizeof(sh->trap.costs));
}

/* The perl clock when a probe with that price was hit. */
static __always_inline u64 clock_enter(struct shadow *sh, u64 wall_ns, u32 price_ns)
{
	sh->events++;
	sh->overhead_ns += clock_trap(sh);
	clock_wait(sh, wall_ns);
	sh->learns = sh->teaches;
	if (sh->learns) {
		sh->before = sh->trap;
		sh->before.gap_ns = wall_ns - sh->trap.left_ns;
	}
	clock_choose(sh, wall_ns);
	sh->trap.kind = TRAP_OTHER;
	sh->trap.price_ns = price_ns;
	return wall_ns - sh->overhead_ns;
}

/* Pays the trap before now: what comes next is not measured by it. */
static __always_inline void clock_pay_trap(struct shadow *sh)
{
	sh->overhead_ns += clock_trap(sh);
	sh->trap.kind = TRAP_OTHER;
	sh->trap.price_ns = 0;
}

/* Pays the trap before now, because the next event is not one of this interpreter. */
static __always_inline void clock_charge_trap(struct shadow *sh)
{
	sh->overhead_ns += clock_trap(sh);
	__builtin_memset(&sh->trap, 0, sizeof(sh->trap));
}

/*
 * The perl clock at a moment that is not an event. An event is inside its trap, and the trap before
 * it is not paid yet.
 */
static __always_inline u64 clock_between(const struct shadow *sh, u64 wall_ns)
{
	return wall_ns - sh->overhead_ns - clock_trap(sh) / 2;
}

/*
 * Notes the kind of this trap. The caller puts the costs of what perl does next into .trap.costs.
 */
static __always_inline void clock_trap_is(struct shadow *sh, enum trap_kind kind)
{
	sh->trap.kind = kind;
}

/* The trap before the next event is that of a builtin's return. */
static __always_inline void clock_trap_inside(struct shadow *sh)
{
	if (settings.inside_ns)
		sh->trap.price_ns = settings.inside_ns;
}

static __always_inline void clock_trap_costs(struct shadow *sh, enum trap_kind kind, u32 cost)
{
	clock_trap_is(sh, kind);
	sh->trap.costs.cost = cost;
}

/*
 * The speed of a processor changes: its clock rate changes, its sibling thread is busy, a virtual
 * one has neighbours. Reading the clock is always the same work. So its duration, averaged over
 * some hundred hits, shows the present price of a trap. Interrupted samples are left out.
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

/* Call this last in a handler that began at wall_ns. */
static __always_inline void clock_leave(struct shadow *sh, u64 wall_ns)
{
	u64 now;

	/* What was learned from the traps themselves is nearer. */
	if (!sh->learned[TRAP_STMT] && sh->events % PACE_EVERY == 0) {
		now = bpf_ktime_get_ns();
		clock_pace(sh, bpf_ktime_get_ns() - now);
	}
	now = clock_wall();
	sh->trap.left_ns = now;
	sh->overhead_ns += now - wall_ns;
	if (now - wall_ns > HANDLER_SHORT_NS)
		clock_waited(sh, now - wall_ns); /* it is in there, and was not the probe's doing */
}

/* The time that handlers and traps have taken so far. */
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

/* Call this when accept() returns, or at the next event if that was not seen. */
static __always_inline void clock_accept_end(struct shadow *sh, u64 perl_ns)
{
	if (!sh->accept_ns)
		return;
	sh->discount_ns += perl_ns - sh->accept_ns;
	sh->accept_ns = 0;
}

#endif
