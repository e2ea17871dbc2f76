/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef NYTPROF_KERNEL_RUN_DELAY_BPF_H
#define NYTPROF_KERNEL_RUN_DELAY_BPF_H

#include "kernel/kernel.bpf.h"

static u64 host_waited_ns; /* what the current task has waited for a processor so far */

static inline u64 task_waited(void)
{
	return host_waited_ns;
}

#endif
