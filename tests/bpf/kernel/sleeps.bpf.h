/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef NYTPROF_KERNEL_SLEEPS_BPF_H
#define NYTPROF_KERNEL_SLEEPS_BPF_H

#include "kernel/kernel.bpf.h"

static u64 host_sleeps; /* how often the current task went to sleep so far */

static inline u64 task_sleeps(void)
{
	return host_sleeps;
}

#endif
