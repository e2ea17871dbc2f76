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

/*
 * What file names mean to it: those without a leading "/", and the others.  The agent could be
 * too late to find it in /proc.
 */
static __always_inline void task_fill_place(struct interp *in, struct task_struct *task)
{
	in->cwd_at = cwd_of_current(in->cwd);
	in->mnt_ns = BPF_CORE_READ(task, nsproxy, mnt_ns, ns.inum);
	in->root_ino = BPF_CORE_READ(task, fs, root.dentry, d_inode, i_ino);
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
