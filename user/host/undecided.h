/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Processes with a perl that the filters exclude for now. A process may become another user, or
 * have no command line yet. A new one is checked at each tick, an old one now and then.
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
	bool has_new; /* some are to be checked at the next tick */
	unsigned round;
	uint64_t next_ns; /* when all are checked again */
};

/*
 * If memory is short, or there are too many, the next sweep over all processes finds the process.
 */
void undecided_add(struct waiting_list *l, pid_t pid);
void undecided_release(struct waiting_list *l);

/* Checks a process. true: it is decided. tries: how often it was checked before. */
typedef bool undecided_ask_fn(pid_t pid, unsigned tries, void *arg);

/* Checks one process, if it is new. */
void undecided_ask_new(struct waiting_list *l, pid_t pid, undecided_ask_fn *ask, void *arg);

/*
 * To be called at each tick. A check takes up to a worker's time, and there may be thousands: after
 * a twentieth of a second the others wait for the next tick. True: all have been checked once more.
 */
bool undecided_tick(struct waiting_list *l, uint64_t now_ns, undecided_ask_fn *ask, void *arg);

#endif
