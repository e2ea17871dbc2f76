/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How often a task went to sleep.
 *
 * The kernel counts that in the task when it takes the processor away from it
 * (kernel/sched/core.c, __schedule()); /proc/PID/status shows it as voluntary_ctxt_switches.
 */
#ifndef NYTPROF_KERNEL_SLEEPS_BPF_H
#define NYTPROF_KERNEL_SLEEPS_BPF_H

#include "kernel/kernel.bpf.h"

struct task_struct___sleeps {
	unsigned long nvcsw;
} __attribute__((preserve_access_index));

/* Of the current task, since it began. */
static __always_inline u64 task_sleeps(void)
{
	struct task_struct___sleeps *task = (struct task_struct___sleeps *)bpf_get_current_task();

	return BPF_CORE_READ(task, nvcsw);
}

#endif
