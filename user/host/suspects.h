/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Processes that may change between C stacks, as they have mapped a file that is called like Coro's.  Anybody can do
 * that: it counts only in a process that has a probed perl, or one that is about to be probed.
 */
#ifndef NYTPROF_SUSPECTS_H
#define NYTPROF_SUSPECTS_H

#include <sys/types.h>

struct probes;
struct exec_files;
struct known_file;

/* The process has mapped such a file: are its returns to be spared (probes_spare_returns)? */
void suspects_spare(const struct exec_files *files, struct probes *a, pid_t pid);

/* The same for all that run, before a perl is probed. */
void suspects_spare_all(const struct exec_files *files, struct probes *a,
			const struct known_file *coming);

#endif
