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

/* Parent, start time and command line of the current process. */
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
}

#endif
