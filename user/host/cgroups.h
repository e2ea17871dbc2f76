/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Control groups (of version 2, as BPF knows them): one by its path, or those of a container.
 */
#ifndef NYTPROF_CGROUPS_H
#define NYTPROF_CGROUPS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct error;
struct groups;

/* path: as in /proc/PID/cgroup; or (NULL) container: its id, or the begin of it.  NULL with err set. */
struct groups *groups_new(const char *path, const char *container, struct error *err);
void groups_free(struct groups *g);

/* Those that there are now, into a BPF map of their ids.  Returns a bit for each depth there is one at. */
uint32_t groups_update(struct groups *g, int map);

/* Is it in one, or below? */
bool groups_have_process(const struct groups *g, pid_t pid);

/* Takes out of the map those that are not in next; NULL: all. */
void groups_retire(const struct groups *g, const struct groups *next, int map);

#endif
