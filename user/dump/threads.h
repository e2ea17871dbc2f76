/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which interpreter a thread runs: what pthread_getspecific(PL_thr_key) would return there. */
#ifndef NYTPROF_DUMP_THREADS_H
#define NYTPROF_DUMP_THREADS_H

#include <stdint.h>
#include <sys/types.h>

struct perl_memory;

/*
 * The address of a thread's list of robust futexes. glibc has this list in its thread descriptor
 * (nptl, struct pthread). The agent needs the right to trace the thread. 0: no right, or no list
 * (musl sets one only where it is used).
 */
uint64_t thread_robust_list(pid_t tid);

/* The value of a key of that thread. 0: not found. */
uint64_t thread_specific(struct perl_memory *p, uint64_t robust_list, uint32_t key);

#endif
