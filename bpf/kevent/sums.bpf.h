/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Adds events of the kernel to the sums of their place and stack. */
#ifndef NYTPROF_KEVENT_SUMS_BPF_H
#define NYTPROF_KEVENT_SUMS_BPF_H

#include "nytprof/frames.h"
#include "nytprof/kevents.h"
#include "nytprof/losses.h"
#include "kernel/kernel.bpf.h"
#include "state/counts.bpf.h"
#include "state/loss.bpf.h"
#include "state/maps.bpf.h"
#include "state/state.bpf.h"
#include "calls/frame.bpf.h"
#include "kevent/place.bpf.h"

struct kevent_walk {
	struct shadow *sh;
	struct kevent_value *to;
	u32 left;
	u32 cnt;
};

static int kevent_walk_one(u32 i, void *arg)
{
	struct kevent_walk *w = arg;
	struct frame *f = w->left ? frame_at(w->sh, w->left - 1) : NULL;
	u32 cnt = w->cnt;

	if (!f || cnt >= KEVENT_STACK)
		return 1;
	w->left--;
	if (f->callee) {
		w->to->subs[cnt] = f->callee;
		w->cnt = cnt + 1;
	}
	return 0;
}

/* The stack has stood still since the key was made. */
static __noinline int kevent_fill_stack(struct shadow *sh, struct kevent_value *to)
{
	struct kevent_walk w = { .sh = sh, .to = to, .left = kevent_depth(sh) };

	bpf_loop(KEVENT_STACK + 1, kevent_walk_one, &w, 0);
	to->depth = w.cnt;
	to->cut = w.left > 0;
	return 0;
}

/* All sums that were made since the last collection; those of this thread begin anew with it. */
static __always_inline bool kevent_has_room(struct kevent_thread *t, const struct pressure *p)
{
	if (p->kevents < t->entries_at)
		t->entries = 0;
	return t->entries < KEVENT_ENTRIES_EACH;
}

/* Of the others there is one for each event, for which there is room. */
static __always_inline bool kevent_is_one_of_many(const struct kevent_key *key)
{
	return key->sub < KEVENT_FLOOD || key->object.kind;
}

static __always_inline struct kevent_value *
kevent_new(struct kevents_map *map, struct kevent_thread *t, const struct kevent_key *key)
{
	struct pressure *p = pressure_now();
	struct zeros *z = zeros_get();
	struct kevent_value *value;
	struct shadow *sh;

	if (!p || !z || (kevent_is_one_of_many(key) && !kevent_has_room(t, p)) ||
	    bpf_map_update_elem(map, key, &z->kevent_value, BPF_NOEXIST))
		return NULL;
	t->entries++;
	t->made++;
	t->entries_at = __sync_fetch_and_add(&p->kevents, 1);
	value = bpf_map_lookup_elem(map, key);
	sh = key->sub < KEVENT_FLOOD ? kevent_shadow(t) : NULL;
	if (value && sh && sh->id == key->interp)
		kevent_fill_stack(sh, value);
	return value;
}

static __always_inline void kevent_sum_add(struct kevent_sum *sum, const struct kevent_sum *add)
{
	__sync_fetch_and_add(&sum->cnt, add->cnt);
	__sync_fetch_and_add(&sum->errors, add->errors);
	__sync_fetch_and_add(&sum->bytes, add->bytes);
	__sync_fetch_and_add(&sum->ns, add->ns);
}

/*
 * Adds .add at .key.  What there is no room for is added up without its place.  With a stack of its
 * own.
 */
static __noinline int kevent_add(struct kevent_thread *t)
{
	struct kevents_map *map = kevents_now();
	struct kevent_key *key = &t->key;
	struct kevent_value *value = map ? bpf_map_lookup_elem(map, key) : NULL;

	if (map && !value)
		value = kevent_new(map, t, key);
	if (map && !value && kevent_is_one_of_many(key)) {
		kevent_nowhere(key, KEVENT_UNKNOWN);
		value = bpf_map_lookup_elem(map, key) ?: kevent_new(map, t, key);
	}
	if (value)
		kevent_sum_add(&value->sum, &t->add);
	else
		loss_count(key->interp, LOSS_KEVENTS);
	return 0;
}

static __always_inline void kevent_set_count(struct kevent_thread *t, u64 cnt)
{
	t->add.cnt = cnt;
	t->add.errors = t->add.bytes = t->add.ns = 0;
}

/* One of them, now.  The time until its end is the agent's where all is recorded. */
static __always_inline void kevent_count(struct kevent_thread *t, struct shadow *sh, u32 event,
					 struct look_budget budget)
{
	t->busy = 1;
	t->key.event = event;
	kevent_place(t, sh, &t->key, budget);
	kevent_set_count(t, 1);
	if (!sh->paused)
		kevent_add(t);
	t->busy = 0;
}

#endif
