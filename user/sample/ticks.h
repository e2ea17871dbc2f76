/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The sampling clock: a timer on each processor. Each tick runs a BPF program in the context of
 * whatever it interrupts.
 */
#ifndef NYTPROF_TICKS_H
#define NYTPROF_TICKS_H

struct error;
struct ticks;

/* Nanoseconds from one tick to the next. rate: ticks a second. */
unsigned ticks_period_ns(unsigned rate);

/* -EINVAL with err set: the rate is over the kernel's limit, which err names. */
int ticks_check_rate(unsigned rate, struct error *err);

/* prog: a loaded program of type perf_event.  NULL with errno and err set. */
struct ticks *ticks_new(int prog, unsigned rate, struct error *err);

/*
 * Gives some of the timers another period near the usual one, at random: a program that does its
 * work in step with the clock is then met in all of its phases (Mytkowicz et al., "Evaluating the
 * Accuracy of Java Profilers", PLDI 2010). To be called ten times a second. NULL: does nothing.
 */
void ticks_stir(struct ticks *t);

/* Stops the ticks. The program does not run any more when this returns. */
void ticks_free(struct ticks *t);

#endif
