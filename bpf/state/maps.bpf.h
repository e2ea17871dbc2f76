/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every map: the memory plan on one page.  All of them are shared by the objects
 * of several perl builds.
 *
 * No map is per CPU.  Keys hold the interpreter, and an interpreter runs on one
 * thread at a time, so an entry has one writer: no atomics, and no loss when a
 * handler is preempted in the middle of an update (uprobe programs run in task
 * context and can be).  On kernel 6.18 a plain hash and a per-CPU hash cost the
 * same (35 ns for look-up and update), and the memory does not grow with the
 * number of CPUs.
 */
#ifndef NYTPROF_STATE_MAPS_BPF_H
#define NYTPROF_STATE_MAPS_BPF_H

#include "nytprof/budgets.h"
#include "nytprof/caches.h"
#include "nytprof/filter.h"
#include "nytprof/frames.h"
#include "nytprof/interp.h"
#include "nytprof/kevents.h"
#include "nytprof/malloc.h"
#include "nytprof/limits.h"
#include "nytprof/losses.h"
#include "nytprof/names.h"
#include "nytprof/part.h"
#include "nytprof/slow.h"
#include "nytprof/sql.h"
#include "nytprof/waits.h"
#include "kernel/kernel.bpf.h"
#include "state/scratch.bpf.h"
#include "state/sql_state.bpf.h"
#include "state/state.bpf.h"

/* ---- per interpreter */

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, 1 << 14);
	__type(key, struct shadow_key);
	__type(value, struct shadow);
} shadows SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, 1 << 16);
	__type(key, struct frame_key);
	__type(value, struct frame_page);
} frames SEC(".maps");

/* With settings.slow_ns: of each page of frames, what its calls have called; */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, 1 << 14);
	__type(key, struct frame_key);
	__type(value, struct slow_page);
} slow_pages SEC(".maps");

/* by interp id, where a message is put together; */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, 1 << 14);
	__type(key, u32);
	__type(value, struct slow);
} slow_messages SEC(".maps");

/* the messages, which are many: notices do not wait for them; */
struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 1 << 18);
} slow_calls SEC(".maps");

/* and how many there were. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct slow_budget);
} slow_budgets SEC(".maps");

/* With settings.sql: by interp id, the calls of database libraries that are under way; */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, 1 << 14);
	__type(key, u32);
	__type(value, struct sql_state);
} sql_states SEC(".maps");

/* what has a handle; the kernel may forget it; */
struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, SQL_HANDLES);
	__type(key, struct sql_handle);
	__type(value, struct sql_known);
} sql_handles SEC(".maps");

/* and the messages. */
struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, SQL_RING);
} sql_events SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, 1 << 15);
	__type(key, struct stack_key);
	__type(value, struct stack);
} stacks SEC(".maps");

/*
 * Shadows of interpreters that have ended with more calls than could be closed at once; by interp
 * id.
 */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, 1 << 14);
	__type(key, u32);
	__type(value, struct shadow);
} endings SEC(".maps");

/* By thread id; see process/thread.bpf.h. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, 1 << 14);
	__type(key, u32);
	__type(value, struct thread);
} threads SEC(".maps");

/*
 * Processes of which something is to be done when they end: some have interpreters that do not end
 * with the thread that ran them last, nearly all have freed theirs and could have made another one.
 */
enum {
	TODO_PARKED = 1,
	TODO_FREED = 2,
	TODO_UNLISTED = 4, /* there was no room in the map of threads for one of them */
};

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, 1 << 14);
	__type(key, u32); /* tgid */
	__type(value, u32); /* TODO_* */
} process_todos SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, 1 << 14);
	__type(key, u32);
	__type(value, struct scratch);
} scratches SEC(".maps");

/* Source of zeroed values that are too large for the stack. */
struct zeros {
	union {
		struct frame_page page;
		struct slow_page slow_page;
		struct slow slow;
		struct scratch scratch;
		struct shadow shadow;
		struct interp interp;
		struct budget budget;
		struct waiting waiting;
		struct sql_state sql;
		struct kevent_thread kevent_thread;
		struct kevent_value kevent_value;
		struct kevent_pending kevent_pending;
		struct malloc_call malloc_call;
		struct kevent_socket kevent_socket;
		struct kevent_contentions kevent_contentions;
	};
};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct zeros);
} zeros SEC(".maps");

/* ---- cold: what user space needs to name a key; stays until it was pulled */

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, 1 << 16);
	__type(key, u32); /* interp id */
	__type(value, struct interp);
} interps SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, STRING_ENTRIES);
	__type(key, struct string_key);
	__type(value, struct string_part);
} strings SEC(".maps");

/* How full that is, about. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, USAGE_CNT);
	__type(key, u32);
	__type(value, struct usage);
} usages SEC(".maps");

/* What each process and each user has of the maps: see state/budget.bpf.h. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, 1 << 16);
	__type(key, struct budget_key);
	__type(value, struct budget);
} budgets SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, SUB_ENTRIES);
	__type(key, u32); /* sub id */
	__type(value, struct sub);
} subs SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, 1 << 14);
	__type(key, struct part_key);
	__type(value, struct part);
} parts SEC(".maps");

/* Without an entry a name means what it meant at the interpreter's first event. */
struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, 1 << 14);
	__type(key, struct cwd_key);
	__type(value, struct known_cwd);
} cwds SEC(".maps");

/* ---- address caches: the kernel may evict what it likes */

struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, 1 << 15);
	__type(key, struct cop_key);
	__type(value, struct known_cop);
} cops SEC(".maps");

/*
 * By interpreter, forked ones too.  Too few cost up to 40 us a call: of 40 processes with 1,000
 * subs each.
 */
struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, CVS_ENTRIES);
	__type(key, struct cv_key);
	__type(value, struct known_cv);
} cvs SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, 1 << 14);
	__type(key, struct enclosing_cop_key);
	__type(value, struct known_enclosing_cop);
} enclosing_cops SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, 1 << 12);
	__type(key, struct subparse_key);
	__type(value, struct known_subparse);
} subparses SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, 1 << 15);
	__type(key, struct sub_lines_key);
	__type(value, struct known_lines);
} sub_lines SEC(".maps");

/* ---- control */

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, CONTROLS);
	__type(key, u32);
	__type(value, struct control);
} controls SEC(".maps");

/* Processes to follow where the probes cannot be limited to them, and those that are not wanted. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, 1 << 14);
	__type(key, u32); /* tgid */
	__type(value, u32); /* TARGET_* */
} targets SEC(".maps");

/*
 * Processes that change between C stacks (Coro): the kernel would kill them at a return that it is
 * to tell of.
 */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, SWITCHERS_MAX);
	__type(key, u32); /* tgid */
	__type(value, u32);
} switchers SEC(".maps");

/* Not 0: there was no room for one of them, so that no process's returns are seen. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, u32);
} no_returns SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct filter);
} filters SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, 1 << 12);
	__type(key, u64); /* id of a control group */
	__type(value, u32);
} cgroups SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 1 << 18);
} events SEC(".maps");

/* What can't wait until the agent has done what it is at. */
struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 1 << 12);
} alarms SEC(".maps");

/* Losses that belong to no interpreter. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, LOSS_CNT);
	__type(key, u32);
	__type(value, u64);
} losses SEC(".maps");

static __always_inline struct control *control_of(u32 whose)
{
	return bpf_map_lookup_elem(&controls, &whose);
}

static __always_inline struct control *control_now(void)
{
	return control_of(CONTROL_OPERATOR);
}

static __always_inline struct usage *usage_of(u32 which)
{
	return bpf_map_lookup_elem(&usages, &which);
}

static __always_inline struct zeros *zeros_get(void)
{
	u32 zero = 0;

	return bpf_map_lookup_elem(&zeros, &zero);
}

#endif
