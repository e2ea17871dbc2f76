/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the path of a control group says: whose container, which unit of systemd's.  Only of version 2.
 */
#ifndef NYTPROF_CGROUP_PATH_H
#define NYTPROF_CGROUP_PATH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define CGROUP_PATH_MAX 4200

/* A part of a path. */
struct cgroup_name {
	const char *text;
	size_t len;
	size_t end; /* where it ends in the path */
};

/* Where they are mounted; NULL: nowhere.  The caller's. */
char *cgroup_mount(void);

/*
 * By the id that BPF has for it, which the kernel takes for a handle (fs/kernfs/mount.c, 5.5 and later): also when none of its
 * processes lives.  mount: its directory, open.  false: it is gone, or the kernel can't tell.
 */
bool cgroup_of_id(int mount, uint64_t id, char path[CGROUP_PATH_MAX]);

/* Of a process, without a line break; false: it is gone, or there is none. */
bool cgroup_of_process(pid_t pid, char path[CGROUP_PATH_MAX]);

#define CONTAINER_SHORT 4u /* fewer characters are the begin of too many ids */

/*
 * Is the directory of that name the container's with that id, or with an id that begins so?  It is the id, or has it in the name:
 * docker-ID.scope, cri-containerd-ID.scope, libpod-ID.scope, machine-NAME.scope, lxc.payload.NAME.
 */
bool cgroup_is_container(const char *name, size_t len, const char *id);

/* The id of the innermost container, the last *.service or *.scope; false: the path has none. */
bool cgroup_container(const char *path, struct cgroup_name *id);
bool cgroup_unit(const char *path, struct cgroup_name *unit);

#endif
