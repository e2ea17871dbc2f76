/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The clock that samples: a timer on each processor, which runs a BPF program in whatever it
 * interrupts.
 */
#ifndef NYTPROF_TICKS_H
#define NYTPROF_TICKS_H

struct error;
struct ticks;

/* The time from one tick to the next. */
unsigned ticks_period_ns(unsigned rate);

/* More than the kernel allows?  -EINVAL with err set, which names the limit. */
int ticks_check_rate(unsigned rate, struct error *err);

/* prog: a loaded program of type perf_event.  NULL with errno and err set. */
struct ticks *ticks_new(int prog, unsigned rate, struct error *err);

/* When it returns, the program does not run any more. */
void ticks_free(struct ticks *t);

#endif
