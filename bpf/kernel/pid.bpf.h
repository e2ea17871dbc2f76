/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The number of a task in the agent's pid namespace, which in a container is not the host's.  All
 * reads use CO-RE, as in kernel/task.bpf.h.
 */
#ifndef NYTPROF_KERNEL_PID_BPF_H
#define NYTPROF_KERNEL_PID_BPF_H

#include "kernel/kernel.bpf.h"

/*
 * A task's number in the namespace at a depth, whose inode number goes to *ns; 0: it is not so
 * deep.
 */
static __always_inline u32 pid_at(struct task_struct *task, u32 level, u32 *ns)
{
	struct pid *pid = BPF_CORE_READ(task, thread_pid);
	struct pid_namespace *space = NULL;
	const char *at;
	u32 nr = 0;

	if (BPF_CORE_READ(pid, level) < level)
		return 0;
	at = (const char *)pid + bpf_core_field_offset(struct pid, numbers) +
	     level * bpf_core_type_size(struct upid);
	bpf_probe_read_kernel(&nr, sizeof(nr), at + bpf_core_field_offset(struct upid, nr));
	bpf_probe_read_kernel(&space, sizeof(space), at + bpf_core_field_offset(struct upid, ns));
	*ns = BPF_CORE_READ(space, ns.inum);
	return nr;
}

#endif
