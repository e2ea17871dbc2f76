/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How much private, writable memory a process has asked for: what the kernel counts for it before and
 * after a system call (VmData of /proc/PID/status; mm/mmap.c, vm_stat_account()).
 *
 * Threads of a process have one count.  As long as one of them is in such a call, what another one
 * finds is from the end of the last call on, so that nothing counts twice.
 */
#ifndef NYTPROF_KEVENT_MEMORY_BPF_H
#define NYTPROF_KEVENT_MEMORY_BPF_H

#include "nytprof/kevents.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "kernel/task.bpf.h"

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, KEVENT_THREADS);
	__type(key, u32); /* the host's number of a process */
	__type(value, struct kevent_memory);
} kevent_memories SEC(".maps");

struct mm_struct___kevent {
	unsigned long data_vm; /* in pages */
} __attribute__((preserve_access_index));

static __always_inline struct mm_struct *current_mm(void)
{
	return BPF_CORE_READ((struct task_struct *)bpf_get_current_task(), mm);
}

static __always_inline u64 memory_pages(struct mm_struct *mm)
{
	return BPF_CORE_READ((struct mm_struct___kevent *)mm, data_vm);
}

static __always_inline u32 current_process(void)
{
	return bpf_get_current_pid_tgid() >> 32;
}

/* Of another program: that of before an execve, or of a process whose number this one has now. */
static __always_inline bool memory_is_others(const struct kevent_memory *m, struct mm_struct *mm)
{
	return m->mm != (u64)mm;
}

/* A system call begins. -1: there is no room for this process. */
static __noinline int memory_enter(void)
{
	struct mm_struct *mm = current_mm();
	struct kevent_memory begun = { .mm = (u64)mm }, *m;
	u32 process = current_process();

	m = bpf_map_lookup_elem(&kevent_memories, &process);
	if (!m || memory_is_others(m, mm)) {
		bpf_map_update_elem(&kevent_memories, &process, &begun, BPF_ANY);
		m = bpf_map_lookup_elem(&kevent_memories, &process);
	}
	if (m && !__sync_fetch_and_add(&m->inside, 1))
		m->pages = memory_pages(mm);
	return m ? 0 : -1;
}

/* It ends.  By how many bytes the memory has grown. */
static __noinline s64 memory_leave(void)
{
	struct mm_struct *mm = current_mm();
	u32 process = current_process();
	struct kevent_memory *m = bpf_map_lookup_elem(&kevent_memories, &process);
	u64 now;

	if (!m || memory_is_others(m, mm) || !m->inside)
		return 0;
	now = memory_pages(mm);
	now -= __sync_lock_test_and_set(&m->pages, now);
	__sync_fetch_and_add(&m->inside, -1);
	return now * settings.page_size;
}

/* Its first thread may end before others, which go on. */
static __always_inline void memory_exit(struct task_struct *task)
{
	u32 process = task->tgid;

	if (process_is_over(task))
		bpf_map_delete_elem(&kevent_memories, &process);
}

#endif
