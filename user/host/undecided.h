/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Processes with a perl that the filters leave out: one may become another user, or have no command line yet. A new one is
 * asked about with each tick, later once in a while.
 */
#ifndef NYTPROF_UNDECIDED_H
#define NYTPROF_UNDECIDED_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define WAITING_QUICK_TRIES 20u

struct undecided;

struct waiting_list {
	struct undecided *all; /* hash by pid */
	bool has_new; /* some are to be asked about with the next tick */
	unsigned round;
	uint64_t next_ns; /* when all are asked about again */
};

/* Without memory, or where there are too many, the next sweep over all processes finds it. */
void undecided_add(struct waiting_list *l, pid_t pid);
void undecided_release(struct waiting_list *l);

/* Asks about a process; true: it waits no more.  tries: how often it was asked about before. */
typedef bool undecided_ask_fn(pid_t pid, unsigned tries, void *arg);

/* One process, if it is a new one. */
void undecided_ask_new(struct waiting_list *l, pid_t pid, undecided_ask_fn *ask, void *arg);

/*
 * With each tick.  Asking takes up to a worker's time, and there may be thousands: after a twentieth of a second the
 * others are asked about with the next tick.  True: a round over all has ended.
 */
bool undecided_tick(struct waiting_list *l, uint64_t now_ns, undecided_ask_fn *ask, void *arg);

#endif
