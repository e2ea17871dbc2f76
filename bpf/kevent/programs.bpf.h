/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The programs at events of the kernel; each is loaded only if --event asks for it. */
#ifndef NYTPROF_KEVENT_PROGRAMS_BPF_H
#define NYTPROF_KEVENT_PROGRAMS_BPF_H

#include "nytprof/kevents.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "kernel/switched.bpf.h"
#include "clock/clock.bpf.h"
#include "kevent/devices.bpf.h"
#include "kevent/discount.bpf.h"
#include "kevent/file.bpf.h"
#include "kevent/malloc.bpf.h"
#include "kevent/memory.bpf.h"
#include "kevent/place.bpf.h"
#include "kevent/sums.bpf.h"

#define IS_COUNTED(event) (settings.kevents & KEVENT_BIT(event))

static __always_inline u32 kevent_id(u32 event, u32 detail)
{
	return event << 16 | (detail & 0xffff);
}

/* -------------------------------------------------------------------- system calls */

static __always_inline u32 kevent_call_kind(u64 nr)
{
	return nr < WAIT_CALLS ? kevent_calls[nr] : 0;
}

static __always_inline bool kevent_call_counts(u64 nr)
{
	u32 kind = kevent_call_kind(nr);

	return (IS_COUNTED(KEVENT_CALL) && !(kind & KEVENT_CALL_PROBE)) ||
	       (IS_COUNTED(KEVENT_FUTEX) && kind & KEVENT_CALL_FUTEX) ||
	       (IS_COUNTED(KEVENT_MEMORY) && kind & KEVENT_CALL_MEMORY) ||
	       (IS_COUNTED(KEVENT_FILE) && kind & KEVENT_CALL_FILE) ||
	       (IS_COUNTED(KEVENT_LOCK) && kind & (KEVENT_CALL_LOCK | KEVENT_CALL_FCNTL));
}

/* Not inlined: a look has no room for more. */
static __noinline int kevent_memory_enter(const struct kevent_thread *t)
{
	if (kevent_call_kind(t->call_nr) & KEVENT_CALL_MEMORY && memory_enter())
		loss_count(t->call.interp, LOSS_KEVENTS);
	return 0;
}

SEC("tp_btf/sys_enter")
int BPF_PROG(kevent_enter, struct pt_regs *regs, long nr)
{
	struct kevent_thread *t;
	struct shadow *sh;

	if (!kevent_call_counts(nr))
		return 0;
	t = kevent_begin((struct task_struct *)bpf_get_current_task());
	sh = t ? kevent_shadow(t) : NULL;
	if (!sh)
		return 0;
	t->busy = 1;
	t->call_nr = nr;
	kevent_place(t, sh, &t->call, LOOK_OWN_TIME);
	t->busy = 0;
	if (!sh->paused && IS_COUNTED(KEVENT_MEMORY))
		kevent_memory_enter(t);
	t->call_ns = sh->paused ? 0 : clock_wall();
	kevent_discount(sh, t->begun_ns);
	return 0;
}

#define ERRORS_MAX 4095 /* include/linux/err.h, MAX_ERRNO */

static __always_inline void kevent_memory_add(struct kevent_thread *t)
{
	s64 bytes = memory_leave();

	if (!bytes)
		return;
	kevent_set_count(t, 1);
	t->add.bytes = bytes;
	t->key = t->call;
	t->key.event = kevent_id(KEVENT_MEMORY, 0);
	kevent_add(t);
}

/* What there are too many of has no place, and no file. */
static __noinline int kevent_file_add(struct kevent_thread *t, struct pt_regs *regs, long ret)
{
	t->key = t->call;
	t->key.event = kevent_id(KEVENT_FILE, t->call_nr);
	if (t->key.sub != KEVENT_FLOOD)
		file_of_call(regs, kevent_call_kind(t->call_nr), ret, &t->key.object);
	kevent_add(t);
	return 0;
}

static __noinline int kevent_lock_add(struct kevent_thread *t, struct pt_regs *regs)
{
	t->key = t->call;
	t->key.event = kevent_id(KEVENT_LOCK, t->call_nr);
	if (lock_of_call(regs, kevent_call_kind(t->call_nr), &t->key.object)) {
		if (t->key.sub == KEVENT_FLOOD)
			kevent_no_object(&t->key);
		kevent_add(t);
	}
	return 0;
}

static __always_inline void kevent_call_add(struct kevent_thread *t, struct pt_regs *regs, long ret,
					    u64 ns)
{
	u32 kind = kevent_call_kind(t->call_nr);

	kevent_set_count(t, 1);
	t->add.ns = ns;
	t->add.errors = ret < 0 && ret >= -ERRORS_MAX;
	if (kind & KEVENT_CALL_BYTES && ret > 0)
		t->add.bytes = ret;
	if (IS_COUNTED(KEVENT_CALL)) {
		t->key = t->call;
		t->key.event = kevent_id(KEVENT_CALL, t->call_nr);
		kevent_add(t);
	}
	if (IS_COUNTED(KEVENT_FUTEX) && kind & KEVENT_CALL_FUTEX) {
		t->key = t->call;
		t->key.event = kevent_id(KEVENT_FUTEX, t->call_nr);
		kevent_add(t);
	}
	if (IS_COUNTED(KEVENT_FILE) && kind & KEVENT_CALL_FILE)
		kevent_file_add(t, regs, ret);
	if (IS_COUNTED(KEVENT_LOCK) && kind & (KEVENT_CALL_LOCK | KEVENT_CALL_FCNTL))
		kevent_lock_add(t, regs);
	if (IS_COUNTED(KEVENT_MEMORY) && kind & KEVENT_CALL_MEMORY)
		kevent_memory_add(t);
}

/* Each object has the perls of one build, and one of them counts what was entered. */
SEC("tp_btf/sys_exit")
int BPF_PROG(kevent_leave, struct pt_regs *regs, long ret)
{
	struct task_struct *task = (struct task_struct *)bpf_get_current_task();
	struct kevent_thread *t = kevent_thread_at(BPF_CORE_READ(task, pid));
	struct shadow *sh;
	u64 wall_ns, ns;

	if (!t || !t->call_ns || t->busy)
		return 0;
	wall_ns = clock_wall();
	ns = wall_ns - t->call_ns;
	t->call_ns = 0;
	t->busy = 1;
	kevent_call_add(t, regs, ret, ns);
	t->busy = 0;
	sh = kevent_shadow(t);
	if (sh)
		kevent_discount(sh, wall_ns);
	return 0;
}

/* ---------------------------------------------------------------- disks, and connections */

/*
 * The current thread begins something.  NULL: nobody asks for it.  As all that looks, this has few
 * variables: what begins is kept in the thread's entry.
 */
static __always_inline struct kevent_thread *kevent_begins(void *what, struct shadow **sh)
{
	struct kevent_thread *t = kevent_begin((struct task_struct *)bpf_get_current_task());

	*sh = t ? kevent_shadow(t) : NULL;
	if (!*sh)
		return NULL;
	t->pending = (u64)what;
	t->busy = 1;
	kevent_place(t, *sh, &t->key, LOOK_OTHERS_WAIT);
	return t;
}

/* What the kernel writes back by itself is no thread's. */
SEC("tp_btf/block_bio_queue")
int BPF_PROG(kevent_bio_queue, void *bio)
{
	struct kevent_thread *t;
	struct shadow *sh;

	pending_forget((u64)bio);
	t = bio_is_passed_on() ? NULL : kevent_begins(bio, &sh);
	if (!t)
		return 0;
	bio_begin(t, sh);
	t->busy = 0;
	kevent_discount(sh, t->begun_ns);
	return 0;
}

SEC("tp_btf/block_bio_complete")
int BPF_PROG(kevent_bio_complete, void *queue, void *bio)
{
	bio_end(bio);
	return 0;
}

/* status: 0 is no error in all versions, whatever its type is. */
SEC("tp_btf/block_rq_complete")
int BPF_PROG(kevent_request_complete, void *request, u32 status, u32 bytes)
{
	request_end(request, bytes, status & 0xff);
	return 0;
}

/* A connection begins in the thread that connects. */
SEC("tp_btf/inet_sock_set_state")
int BPF_PROG(kevent_tcp_state, void *sk, int from, int to)
{
	struct kevent_thread *t;
	struct shadow *sh;

	if (from == STATE_SYN_SENT)
		pending_end((u64)sk, to != STATE_ESTABLISHED);
	if (to == STATE_SYN_SENT)
		pending_forget((u64)sk);
	t = to == STATE_SYN_SENT ? kevent_begins(sk, &sh) : NULL;
	if (!t)
		return 0;
	connect_begin(t, sh);
	t->busy = 0;
	kevent_discount(sh, t->begun_ns);
	return 0;
}

/* ------------------------------------------- faults, switches, and any other tracepoint */

static __always_inline int kevent_one(u32 id, struct look_budget budget)
{
	struct kevent_thread *t = kevent_begin((struct task_struct *)bpf_get_current_task());
	struct shadow *sh = t ? kevent_shadow(t) : NULL;

	if (!sh)
		return 0;
	kevent_count(t, sh, id, budget);
	kevent_discount(sh, t->begun_ns);
	return 0;
}

SEC("perf_event")
int kevent_minor_fault(void *ctx)
{
	return kevent_one(kevent_id(KEVENT_MINOR_FAULT, 0), LOOK_OWN_TIME);
}

SEC("perf_event")
int kevent_major_fault(void *ctx)
{
	return kevent_one(kevent_id(KEVENT_MAJOR_FAULT, 0), LOOK_OWN_TIME);
}

/*
 * In the thread that gets it, which is about to call its handler, or to do what there is instead of
 * one.
 */
SEC("tp_btf/signal_deliver")
int BPF_PROG(kevent_signal, int sig)
{
	return kevent_one(kevent_id(KEVENT_SIGNAL, sig), LOOK_OTHERS_WAIT);
}

/*
 * The cookie is its number.  Where a program of this kind or a tick runs already, the kernel leaves
 * it out.
 */
SEC("tp")
int kevent_tracepoint(void *ctx)
{
	return kevent_one(kevent_id(KEVENT_TRACEPOINT, bpf_get_attach_cookie(ctx)),
			  LOOK_OTHERS_WAIT);
}

static __always_inline u64 task_migrations(struct task_struct *task)
{
	return BPF_CORE_READ((struct task_struct___kevent *)task, se.nr_migrations);
}

static __always_inline u64 task_switches(struct task_struct *task)
{
	return BPF_CORE_READ((struct task_struct___kevent *)task, nvcsw);
}

/* What has slept was perhaps moved to another processor meanwhile; nothing that runs is. */
static __noinline void kevent_moved(struct task_struct *task)
{
	struct kevent_thread *t = kevent_thread_at(BPF_CORE_READ(task, pid));
	u64 migrations = task_migrations(task);

	if (!t || t->busy || !t->out.interp || migrations == t->migrations)
		return;
	kevent_set_count(t, migrations - t->migrations);
	t->key = t->out;
	t->key.event = kevent_id(KEVENT_MIGRATION, 0);
	kevent_add(t);
	t->migrations = migrations;
}

/*
 * Voluntary or not as the kernel has counted it: it has done that already (kernel/sched/core.c,
 * __schedule(), 5.17 to 6.18).  Of the first one of a thread it is told by its state.
 */
static __noinline void kevent_leaves(struct kevent_thread *t, struct task_struct *task,
				     bool preempted)
{
	u64 switches = task_switches(task);

	t->voluntary = t->out.interp ? switches != t->switches : !preempted && task_state(task);
	t->switches = switches;
	t->migrations = task_migrations(task);
}

static __always_inline void kevent_left(struct kevent_thread *t, struct shadow *sh)
{
	t->busy = 1;
	kevent_place(t, sh, &t->out, LOOK_OTHERS_WAIT);
	if (IS_COUNTED(KEVENT_SWITCH) && !sh->paused) {
		t->key = t->out;
		kevent_set_count(t, 1);
		t->key.event =
			kevent_id(t->voluntary ? KEVENT_SWITCH : KEVENT_SWITCH_INVOLUNTARY, 0);
		kevent_add(t);
	}
	t->busy = 0;
}

SEC("tp_btf/sched_switch")
int BPF_PROG(kevent_switch, bool preempted, struct task_struct *prev, struct task_struct *next)
{
	struct kevent_thread *t;
	struct shadow *sh;

	/* sched_switch may not come when it got this processor: see wait_end_unseen(). */
	if (IS_COUNTED(KEVENT_MIGRATION)) {
		kevent_moved(prev);
		kevent_moved(next);
	}
	t = prev->pid ? kevent_begin(prev) : NULL;
	if (!t)
		return 0;
	kevent_leaves(t, prev, preempted);
	sh = kevent_shadow(t);
	if (sh)
		kevent_left(t, sh);
	return 0;
}

/* A thread ends, and its number may be another's soon. */
SEC("tp_btf/sched_process_exit")
int BPF_PROG(kevent_exit, struct task_struct *task)
{
	u32 thread = task->pid;

	if (IS_COUNTED(KEVENT_MIGRATION))
		kevent_moved(task);
	bpf_map_delete_elem(&kevent_threads, &thread);
	if (IS_COUNTED(KEVENT_MEMORY))
		memory_exit(task);
	if (IS_COUNTED(KEVENT_MALLOC))
		bpf_map_delete_elem(&malloc_calls, &thread);
	return 0;
}

/* What it was in belongs to the program before. */
SEC("tp_btf/sched_process_exec")
int BPF_PROG(kevent_exec, struct task_struct *task, pid_t old_pid)
{
	u32 thread = old_pid;

	bpf_map_delete_elem(&kevent_threads, &thread);
	return 0;
}

#endif
