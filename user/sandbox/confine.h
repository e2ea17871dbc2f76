/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How a worker gives up the rights that could do harm. */
#ifndef NYTPROF_CONFINE_H
#define NYTPROF_CONFINE_H

#include <stddef.h>
#include <sys/types.h>

/*
 * Finds the user that workers run as, in the user database: nytprof-bpf if it exists, else nobody.
 */
void confine_find_user(void);

/*
 * In the process that forks the workers: keeps only the capabilities that workers need to open
 * files. -errno.
 */
int confine_keep_openers(void);

/*
 * SIGALRM ends the process after so many milliseconds. It gets no core dump, no child and no
 * growing file.
 */
void confine_limit(unsigned limit_ms);

/*
 * Confines the process for good: no user of its own, no groups, no capabilities, no new privileges,
 * limited memory, and only the system calls needed to compute and answer. Others fail with EPERM.
 * -errno: it is not confined.
 */
int confine(size_t memory_max);

#endif
