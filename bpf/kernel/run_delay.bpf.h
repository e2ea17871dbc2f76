/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How long a task was ready to run without a processor.
 *
 * The kernel adds that up in the task, each time it gives the task a processor
 * (kernel/sched/stats.h, sched_info_arrive()); /proc/PID/schedstat shows the sum as its second
 * number.  Sleep is not in the sum, as a task that sleeps is not ready.
 */
#ifndef NYTPROF_KERNEL_RUN_DELAY_BPF_H
#define NYTPROF_KERNEL_RUN_DELAY_BPF_H

#include "kernel/kernel.bpf.h"

/* Since 5.11; before that the member is read by another helper, which takes longer. */
enum bpf_func_id___here {
	BPF_FUNC_get_current_task_btf___here = 158,
};

/*
 * Of the current task, in ns since it began.  Always 0 where the kernel does not count it (no
 * CONFIG_SCHED_INFO).
 */
static __always_inline u64 task_waited(void)
{
	struct task_struct *task;

	if (!bpf_core_field_exists(((struct sched_info *)0)->run_delay))
		return 0;
	if (bpf_core_enum_value_exists(enum bpf_func_id___here,
				       BPF_FUNC_get_current_task_btf___here)) {
		task = bpf_get_current_task_btf();
		return task->sched_info.run_delay;
	}
	task = (struct task_struct *)bpf_get_current_task();
	return BPF_CORE_READ(task, sched_info.run_delay);
}

#endif
