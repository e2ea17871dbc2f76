/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the kernel says of a process's processor time, by its clock (clock_getcpuclockid). */
#ifndef NYTPROF_CPU_TIME_H
#define NYTPROF_CPU_TIME_H

#include <stdint.h>
#include <sys/types.h>
#include <time.h>

/* Of all threads, in ns; 0: it has ended. */
static inline int64_t cpu_time_ns(pid_t pid)
{
	struct timespec ts;
	clockid_t clock;

	if (clock_getcpuclockid(pid, &clock) || clock_gettime(clock, &ts))
		return 0;
	return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

#endif
