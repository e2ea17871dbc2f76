/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Waits for locks within the kernel: from the first contention_begin of a lock to its
 * contention_end, in the same thread.  Its place is looked up at the begin: at the end the thread
 * has the lock, for which others wait.
 *
 * A program here runs where the kernel wants a lock, and perhaps has others.  So what it writes is
 * in elements that are there, but for the first wait of a thread, and for a new sum.
 */
#ifndef NYTPROF_KEVENT_CONTENTION_BPF_H
#define NYTPROF_KEVENT_CONTENTION_BPF_H

#include "nytprof/kevents.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "clock/clock.bpf.h"
#include "sample/walk.bpf.h"
#include "kevent/memory.bpf.h"
#include "kevent/place.bpf.h"
#include "kevent/programs.bpf.h"
#include "kevent/sums.bpf.h"

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, KEVENT_THREADS);
	__type(key, u32); /* the host's number of a thread */
	__type(value, struct kevent_contentions);
} kevent_contentions SEC(".maps");

struct rw_semaphore___kevent {
	long owner;
};

struct mm_struct___locks {
	struct rw_semaphore___kevent mmap_lock;
} __attribute__((preserve_access_index));

static __always_inline u32 current_thread(void)
{
	return (u32)bpf_get_current_pid_tgid();
}

static __always_inline struct kevent_contentions *contentions_get(void)
{
	u32 thread = current_thread();

	return bpf_map_lookup_elem(&kevent_contentions, &thread);
}

static __always_inline struct kevent_contentions *contentions_new(void)
{
	struct kevent_contentions *c = contentions_get();
	struct zeros *z = zeros_get();
	u32 thread = current_thread();

	if (c || !z)
		return c;
	bpf_map_update_elem(&kevent_contentions, &thread, &z->kevent_contentions, BPF_NOEXIST);
	return bpf_map_lookup_elem(&kevent_contentions, &thread);
}

/* lock: 0: one that is free.  NULL: there is none. */
static __noinline struct kevent_contention *contention_find(struct kevent_contentions *c, u64 lock)
{
	u32 i;

	if (!c)
		return NULL;
	for (i = 0; i < KEVENT_NESTED; i++) {
		if (c->all[i].lock == lock)
			return &c->all[i];
	}
	return NULL;
}

/*
 * Nobody's: what the agent's programs wait for while they count, and what an interrupt waits for
 * meanwhile.  Or a mutex that the thread has spun for, and now sleeps for: it begins anew each time
 * (kernel/locking/mutex.c, __mutex_lock_common(), 6.18).
 */
static __noinline bool contention_is_known(u64 lock, u32 flags)
{
	const struct kevent_thread *t = kevent_thread_at(current_thread());

	if ((t && t->busy) || (settings.sample_ns && walk_is_busy()))
		return true;
	return flags & KEVENT_LOCK_MUTEX && contention_find(contentions_get(), lock);
}

static __noinline bool is_mmap_lock(u64 lock)
{
	struct mm_struct *mm = current_mm();

	return mm && lock == (u64) & ((struct mm_struct___locks *)mm)->mmap_lock;
}

/* The lock is at .pending. */
static __noinline int contention_begin(struct kevent_thread *t, struct shadow *sh, u32 flags)
{
	struct kevent_contentions *c = contentions_new();
	/* Of one that the kernel told no end of, it is the time of the new one that counts. */
	struct kevent_contention *own = contention_find(c, t->pending) ?: contention_find(c, 0);
	u32 detail = flags & KEVENT_LOCK_FLAGS;

	if (sh->paused)
		return 0;
	if (!own) {
		loss_count(sh->id, LOSS_KEVENTS);
		return 0;
	}
	if (is_mmap_lock(t->pending))
		detail |= KEVENT_LOCK_MMAP;
	own->key = t->key;
	own->key.event = kevent_id(KEVENT_CONTENTION, detail);
	own->lock = t->pending;
	own->begun_ns = clock_wall();
	return 0;
}

SEC("tp_btf/contention_begin")
int BPF_PROG(kevent_contention_begin, void *lock, unsigned int flags)
{
	struct kevent_thread *t;
	struct shadow *sh;

	if (contention_is_known((u64)lock, flags))
		return 0;
	t = kevent_begins(lock, &sh);
	if (!t)
		return 0;
	contention_begin(t, sh, flags);
	t->busy = 0;
	kevent_discount(sh, t->begun_ns);
	return 0;
}

static __noinline int contention_end(struct kevent_thread *t, struct kevent_contention *own,
				     bool error)
{
	struct shadow *sh = kevent_shadow(t);

	if (!own)
		return 0;
	kevent_set_count(t, 1);
	t->add.ns = clock_wall() - own->begun_ns;
	t->add.errors = error;
	t->key = own->key;
	own->lock = 0;
	if (sh && !sh->paused)
		kevent_add(t);
	return 0;
}

/* ret: not 0: it does not wait any more, and has not got it. */
SEC("tp_btf/contention_end")
int BPF_PROG(kevent_contention_end, void *lock, int ret)
{
	struct kevent_contention *own = contention_find(contentions_get(), (u64)lock);
	struct kevent_thread *t = own ? kevent_thread_at(current_thread()) : NULL;
	u64 begun_ns = clock_wall();
	struct shadow *sh;

	if (!t || t->busy)
		return 0;
	t->busy = 1;
	contention_end(t, own, ret);
	t->busy = 0;
	sh = kevent_shadow(t);
	if (sh)
		kevent_discount(sh, begun_ns);
	return 0;
}

/* A thread ends, and its number may be another's soon. */
SEC("tp_btf/sched_process_exit")
int BPF_PROG(kevent_contention_exit, struct task_struct *task)
{
	u32 thread = task->pid;

	bpf_map_delete_elem(&kevent_contentions, &thread);
	return 0;
}

#endif
