/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Processes that switch between C stacks, as Coro does: tells the BPF side about them
 * (bpf/state/switcher.bpf.h).
 */
#ifndef NYTPROF_SWITCHERS_H
#define NYTPROF_SWITCHERS_H

#include <stdbool.h>
#include <sys/types.h>

struct maps;

/*
 * From now on the returns of the process's builtins are not probed. If the map has no room, no
 * process's returns are, and a warning says so.
 */
void switchers_add(const struct maps *maps, pid_t pid);

/* Are no process's returns probed, because the map had no room? */
bool switchers_overflowed(const struct maps *maps);

/* Warns which process makes the times of others less exact: users need not trust each other. */
void switchers_say(pid_t pid, const char *what);

#endif
