/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a thread begins and the kernel ends later, in whatever it interrupts then: the place and the
 * stack are those of the begin, and it is counted at its end.
 */
#ifndef NYTPROF_KEVENT_PENDING_BPF_H
#define NYTPROF_KEVENT_PENDING_BPF_H

#include "nytprof/kevents.h"
#include "nytprof/losses.h"
#include "kernel/kernel.bpf.h"
#include "clock/clock.bpf.h"
#include "state/counts.bpf.h"
#include "state/loss.bpf.h"
#include "state/maps.bpf.h"
#include "state/state.bpf.h"
#include "kevent/place.bpf.h"
#include "kevent/sums.bpf.h"

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, KEVENT_PENDINGS);
	__type(key, u64); /* the address of a struct bio, or of a struct sock */
	__type(value, struct kevent_pending);
} kevent_pendings SEC(".maps");

/*
 * Something begins at this address, whoever asks for it: what was begun there has ended unseen, and
 * is lost. By the first object alone, whose programs run before those of the others.
 */
static __noinline int pending_forget(u64 at)
{
	struct kevent_pending *p = settings.build ? NULL :
						    bpf_map_lookup_elem(&kevent_pendings, &at);

	if (!p)
		return 0;
	loss_count(p->key.interp, LOSS_KEVENTS);
	bpf_map_delete_elem(&kevent_pendings, &at);
	return 0;
}

/* Keeps what .key says. */
static __noinline int pending_begin(struct kevent_thread *t, struct shadow *sh, u64 bytes)
{
	struct zeros *z = zeros_get();
	struct kevent_pending *p = NULL;
	u64 at = t->pending;

	if (sh->paused)
		return 0;
	if (z && !bpf_map_update_elem(&kevent_pendings, &at, &z->kevent_pending, BPF_ANY))
		p = bpf_map_lookup_elem(&kevent_pendings, &at);
	if (!p) {
		loss_count(sh->id, LOSS_KEVENTS);
		return 0;
	}
	p->key = t->key;
	if (t->key.sub < KEVENT_FLOOD)
		kevent_fill_stack(sh, &p->value);
	p->bytes = bytes;
	p->begun_ns = clock_wall();
	return 0;
}

/* Its sum.  NULL: there is no room for one. */
static __always_inline struct kevent_value *pending_value(const struct kevent_pending *p)
{
	struct kevents_map *map = kevents_now();
	struct pressure *pressure = pressure_now();
	struct kevent_value *value = map ? bpf_map_lookup_elem(map, &p->key) : NULL;

	if (value || !map || !pressure)
		return value;
	/* Another processor may add it at the same time. */
	if (!bpf_map_update_elem(map, &p->key, &p->value, BPF_NOEXIST))
		__sync_fetch_and_add(&pressure->kevents, 1);
	return bpf_map_lookup_elem(map, &p->key);
}

static __noinline int pending_end(u64 at, bool error)
{
	struct kevent_pending *p = bpf_map_lookup_elem(&kevent_pendings, &at);
	struct kevent_value *value = p ? pending_value(p) : NULL;

	if (!p)
		return 0;
	if (value) {
		__sync_fetch_and_add(&value->sum.cnt, 1);
		__sync_fetch_and_add(&value->sum.errors, error);
		__sync_fetch_and_add(&value->sum.bytes, p->bytes);
		__sync_fetch_and_add(&value->sum.ns, clock_wall() - p->begun_ns);
	} else {
		loss_count(p->key.interp, LOSS_KEVENTS);
	}
	bpf_map_delete_elem(&kevent_pendings, &at);
	return 0;
}

#endif
