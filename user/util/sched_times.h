/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What /proc/PID/schedstat says of a process's main thread. */
#ifndef NYTPROF_SCHED_TIMES_H
#define NYTPROF_SCHED_TIMES_H

#include <stdint.h>
#include <sys/types.h>

struct sched_times {
	uint64_t ran_ns; /* on a processor, up to the last tick of the kernel */
	uint64_t delay_ns; /* ready to run without one, up to when it had one last */
};

/* Zeros: not known. */
struct sched_times sched_times(pid_t pid);

#endif
