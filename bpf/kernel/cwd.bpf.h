/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The working directory of the current process.  bpf_d_path() is not for uprobe programs
 * (kernel/trace/bpf_trace.c, 6.18).
 */
#ifndef NYTPROF_KERNEL_CWD_BPF_H
#define NYTPROF_KERNEL_CWD_BPF_H

#include "nytprof/limits.h"
#include "kernel/kernel.bpf.h"

#define CWD_ROOM       (CWD_MAX + 256)

#define PATH_DEPTH_MAX 128 /* directories and mount points above each other */

/* On the stack or, where that is full, in a scratch, which can hold no pointers to maps. */
struct path_walk {
	struct dentry *at;
	struct mount *mount;
	struct dentry *root;
	struct mount *root_mount;
	u32 pos; /* the path so far begins here */
	u32 done;
};

struct path_out {
	struct path_walk *walk;
	char *to;
};

static __always_inline struct mount *mount_of(struct vfsmount *mnt)
{
	return (void *)mnt - bpf_core_field_offset(struct mount, mnt);
}

/* Puts "/" and the name of a directory before what is there. */
static __always_inline long path_prepend(struct path_walk *w, char *to, struct dentry *at)
{
	u32 len = BPF_CORE_READ(at, d_name.len), pos = w->pos;

	pos -= len;
	barrier_var(pos); /* or clang leaves out what it knows and the verifier doesn't */
	if (len > 255 || pos > CWD_MAX ||
	    bpf_probe_read_kernel(to + pos, len, BPF_CORE_READ(at, d_name.name)))
		return -1;
	pos--;
	barrier_var(pos);
	if (pos >= CWD_MAX)
		return -1;
	to[pos] = '/';
	w->pos = pos;
	return 0;
}

/* One step up: out of a directory, or of a mount. */
static int path_up(u32 i, void *arg)
{
	struct path_out *out = arg;
	struct path_walk *w = out->walk;
	/* Locals: BPF_CORE_READ() would take struct path_walk for one of the kernel's. */
	struct dentry *at = w->at;
	struct mount *mount = w->mount;

	if (at == w->root && mount == w->root_mount) {
		w->done = 1;
		return 1;
	}
	if (at == BPF_CORE_READ(mount, mnt.mnt_root)) {
		w->at = BPF_CORE_READ(mount, mnt_mountpoint);
		w->mount = BPF_CORE_READ(mount, mnt_parent);
		return w->mount == mount; /* not below the root: nobody can say its name */
	}
	w->at = BPF_CORE_READ(at, d_parent);
	return path_prepend(w, out->to, at) ? 1 : 0;
}

/*
 * Puts it, without a terminator, where to has CWD_ROOM bytes, so that it ends at CWD_MAX.  Where it
 * begins; CWD_MAX: it is too long or has no name.
 */
static __always_inline u32 cwd_read(struct fs_struct *fs, char *to, struct path_walk *w)
{
	struct path_out out = { .walk = w, .to = to };

	w->at = BPF_CORE_READ(fs, pwd.dentry);
	w->mount = mount_of(BPF_CORE_READ(fs, pwd.mnt));
	w->root = BPF_CORE_READ(fs, root.dentry);
	w->root_mount = mount_of(BPF_CORE_READ(fs, root.mnt));
	w->pos = CWD_MAX;
	w->done = 0;
	bpf_loop(PATH_DEPTH_MAX, path_up, &out, CALLED);
	if (!w->done)
		return CWD_MAX;
	if (w->pos == CWD_MAX)
		to[--w->pos] = '/';
	return w->pos;
}

static __always_inline u32 cwd_of_current(char *to, struct path_walk *w)
{
	struct task_struct *task = (struct task_struct *)bpf_get_current_task();

	return cwd_read(BPF_CORE_READ(task, fs), to, w);
}

#endif
