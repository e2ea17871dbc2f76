/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The map "targets": followed processes, and those that the filters turned away. */
#ifndef NYTPROF_TARGETS_H
#define NYTPROF_TARGETS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct error;

/* -errno; -ESRCH: the process has ended. */
int targets_follow(int map, pid_t pid, struct error *err);

/* The BPF side removes processes that have ended. */
bool targets_follows(int map, pid_t pid);
size_t targets_list(int map, pid_t *pids, size_t max); /* that are followed; how many */
bool targets_has_any(int map); /* followed, or turned away */

void targets_turn_away(int map, pid_t pid);
void targets_forget(int map, pid_t pid);
void targets_forget_turned_away(int map);

/*
 * Takes out the processes of which is_over says so: the kernel may not have told of an end. is_over
 * may call targets_forget().
 */
void targets_forget_if(int map, bool (*is_over)(pid_t pid, void *arg), void *arg);

#endif
