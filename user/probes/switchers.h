/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Processes that change between C stacks, as Coro does: what user space tells the BPF side of them
 * (bpf/state/switcher.bpf.h).
 */
#ifndef NYTPROF_SWITCHERS_H
#define NYTPROF_SWITCHERS_H

#include <stdbool.h>
#include <sys/types.h>

struct maps;

/*
 * No return of the process's builtins is seen from now on.  If there is no room for it no process's are, which is
 * said.
 */
void switchers_add(const struct maps *maps, pid_t pid);

/* Is no process's return seen, as there was no room for one of them? */
bool switchers_overflowed(const struct maps *maps);

/* Says whose doing it is that the times of others are less exact: users need not trust each other. */
void switchers_say(pid_t pid, const char *what);

#endif
