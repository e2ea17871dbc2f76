/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which interpreter a thread runs: what pthread_getspecific(PL_thr_key) would return there. */
#ifndef NYTPROF_DUMP_THREADS_H
#define NYTPROF_DUMP_THREADS_H

#include <stdint.h>
#include <sys/types.h>

struct perl_memory;

/*
 * The address of a thread's list of robust futexes, which glibc has in its thread descriptor (nptl, struct pthread).  It
 * takes the right to trace the thread.  0: there is none (musl sets one only where it is used), or no right.
 */
uint64_t thread_robust_list(pid_t tid);

/* 0: not to be found out. */
uint64_t thread_specific(struct perl_memory *p, uint64_t robust_list, uint32_t key);

#endif
