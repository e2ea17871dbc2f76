/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is read of the kernel's own structures, by CO-RE; nothing else is.
 */
#ifndef NYTPROF_TASK_BPF_H
#define NYTPROF_TASK_BPF_H

/* Before kernel 5.5 start_boottime was called real_start_time. */
struct task_struct___old {
	u64 real_start_time;
} __attribute__((preserve_access_index));

static __always_inline u64 task_start(struct task_struct *task)
{
	struct task_struct *leader = BPF_CORE_READ(task, group_leader);

	if (bpf_core_field_exists(leader->start_boottime))
		return BPF_CORE_READ(leader, start_boottime);
	return BPF_CORE_READ((struct task_struct___old *)leader, real_start_time);
}

/* ------------------------------------------------------- the working directory */

#define PATH_DEPTH_MAX 128 /* directories and mount points above each other */

struct path_walk {
	struct dentry *at;
	struct mount *mount;
	struct dentry *root;
	struct mount *root_mount;
	struct interp *in;
	u32 pos; /* the path so far begins here in in->cwd */
	u32 done;
};

static __always_inline struct mount *mount_of(struct vfsmount *mnt)
{
	return (void *)mnt - bpf_core_field_offset(struct mount, mnt);
}

/* Puts "/" and the name of a directory before what is there. */
static __always_inline long path_prepend(struct path_walk *w, struct dentry *at)
{
	u32 len = BPF_CORE_READ(at, d_name.len), pos = w->pos;
	struct interp *in = w->in;

	pos -= len;
	barrier_var(pos); /* or clang leaves out what it knows and the verifier doesn't */
	if (len > 255 || pos > CWD_MAX ||
	    bpf_probe_read_kernel(in->cwd + pos, len, BPF_CORE_READ(at, d_name.name)))
		return -1;
	pos--;
	barrier_var(pos);
	if (pos >= CWD_MAX)
		return -1;
	in->cwd[pos] = '/';
	w->pos = pos;
	return 0;
}

/* One step up: out of a directory, or of a mount. */
static int path_up(u32 i, void *arg)
{
	struct path_walk *w = arg;
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
	return path_prepend(w, at) ? 1 : 0;
}

/*
 * What file names mean to it: those without a leading "/", and the others.  The agent could be
 * too late to find it in /proc.  bpf_d_path() is not for uprobe programs (kernel/trace/bpf_trace.c, 6.18).
 */
static __always_inline void task_fill_place(struct interp *in, struct task_struct *task)
{
	struct fs_struct *fs = BPF_CORE_READ(task, fs);
	struct dentry *root = BPF_CORE_READ(fs, root.dentry);
	struct path_walk w = { .at = BPF_CORE_READ(fs, pwd.dentry),
			       .mount = mount_of(BPF_CORE_READ(fs, pwd.mnt)),
			       .root = root,
			       .root_mount = mount_of(BPF_CORE_READ(fs, root.mnt)),
			       .in = in,
			       .pos = CWD_MAX };

	bpf_loop(PATH_DEPTH_MAX, path_up, &w, 0);
	if (w.done && w.pos == CWD_MAX)
		in->cwd[--w.pos] = '/';
	in->cwd_at = w.done ? w.pos : CWD_MAX;
	in->mnt_ns = BPF_CORE_READ(task, nsproxy, mnt_ns, ns.inum);
	in->root_ino = BPF_CORE_READ(root, d_inode, i_ino);
}

/* Which file its stdin is: a script can come from there, and be over before the agent can look. */
static __always_inline void task_fill_stdin(struct interp *in, struct task_struct *task)
{
	struct file **fds = BPF_CORE_READ(task, files, fdt, fd), *file = NULL;
	struct inode *inode;

	bpf_probe_read_kernel(&file, sizeof(file), fds);
	inode = BPF_CORE_READ(file, f_inode);
	in->stdin_ino = BPF_CORE_READ(inode, i_ino);
	in->stdin_dev = BPF_CORE_READ(inode, i_sb, s_dev);
}

/* Parent, start time, place and command line of the current process. */
static __always_inline void task_fill(struct interp *in)
{
	struct task_struct *task = (struct task_struct *)bpf_get_current_task();
	u64 from = BPF_CORE_READ(task, mm, arg_start);
	u64 to = BPF_CORE_READ(task, mm, arg_end);
	u64 len = to - from;

	in->task_start = task_start(task);
	in->ppid = BPF_CORE_READ(task, real_parent, tgid);
	if (len > ARGS_MAX - 1)
		len = ARGS_MAX - 1;
	in->args_len = len;
	if (bpf_probe_read_user(in->args, len, (const void *)from))
		in->args_len = 0;
	task_fill_place(in, task);
	task_fill_stdin(in, task);
}

#endif
