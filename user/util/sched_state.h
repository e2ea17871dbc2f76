/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the kernel says of a process's main thread. */
#ifndef NYTPROF_SCHED_STATE_H
#define NYTPROF_SCHED_STATE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct sched_state {
	uint64_t delay_ns; /* see sched_delay_ns() */
	uint64_t sleeps; /* how often it went to sleep (/proc/PID/status), */
	bool asleep; /* and whether it sleeps now */
};

/*
 * How long it was ready to run without a processor, up to when it had one last
 * (/proc/PID/schedstat). 0: not known.
 */
uint64_t sched_delay_ns(pid_t pid);

/* Zeros: not known. */
struct sched_state sched_state(pid_t pid);

#endif
