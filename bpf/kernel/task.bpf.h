/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads of the kernel's own structures, all of them by CO-RE.
 */
#ifndef NYTPROF_KERNEL_TASK_BPF_H
#define NYTPROF_KERNEL_TASK_BPF_H

#include "nytprof/interp.h"
#include "nytprof/limits.h"
#include "nytprof/rights.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "kernel/cwd.bpf.h"
#include "kernel/pid.bpf.h"

/* A thread's number in the agent's namespace; 0: it is not in there. */
static __always_inline u32 task_tid(struct task_struct *task)
{
	u32 ns = 0, nr;

	if (!settings.pid_level)
		return BPF_CORE_READ(task, pid);
	nr = pid_at(task, settings.pid_level, &ns);
	return ns == settings.pid_ns ? nr : 0;
}

static __always_inline u32 task_tgid(struct task_struct *task)
{
	return settings.pid_level ? task_tid(BPF_CORE_READ(task, group_leader)) :
				    BPF_CORE_READ(task, tgid);
}

/* A process's number as it has it itself, by getpid(). */
static __always_inline u32 task_own_pid(struct task_struct *task)
{
	struct task_struct *leader = BPF_CORE_READ(task, group_leader);
	u32 ns;

	return pid_at(leader, BPF_CORE_READ(leader, thread_pid, level), &ns);
}

static __noinline u64 current_ids_in_namespace(void)
{
	struct task_struct *task = (struct task_struct *)bpf_get_current_task();

	return (u64)task_tgid(task) << 32 | task_tid(task);
}

/* As bpf_get_current_pid_tgid() has it on the host: the process in the upper half. */
static __always_inline u64 current_ids(void)
{
	return settings.pid_level ? current_ids_in_namespace() : bpf_get_current_pid_tgid();
}

/*
 * Whom the current process is charged to: its user.  One who makes a user namespace has as many
 * user ids in it as /etc/subuid gives him.  They all count as the user who made it, unless that is
 * root, as with containers.
 */
__noinline u32 current_user(void)
{
	struct task_struct *task = (struct task_struct *)bpf_get_current_task();
	struct user_namespace *ns = BPF_CORE_READ(task, cred, user_ns);
	s32 level = BPF_CORE_READ(ns, level), i;
	u32 uid = BPF_CORE_READ(task, cred, uid.val);

	if (level < 1)
		return uid;
	/* create_user_ns() allows 32 levels (kernel/user_namespace.c, 6.18). */
	for (i = 0; i < 33 && level > 1; i++, level--)
		ns = BPF_CORE_READ(ns, parent);
	return BPF_CORE_READ(ns, owner.val) ?: uid;
}

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

static __always_inline u64 mount_id(struct vfsmount *mnt)
{
	struct mount *mount = mount_of(mnt);

	if (bpf_core_field_exists(mount->mnt_id_unique))
		return BPF_CORE_READ(mount, mnt_id_unique);
	return BPF_CORE_READ(mount, mnt_id);
}

static __always_inline void place_id_fill(struct place_id *id, struct vfsmount *mnt,
					  struct dentry *dentry)
{
	struct inode *inode = BPF_CORE_READ(dentry, d_inode);

	id->mount = mount_id(mnt);
	id->ino = BPF_CORE_READ(inode, i_ino);
	id->dev = BPF_CORE_READ(inode, i_sb, s_dev);
	id->is_mount = dentry == BPF_CORE_READ(mnt, mnt_root);
}

static __always_inline void root_of_current(struct place_id *root)
{
	struct task_struct *task = (struct task_struct *)bpf_get_current_task();

	place_id_fill(root, BPF_CORE_READ(task, fs, root.mnt),
		      BPF_CORE_READ(task, fs, root.dentry));
}

static __always_inline void creds_fill(struct creds *c, struct cred *cred)
{
	c->uid[0] = BPF_CORE_READ(cred, uid.val);
	c->uid[1] = BPF_CORE_READ(cred, euid.val);
	c->uid[2] = BPF_CORE_READ(cred, suid.val);
	c->uid[3] = BPF_CORE_READ(cred, fsuid.val);
	c->gid[0] = BPF_CORE_READ(cred, gid.val);
	c->gid[1] = BPF_CORE_READ(cred, egid.val);
	c->gid[2] = BPF_CORE_READ(cred, sgid.val);
	c->gid[3] = BPF_CORE_READ(cred, fsgid.val);
	c->caps = 0;
	/* By its bytes: two words of 32 bits before 6.3, one of 64 since. */
	if (!BPF_CORE_READ(cred, user_ns, level))
		bpf_core_read(&c->caps, sizeof(c->caps), &cred->cap_effective);
}

static __always_inline void creds_of_current(struct creds *c)
{
	const u64 no_new_privs = 1; /* include/linux/sched.h, PFA_NO_NEW_PRIVS is bit 0 */
	struct task_struct *task = (struct task_struct *)bpf_get_current_task();
	struct cred *cred = BPF_CORE_READ(task, cred);

	if (!cred)
		return;
	creds_fill(c, cred);
	/*
	 * A task without system call filters has no such member (CONFIG_SECCOMP_FILTER), nor has a
	 * kernel before 5.9.
	 */
	c->filters = 0;
	if (bpf_core_field_exists(task->seccomp.filter_count))
		c->filters = BPF_CORE_READ(task, seccomp.filter_count.counter);
	c->flags = CREDS_KNOWN;
	if (BPF_CORE_READ(task, atomic_flags) & no_new_privs)
		c->flags |= CREDS_NO_NEW_PRIVS;
}

/*
 * What file names mean to it: those without a leading "/", and the others.  The agent could be
 * too late to find it in /proc.
 */
static __always_inline void task_fill_place(struct interp *in, struct task_struct *task)
{
	struct path_walk walk;

	in->cwd_at = cwd_of_current(in->cwd, &walk);
	in->mnt_ns = BPF_CORE_READ(task, nsproxy, mnt_ns, ns.inum);
	root_of_current(&in->root);
}

/* Which file its stdin is: a script can come from there, and be over before the agent can look. */
static __always_inline void task_fill_stdin(struct interp *in, struct task_struct *task)
{
	struct file **fds = BPF_CORE_READ(task, files, fdt, fd), *file = NULL;

	bpf_probe_read_kernel(&file, sizeof(file), fds);
	place_id_fill(&in->stdin_id, BPF_CORE_READ(file, f_path.mnt),
		      BPF_CORE_READ(file, f_path.dentry));
}

/* Parent, start time, control group, place and command line of the current process. */
static __always_inline void task_fill(struct interp *in)
{
	struct task_struct *task = (struct task_struct *)bpf_get_current_task();
	u64 from = BPF_CORE_READ(task, mm, arg_start);
	u64 to = BPF_CORE_READ(task, mm, arg_end);
	u64 len = to - from;

	in->task_start_ns = task_start(task);
	in->exec_id = BPF_CORE_READ(task, self_exec_id);
	in->cgroup = bpf_get_current_cgroup_id();
	in->ppid = task_tgid(BPF_CORE_READ(task, real_parent));
	in->own_pid = task_own_pid(task);
	if (len > ARGS_MAX - 1)
		len = ARGS_MAX - 1;
	in->args_len = len;
	if (bpf_probe_read_user(in->args, len, (const void *)from))
		in->args_len = 0;
	creds_of_current(&in->creds);
	task_fill_place(in, task);
	task_fill_stdin(in, task);
}

/* The file of its program, and where that has its code; false: it has none. */
static __always_inline bool task_program(struct task_struct *task, u64 *ino, u32 *dev,
					 u64 *code_start)
{
	struct inode *inode = BPF_CORE_READ(task, mm, exe_file, f_inode);

	*ino = BPF_CORE_READ(inode, i_ino);
	*dev = BPF_CORE_READ(inode, i_sb, s_dev);
	*code_start = BPF_CORE_READ(task, mm, start_code);
	return inode != NULL;
}

struct task_struct___executes {
	unsigned in_execve : 1;
} __attribute__((preserve_access_index));

/*
 * Is the current task in execve()?  Its memory goes before sched_process_exec tells of the new program
 * (fs/exec.c, begin_new_exec and exec_binprm, 5.10 to 6.18).
 */
static __always_inline bool current_executes(void)
{
	struct task_struct___executes *t = (void *)bpf_get_current_task();

	return bpf_core_field_exists(t->in_execve) && BPF_CORE_READ_BITFIELD_PROBED(t, in_execve);
}

/*
 * Are all of its threads at their end?  Each of them is taken off the count before it comes to the
 * tracepoint (do_exit, 5.13 to 6.18), so that several can find that they are the last.  The
 * tracepoint's own group_dead (6.18) names one of them, but the others may come here before it or
 * after it all the same.
 */
static __always_inline bool process_is_over(struct task_struct *task)
{
	return !BPF_CORE_READ(task, signal, live.counter);
}

#endif
