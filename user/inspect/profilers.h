/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Finds other profilers in recorded processes. Their work is in our profile, but their files are
 * not ours.
 */
#ifndef NYTPROF_PROFILERS_H
#define NYTPROF_PROFILERS_H

#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

/* Warns of a profiler that a process has loaded. */
void profilers_warn_process(pid_t pid);

/* Warns of a profiler that a command will load, by its arguments or its environment. */
void profilers_warn_command(char *const argv[]);

/*
 * Does another program write this file? True if it was written after since (CLOCK_REALTIME), or if
 * the process has it open. The caller must know what the agent itself wrote after that.
 */
bool profilers_own(const char *path, const struct timespec *since, pid_t pid);

#endif
