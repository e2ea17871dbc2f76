/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the kernel knows of a task that leaves or gets the processor. */
#ifndef NYTPROF_KERNEL_SWITCHED_BPF_H
#define NYTPROF_KERNEL_SWITCHED_BPF_H

#include "kernel/kernel.bpf.h"

/* .state is .__state since 5.14. */
struct task_struct___switched {
	unsigned int __state;
	long state;
	unsigned int in_iowait;
} __attribute__((preserve_access_index));

#define TASK_IS_STOPPED 4 /* include/linux/sched.h, __TASK_STOPPED, */
#define TASK_IS_TRACED	8 /* and __TASK_TRACED: 5.10 to 6.18 */

static __always_inline u32 task_state(struct task_struct *task)
{
	struct task_struct___switched *t = (void *)task;

	return bpf_core_field_exists(t->__state) ? BPF_CORE_READ(t, __state) :
						   (u32)BPF_CORE_READ(t, state);
}

static __always_inline bool task_waits_for_disk(struct task_struct *task)
{
	struct task_struct___switched *t = (void *)task;

	return BPF_CORE_READ_BITFIELD_PROBED(t, in_iowait);
}

/* Since 5.15. */
enum bpf_func_id___switched {
	BPF_FUNC_task_pt_regs___switched = 175,
};

/* Its registers as it came into the kernel; NULL: the kernel does not tell. */
static __always_inline struct pt_regs *task_registers(struct task_struct *task)
{
	if (!bpf_core_enum_value_exists(enum bpf_func_id___switched,
					BPF_FUNC_task_pt_regs___switched))
		return NULL;
	return (struct pt_regs *)bpf_task_pt_regs(task);
}

#endif
