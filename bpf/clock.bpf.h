/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The clocks of an interpreter.
 *
 *   wall   CLOCK_MONOTONIC, or what was asked for, ns
 *   perl   wall less all that we took so far: handlers, and the traps around
 *          them, whose price was measured at start-up
 *   sub    perl less the time spent waiting in accept(): for sub times only
 *
 * All times in maps are differences of the perl or of the sub clock, so they
 * need no further correction.  A difference can be some ns below zero where a
 * trap was cheaper than its average; sums keep the sign, the output does not.
 */
#ifndef NYTPROF_CLOCK_BPF_H
#define NYTPROF_CLOCK_BPF_H

#define PACE_ONE  1024
#define PACE_OVER 64 /* looks that are averaged */

/* First thing in a handler. */
static __always_inline u64 clock_wall(void)
{
	return settings.boot_clock ? bpf_ktime_get_boot_ns() : bpf_ktime_get_ns();
}

/* The perl clock at the moment a probe of that price was hit. */
static __always_inline u64 clock_enter(struct shadow *sh, u64 wall, u32 trap_ns)
{
	u32 pace = sh->pace ?: PACE_ONE;

	sh->events++;
	sh->overhead += ((u64)trap_ns * pace + PACE_ONE / 2) / PACE_ONE;
	return wall - sh->overhead;
}

/*
 * A processor is not always equally fast: its clock rate changes, its other half is at work, a
 * virtual one has neighbours.  Reading the clock is a piece of work that is always the same, so
 * what that takes, averaged over some hundred hits, tells what a trap takes now.  One that was
 * interrupted tells nothing.
 */
static __always_inline void clock_pace(struct shadow *sh, u64 took)
{
	u64 usual = settings.clock, now = sh->clock ?: usual;

	took *= CLOCK_UNIT;
	if (!usual || took > usual * 4)
		return;
	now = (now * (PACE_OVER - 1) + took) / PACE_OVER;
	sh->clock = (u32)now;
	sh->pace = (u32)(now * PACE_ONE / usual);
}

/* Last thing in a handler that began at wall. */
static __always_inline void clock_leave(struct shadow *sh, u64 wall)
{
	u64 now;

	if (sh->events % PACE_EVERY == 0) {
		now = bpf_ktime_get_ns();
		clock_pace(sh, bpf_ktime_get_ns() - now);
	}
	sh->overhead += clock_wall() - wall;
}

static __always_inline u64 clock_sub(const struct shadow *sh, u64 perl)
{
	return perl - sh->discount;
}

static __always_inline void clock_accept_begin(struct shadow *sh, u64 perl)
{
	sh->accept_at = perl;
}

/* At the return of accept(), or at the first event after it if that was not seen. */
static __always_inline void clock_accept_end(struct shadow *sh, u64 perl)
{
	if (!sh->accept_at)
		return;
	sh->discount += perl - sh->accept_at;
	sh->accept_at = 0;
}

#endif
