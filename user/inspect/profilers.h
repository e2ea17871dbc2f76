/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Other profilers in what is recorded: their work is in our profile, their files are not ours. */
#ifndef NYTPROF_PROFILERS_H
#define NYTPROF_PROFILERS_H

#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

/* Warns of one that a process has loaded, */
void profilers_warn_process(pid_t pid);

/* or a command is about to load, by its arguments or the environment that it inherits. */
void profilers_warn_command(char *const argv[]);

/*
 * Does somebody else write this file: was it written since that moment (CLOCK_REALTIME), or has the
 * process opened it?  What we have written since is for the caller to know.
 */
bool profilers_own(const char *path, const struct timespec *since, pid_t pid);

#endif
