/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The programs of sample mode, which are loaded in that mode only. */
#ifndef NYTPROF_SAMPLE_PROGRAMS_BPF_H
#define NYTPROF_SAMPLE_PROGRAMS_BPF_H

#include "config.bpf.h"
#include "arch/arch.bpf.h"
#include "control/filter.bpf.h"
#include "kernel/kernel.bpf.h"
#include "kernel/task.bpf.h"
#include "process/fork.bpf.h"
#include "process/process.bpf.h"
#include "process/thread.bpf.h"
#include "sample/place.bpf.h"
#include "sample/processor.bpf.h"
#include "sample/tick.bpf.h"

#define TASK_EXITING 4 /* include/linux/sched.h, PF_EXITING */

/*
 * The current process, by the program that it executes.  With a stack of its own: see
 * state/state.bpf.h.
 */
static __noinline struct sampled *sampled_by_program(u32 tgid)
{
	struct task_struct *task = (struct task_struct *)bpf_get_current_task();
	struct sampled_file_key key = {};
	u64 code_start;

	return task_program(task, &key.ino, &key.dev, &code_start) ?
		       sampled_program(tgid, &key, code_start) :
		       NULL;
}

/* What looks at the perls of each build, which has a layout of its own. */
struct {
	__uint(type, BPF_MAP_TYPE_PROG_ARRAY);
	__uint(max_entries, SAMPLED_BUILDS);
	__type(key, u32);
	__type(value, u32);
} sample_builds SEC(".maps");

/*
 * At each tick, of whatever runs.  There is one for all builds: what interrupts every processor of
 * a host is not to be done again for each perl that is known.
 */
SEC("perf_event")
int sample_tick(void *ctx)
{
	struct task_struct *task = (struct task_struct *)bpf_get_current_task();
	u32 tgid = current_ids() >> 32;
	struct sampled *s;

	/* Of one that exits the interpreter was closed, or will be by who comes after it. */
	if (!tgid || BPF_CORE_READ(task, flags) & TASK_EXITING)
		return 0;
	s = bpf_map_lookup_elem(&sampled, &tgid);
	if (!s && process_is_wanted(tgid))
		s = sampled_by_program(tgid);
	if (s)
		bpf_tail_call(ctx, &sample_builds, s->build);
	return 0;
}

/* At a tick of a process that has a perl of this build. */
SEC("perf_event")
int sample_build(void *ctx)
{
	struct task_struct *task = (struct task_struct *)bpf_get_current_task();
	u32 tgid = current_ids() >> 32;
	struct sampled *s = bpf_map_lookup_elem(&sampled, &tgid);
	struct shadow *sh = s ? tick(s, arch_thread_pointer(task)) : NULL;

	if (sh)
		processor_count(ctx, sh);
	return 0;
}

SEC("tp_btf/sched_process_fork")
int BPF_PROG(sample_fork, struct task_struct *parent, struct task_struct *child)
{
	u32 tgid = current_ids() >> 32, forked = task_tgid(child);

	/* One that was there before us has perhaps not been interrupted yet. */
	if (settings.forkdepth >= 0 && !settings.only_targets &&
	    !bpf_map_lookup_elem(&sampled, &tgid) && process_is_wanted(tgid))
		sampled_by_program(tgid);
	if (forked && forked != tgid && sampled_forked(tgid, forked))
		target_forked(tgid, forked);
	return 0;
}

SEC("tp_btf/sched_process_exec")
int BPF_PROG(sample_exec, struct task_struct *task, pid_t old_pid)
{
	u32 tgid = task_tgid(task);

	sampled_forget(tgid);
	process_execed(tgid, settings.pid_level ? task_tid(task) : (u32)old_pid);
	if (tgid && process_is_wanted(tgid))
		sampled_by_program(tgid);
	return 0;
}

SEC("tp_btf/sched_process_exit")
int BPF_PROG(sample_exit, struct task_struct *task)
{
	u32 tgid = task_tgid(task), code = BPF_CORE_READ(task, exit_code);

	thread_exited(tgid, task_tid(task), code, process_is_over(task));
	if (process_is_over(task)) {
		sampled_forget(tgid);
		process_ended(tgid, code);
	}
	return 0;
}

#endif
