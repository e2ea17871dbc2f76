/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the path of a control group (version 2 only) says: its container and its systemd unit. */
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

/* Where control groups are mounted. The caller frees it. NULL: nowhere. */
char *cgroup_mount(void);

/*
 * Finds the path of a control group by the id that BPF has for it. The kernel accepts this id as a
 * file handle (fs/kernfs/mount.c, 5.5 and later), even when no process of the group lives. mount:
 * an open descriptor of the mount directory. false: the group is gone, or the kernel can't tell.
 */
bool cgroup_of_id(int mount, uint64_t id, char path[CGROUP_PATH_MAX]);

/* The same for a process that has gone; it finds the mount on its own. id 0: false. */
bool cgroup_of_former(uint64_t id, char path[CGROUP_PATH_MAX]);

/*
 * The path of a process's control group, without a line break. false: the process is gone, or has
 * no group.
 */
bool cgroup_of_process(pid_t pid, char path[CGROUP_PATH_MAX]);

#define CONTAINER_SHORT 4u /* fewer characters begin too many ids */

/*
 * Is this directory the control group of the container with that id, or with an id that begins with
 * it? The directory's name is the id or contains it: docker-ID.scope, cri-containerd-ID.scope,
 * libpod-ID.scope, machine-NAME.scope, lxc.payload.NAME.
 */
bool cgroup_is_container(const char *name, size_t len, const char *id);

/*
 * The id of the innermost container, and the last *.service or *.scope. false: the path has none.
 */
bool cgroup_container(const char *path, struct cgroup_name *id);
bool cgroup_unit(const char *path, struct cgroup_name *unit);

/* Is it below the users' slice? Users name their units as they like, also like those of the host. */
bool cgroup_is_of_user(const char *path);

/*
 * The UID of the innermost pod of Kubernetes, with hyphens: of kubepods-burstable-podUID.slice, where
 * the kubelet writes underscores for them, or of podUID (kubelet 1.31, pkg/kubelet/cm,
 * cgroup_manager_linux.go and pod_container_manager_linux.go). Static pods have 32 digits and no
 * hyphens. false: the path has none.
 */
#define CGROUP_POD_LEN	      36
#define CGROUP_STATIC_POD_LEN 32
bool cgroup_pod(const char *path, char pod[CGROUP_POD_LEN + 1]);

#endif
