/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Processes that may switch between C stacks, because they have mapped a file with the name of
 * Coro's library. Anybody can do that, so it counts only in a process that has a probed perl, or
 * one that is about to be probed.
 */
#ifndef NYTPROF_SUSPECTS_H
#define NYTPROF_SUSPECTS_H

#include <sys/types.h>

struct probes;
struct exec_files;
struct known_file;

/*
 * The process has mapped such a file. Takes its return probes away if that counts
 * (probes_spare_returns).
 */
void suspects_spare(const struct exec_files *files, struct probes *a, pid_t pid);

/* The same for all running processes, before a perl is probed. */
void suspects_spare_all(const struct exec_files *files, struct probes *a,
			const struct known_file *coming);

#endif
