/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How a worker gives up what it could do harm with. */
#ifndef NYTPROF_CONFINE_H
#define NYTPROF_CONFINE_H

#include <stddef.h>
#include <sys/types.h>

/* The user whose rights workers have: nytprof-bpf if there is one, else nobody.  Asks the user database. */
void confine_find_user(void);

/* Of the process that forks them: the capabilities that workers need to open things.  -errno. */
int confine_keep_openers(void);

/* Ends the process with SIGALRM after so long; no core dump, no child, no file that grows. */
void confine_limit(unsigned limit_ms);

/*
 * For good: no user of its own, no groups, no capability, no new privileges, so much memory, and the system calls
 * that computing and answering take.  Others fail with EPERM.  -errno: it is not confined.
 */
int confine(size_t memory_max);

#endif
