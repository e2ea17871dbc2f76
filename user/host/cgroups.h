/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Control groups of version 2, as BPF knows them: one, by its path, or those of a container. */
#ifndef NYTPROF_CGROUPS_H
#define NYTPROF_CGROUPS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct error;
struct cgroups;

/*
 * path: as in /proc/PID/cgroup, or NULL. Then container is a container's id, or its beginning. NULL
 * with err set.
 */
struct cgroups *cgroups_new(const char *path, const char *container, struct error *err);
void cgroups_free(struct cgroups *g);

/*
 * Writes the ids of the control groups that exist now into a BPF map. Returns a bit for each depth
 * that has one.
 */
uint32_t cgroups_update(struct cgroups *g, int map);

/* Is the process in one of them, or below one? */
bool cgroups_have_process(const struct cgroups *g, pid_t pid);

/* Removes from the map the groups that are not in next; NULL: all. */
void cgroups_retire(const struct cgroups *g, const struct cgroups *next, int map);

#endif
