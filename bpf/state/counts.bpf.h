/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The maps of counts, which the agent drains: it puts an empty inner map in the place of the one
 * that is current, so that no update is lost.
 */
#ifndef NYTPROF_STATE_COUNTS_BPF_H
#define NYTPROF_STATE_COUNTS_BPF_H

#include "nytprof/counts.h"
#include "nytprof/kevents.h"
#include "nytprof/limits.h"
#include "nytprof/names.h"
#include "nytprof/waits.h"
#include "kernel/kernel.bpf.h"

/*
 * A map that is not preallocated can have no free element right after it was made: an update fails
 * with ENOMEM for a moment (reported of 6.12 and 6.18, amazonlinux/amazon-linux-2023 #1129; not
 * seen here).  So what must not be lost tries so often.  Where a control group is at its limit that
 * never helps, and is the time of the program: once it was in vain, each new entry is tried once,
 * until one is taken or the agent has collected.
 */
#define ADD_TRIES 256

/* ---- hot: drained by exchanging the inner map, so that no update is lost */

struct stmts_map {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, HOT_ENTRIES);
	__type(key, struct stmt_key);
	__type(value, struct stmt);
} stmts_first SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY_OF_MAPS);
	__uint(max_entries, 1);
	__type(key, u32);
	__array(values, struct stmts_map);
} stmts SEC(".maps");

/* Mapped by user space when it is not written to any more. */
struct slots_map {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, STMT_SLOTS);
	__type(key, u32);
	__type(value, struct stmt_slot);
} slots_first SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY_OF_MAPS);
	__uint(max_entries, 1);
	__type(key, u32);
	__array(values, struct slots_map);
} slots SEC(".maps");

struct calls_map {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, HOT_ENTRIES);
	__type(key, struct call_key);
	__type(value, struct call);
} calls_first SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY_OF_MAPS);
	__uint(max_entries, 1);
	__type(key, u32);
	__array(values, struct calls_map);
} calls SEC(".maps");

struct evals_map {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, HOT_EVALS);
	__type(key, struct eval_key);
	__type(value, struct eval);
} evals_first SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY_OF_MAPS);
	__uint(max_entries, 1);
	__type(key, u32);
	__array(values, struct evals_map);
} evals SEC(".maps");

struct eval_subs_map {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, HOT_EVALS);
	__type(key, struct sub_key);
	__type(value, struct sub);
} eval_subs_first SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY_OF_MAPS);
	__uint(max_entries, 1);
	__type(key, u32);
	__array(values, struct eval_subs_map);
} eval_subs SEC(".maps");

struct defined_map {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, HOT_EVALS);
	__type(key, struct sub_key);
	__type(value, struct sub_defined);
} defined_first SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY_OF_MAPS);
	__uint(max_entries, 1);
	__type(key, u32);
	__array(values, struct defined_map);
} defined SEC(".maps");

/* Allocated at once, as a switch of tasks can allocate nothing. */
struct waits_map {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, WAIT_ENTRIES);
	__type(key, struct wait_key);
	__type(value, struct wait_time);
} waits_first SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY_OF_MAPS);
	__uint(max_entries, 1);
	__type(key, u32);
	__array(values, struct waits_map);
} waits SEC(".maps");

/* Likewise.  Not in struct call: programs have little room on their stacks. */
struct call_waits_map {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, WAIT_CALLS_ENTRIES);
	__type(key, struct call_key);
	__type(value, struct call_wait);
} call_waits_first SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY_OF_MAPS);
	__uint(max_entries, 1);
	__type(key, u32);
	__array(values, struct call_waits_map);
} call_waits SEC(".maps");

/* As that of waits. */
struct kevents_map {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, KEVENT_ENTRIES);
	__type(key, struct kevent_key);
	__type(value, struct kevent_value);
} kevents_first SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY_OF_MAPS);
	__uint(max_entries, 1);
	__type(key, u32);
	__array(values, struct kevents_map);
} kevents SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct pressure);
} pressures SEC(".maps");

/* The hot maps that are current. */
static __always_inline struct stmts_map *stmts_now(void)
{
	return inner_map(&stmts, &stmts_first);
}

static __always_inline struct slots_map *slots_now(void)
{
	return inner_map(&slots, &slots_first);
}

static __always_inline struct calls_map *calls_now(void)
{
	return inner_map(&calls, &calls_first);
}

static __always_inline struct waits_map *waits_now(void)
{
	return inner_map(&waits, &waits_first);
}

static __always_inline struct call_waits_map *call_waits_now(void)
{
	return inner_map(&call_waits, &call_waits_first);
}

static __always_inline struct kevents_map *kevents_now(void)
{
	return inner_map(&kevents, &kevents_first);
}

static __always_inline struct evals_map *evals_now(void)
{
	return inner_map(&evals, &evals_first);
}

static __always_inline struct eval_subs_map *eval_subs_now(void)
{
	return inner_map(&eval_subs, &eval_subs_first);
}

static __always_inline struct defined_map *defined_now(void)
{
	return inner_map(&defined, &defined_first);
}

static __always_inline struct pressure *pressure_now(void)
{
	u32 zero = 0;

	return bpf_map_lookup_elem(&pressures, &zero);
}

static __always_inline u32 add_tries(const struct pressure *p)
{
	return p && p->refused ? 1 : ADD_TRIES;
}

/* What came of it; true: the entry was added. */
static __always_inline bool add_done(struct pressure *p, long failed)
{
	if (p)
		p->refused = failed == -ENOMEM;
	return !failed;
}

#endif
