/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Waits that began before the recording. The BPF side sees a wait begin when the thread leaves its
 * processor. So the agent looks once at the threads that wait already, as dump does, and lets the BPF
 * side measure how long they go on.
 */
#ifndef NYTPROF_EARLY_WAITS_H
#define NYTPROF_EARLY_WAITS_H

#include <sys/types.h>

struct drain;
struct early_waits;
struct maps;

/* NULL: out of memory. drain must outlive it. */
struct early_waits *early_waits_new(const struct maps *maps, struct drain *drain, clockid_t clock);
void early_waits_free(struct early_waits *e);

/*
 * Looks at a process that is sampled from now on. What cannot be seen is left out, and what is too
 * much: all looks together end after a second, and all waits together have so many calls. What is
 * left out shows its waits when it has waited anew.
 */
void early_waits_look(struct early_waits *e, pid_t pid);

#endif
