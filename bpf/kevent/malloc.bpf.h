/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the C library's allocator gives and takes back, in the processes whose library has the probes.
 *
 * An allocation counts at the line that asks for it, when it has returned.  Its address is kept
 * with that place, and what frees it subtracts from there, whoever that is.  realloc() frees what
 * there was and allocates what there is then.  An address that is not known was allocated before,
 * or elsewhere: it is memory that a fork has copied, for example.
 *
 * An address goes before the library may give it to another thread, and comes when it has got it.
 */
#ifndef NYTPROF_KEVENT_MALLOC_BPF_H
#define NYTPROF_KEVENT_MALLOC_BPF_H

#include "nytprof/kevents.h"
#include "nytprof/losses.h"
#include "nytprof/malloc.h"
#include "config.bpf.h"
#include "arch/arch.bpf.h"
#include "kernel/kernel.bpf.h"
#include "kernel/task.bpf.h"
#include "clock/clock.bpf.h"
#include "perl/memory.bpf.h"
#include "state/counts.bpf.h"
#include "state/loss.bpf.h"
#include "state/maps.bpf.h"
#include "state/state.bpf.h"
#include "process/thread.bpf.h"
#include "wait/begin.bpf.h"
#include "kevent/discount.bpf.h"
#include "kevent/place.bpf.h"
#include "kevent/sums.bpf.h"

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, MALLOC_LIVES);
	__type(key, struct malloc_key);
	__type(value, struct malloc_live);
} malloc_lives SEC(".maps");

/* The stacks of places: who frees has another one. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, MALLOC_PLACES);
	__type(key, struct kevent_key);
	__type(value, struct kevent_value);
} malloc_places SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, KEVENT_THREADS);
	__type(key, u32); /* the host's number of a thread */
	__type(value, struct malloc_call);
} malloc_calls SEC(".maps");

#define MM_ALIGN_BITS 6 /* a struct mm_struct begins at a multiple of 64 */

static __noinline u32 malloc_mm(void)
{
	struct task_struct *task = (struct task_struct *)bpf_get_current_task();

	return (u64)BPF_CORE_READ(task, mm) >> MM_ALIGN_BITS;
}

static __always_inline struct malloc_key malloc_key_of(u64 at)
{
	return (struct malloc_key){ .at = at, .tgid = current_ids() >> 32, .mm = malloc_mm() };
}

/* ------------------------------------------------------------------------ the sums */

/* The sum of a place, where nothing was allocated since the last collection. */
static __always_inline struct kevent_value *malloc_value_new(struct kevents_map *map,
							     const struct kevent_key *key)
{
	struct kevent_value *place = bpf_map_lookup_elem(&malloc_places, key), *value;
	struct pressure *p = pressure_now();
	struct zeros *z = zeros_get();

	if (p && z && !bpf_map_update_elem(map, key, &z->kevent_value, BPF_NOEXIST))
		__sync_fetch_and_add(&p->kevents, 1);
	value = bpf_map_lookup_elem(map, key);
	if (value && place) {
		value->cut = place->cut;
		__builtin_memcpy(value->subs, place->subs, sizeof(value->subs));
		value->depth = place->depth;
	}
	return value;
}

/* Of what was allocated there, so much is gone; or (below 0) is there nevertheless. */
static __noinline int malloc_subtract(const struct kevent_key *key, s64 cnt, s64 bytes)
{
	struct kevents_map *map = kevents_now();
	struct kevent_value *value = map ? bpf_map_lookup_elem(map, key) : NULL;

	if (map && !value)
		value = malloc_value_new(map, key);
	if (!value) {
		loss_count(key->interp, LOSS_KEVENTS);
		return 0;
	}
	__sync_fetch_and_add(&value->sum.errors, cnt);
	__sync_fetch_and_add(&value->sum.ns, bytes);
	return 0;
}

/* ----------------------------------------------------------------- what is there */

/* What is at this address is about to be freed. call: keeps it; or NULL. */
static __noinline int malloc_gone(struct malloc_call *call, u64 at)
{
	struct malloc_key key = malloc_key_of(at);
	struct malloc_live *live = bpf_map_lookup_elem(&malloc_lives, &key);

	if (!live)
		return 0;
	if (call) {
		call->old = *live;
		call->had = 1;
	}
	malloc_subtract(&live->key, 1, live->size);
	bpf_map_delete_elem(&malloc_lives, &key);
	return 0;
}

/* It could not be moved, and is still there. */
static __noinline int malloc_stays(struct malloc_call *call, u64 at)
{
	struct malloc_key key = malloc_key_of(at);

	malloc_subtract(&call->old.key, -1, -(s64)call->old.size);
	bpf_map_update_elem(&malloc_lives, &key, &call->old, BPF_ANY);
	return 0;
}

/* A stack is kept when its sum is made, which is so after each collection. */
static __always_inline void malloc_keep_place(const struct kevent_key *key)
{
	struct kevents_map *map = kevents_now();
	struct kevent_value *value = map ? bpf_map_lookup_elem(map, key) : NULL;

	if (value && value->depth)
		bpf_map_update_elem(&malloc_places, key, value, BPF_NOEXIST);
}

/* .pending is the address of .add.bytes bytes at .key. */
static __noinline int malloc_follow(struct kevent_thread *t)
{
	struct malloc_key key = malloc_key_of(t->pending);
	struct malloc_live live = { .key = t->key, .size = t->add.bytes };
	long rc = bpf_map_update_elem(&malloc_lives, &key, &live, BPF_NOEXIST);

	if (rc == -EEXIST) { /* its end was not seen */
		malloc_gone(NULL, t->pending);
		rc = bpf_map_update_elem(&malloc_lives, &key, &live, BPF_ANY);
	}
	if (!rc)
		return 0;
	loss_count(t->key.interp, LOSS_LIVES);
	malloc_subtract(&t->key, 1, t->add.bytes);
	return 0;
}

static __noinline int malloc_add(struct kevent_thread *t)
{
	u64 made = t->made;

	kevent_add(t);
	if (t->made != made)
		malloc_keep_place(&t->key);
	return malloc_follow(t);
}

/* ----------------------------------------------------------------------- a call */

/* Longer than any call takes by itself: it was left by a longjmp, or its return was not seen. */
#define MALLOC_LONG_NS 10000000

static __always_inline struct malloc_call *malloc_call_of(u32 thread)
{
	struct malloc_call *call = bpf_map_lookup_elem(&malloc_calls, &thread);
	struct zeros *z = call ? NULL : zeros_get();

	if (z) {
		bpf_map_update_elem(&malloc_calls, &thread, &z->malloc_call, BPF_NOEXIST);
		call = bpf_map_lookup_elem(&malloc_calls, &thread);
	}
	return call;
}

static __always_inline u64 malloc_size(struct pt_regs *ctx, u32 function)
{
	u64 first = arch_arg(ctx, 0), second = arch_arg(ctx, 1), third = arch_arg(ctx, 2);

	barrier_var(first);
	barrier_var(second);
	barrier_var(third);
	switch (function) {
	case MALLOC_MALLOC:
		return first;
	case MALLOC_CALLOC:
		return first * second;
	case MALLOC_POSIX_MEMALIGN:
		return third;
	default:
		return second;
	}
}

/* Is a perl of these programs recorded in this thread now? */
static __always_inline bool malloc_is_wanted(struct shadow **sh)
{
	u64 ids = current_ids();
	u32 tgid = ids >> 32;
	const struct sampled *s;

	*sh = NULL;
	if (!ids)
		return false;
	if (settings.sample_ns) {
		s = bpf_map_lookup_elem(&sampled, &tgid);
		return s && wait_is_of_perl(s, tgid, (u32)ids);
	}
	*sh = shadow_of_thread(tgid, (u32)ids);
	return *sh && !(*sh)->paused;
}

/* Is its return to be seen? */
static __always_inline bool malloc_opens(struct pt_regs *ctx, u32 function, bool wanted)
{
	u64 at = function == MALLOC_REALLOC ? arch_arg(ctx, 0) : 0, now_ns = clock_wall();
	struct malloc_call *call = malloc_call_of((u32)bpf_get_current_pid_tgid());

	if (!call)
		return false;
	if (call->sp > arch_sp(ctx) && now_ns - call->begun_ns < MALLOC_LONG_NS)
		return false; /* within another one */
	call->sp = wanted ? arch_sp(ctx) : 0;
	call->begun_ns = now_ns;
	call->size = malloc_size(ctx, function);
	call->out = function == MALLOC_POSIX_MEMALIGN ? arch_arg(ctx, 0) : at;
	call->function = function;
	call->had = 0;
	if (at)
		malloc_gone(call, at);
	return wanted;
}

/* The trap and its handler are no time of perl's. */
static __always_inline void malloc_discount(struct shadow *sh, u64 begun_ns, u64 cookie)
{
	if (!settings.sample_ns)
		kevent_discount(sh, begun_ns - (cookie >> MALLOC_COOKIE_SHIFT));
}

/* Not inlined: a look, which the same program has, has no room for more. */
static __noinline int malloc_enters(struct pt_regs *ctx)
{
	u64 cookie = bpf_get_attach_cookie(ctx), begun_ns = clock_wall();
	struct shadow *sh;
	bool wanted = malloc_is_wanted(&sh);

	wanted = malloc_opens(ctx, cookie & MALLOC_COOKIE_FUNCTION, wanted);
	if (sh)
		malloc_discount(sh, begun_ns, cookie);
	return wanted;
}

/* The address that it has returned. */
static __noinline u64 malloc_returned(struct pt_regs *ctx, const struct malloc_call *call)
{
	u64 rc = arch_returned(ctx);

	if (call->function == MALLOC_POSIX_MEMALIGN)
		return (u32)rc ? 0 : user_u64(call->out);
	return rc;
}

/*
 * The thread's entry, with what it has got.  NULL: nothing, or nobody asks.  As all that looks,
 * what calls this has few variables.
 */
static __noinline struct kevent_thread *malloc_closes(struct pt_regs *ctx)
{
	u32 thread = (u32)bpf_get_current_pid_tgid();
	struct malloc_call *call = bpf_map_lookup_elem(&malloc_calls, &thread);
	struct kevent_thread *t;
	u64 at;

	if (!call || call->sp != arch_entry_sp(ctx))
		return NULL;
	call->sp = 0;
	at = malloc_returned(ctx, call);
	if (!at && call->had && call->size)
		malloc_stays(call, call->out);
	t = at ? kevent_begin((struct task_struct *)bpf_get_current_task()) : NULL;
	if (!t)
		return NULL;
	t->pending = at;
	kevent_set_count(t, 1);
	t->add.bytes = call->size;
	return t;
}

static __noinline int malloc_count(struct kevent_thread *t, struct shadow *sh, u64 cookie)
{
	t->key.event = KEVENT_MALLOC << 16;
	if (!sh->paused)
		malloc_add(t);
	t->busy = 0;
	malloc_discount(sh, t->begun_ns, cookie);
	return 0;
}

static __always_inline void malloc_leaves(struct pt_regs *ctx, bool session)
{
	struct kevent_thread *t = malloc_closes(ctx);
	struct shadow *sh = t ? kevent_shadow(t) : NULL;

	if (!sh)
		return;
	t->busy = 1;
	kevent_key_begin(&t->key, sh);
	if (settings.sample_ns)
		kevent_place_sampled(t, &t->key, sh, clock_wall(), LOOK_OWN_TIME);
	else
		kevent_place_traced(&t->key, sh);
	malloc_count(t, sh,
		     session ? (u64)settings.return_ns << MALLOC_COOKIE_SHIFT :
			       bpf_get_attach_cookie(ctx));
}

/* --------------------------------------------------------------------- programs */

SEC("uprobe")
int malloc_enter(struct pt_regs *ctx)
{
	malloc_enters(ctx);
	return 0;
}

SEC("uprobe")
int malloc_leave(struct pt_regs *ctx)
{
	malloc_leaves(ctx, false);
	return 0;
}

/* Both of them, where the kernel has sessions: 0 at the entry asks for the return. */
SEC("uprobe")
int malloc_session(struct pt_regs *ctx)
{
	if (arch_ip(ctx) == bpf_get_func_ip(ctx))
		return malloc_enters(ctx) ? 0 : 1;
	malloc_leaves(ctx, true);
	return 0;
}

/* In sample mode there may be several of them, of which the first one finds the address. */
SEC("uprobe")
int malloc_free(struct pt_regs *ctx)
{
	u64 at = arch_arg(ctx, 0), begun_ns = clock_wall(), ids;
	struct shadow *sh;

	if (at)
		malloc_gone(NULL, at);
	if (settings.sample_ns)
		return 0;
	ids = current_ids();
	sh = ids ? shadow_of_thread(ids >> 32, (u32)ids) : NULL;
	if (sh)
		malloc_discount(sh, begun_ns, bpf_get_attach_cookie(ctx));
	return 0;
}

#endif
