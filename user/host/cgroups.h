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
struct cgroups;

/* path: as in /proc/PID/cgroup; or (NULL) container: its id, or the begin of it.  NULL with err set. */
struct cgroups *cgroups_new(const char *path, const char *container, struct error *err);
void cgroups_free(struct cgroups *g);

/* Those that there are now, into a BPF map of their ids.  Returns a bit for each depth there is one at. */
uint32_t cgroups_update(struct cgroups *g, int map);

/* Is it in one, or below? */
bool cgroups_have_process(const struct cgroups *g, pid_t pid);

/* Takes out of the map those that are not in next; NULL: all. */
void cgroups_retire(const struct cgroups *g, const struct cgroups *next, int map);

#endif
