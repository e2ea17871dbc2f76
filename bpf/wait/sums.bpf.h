/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The end of a wait: it is added to the sums of its place, and to the wait clock of its
 * interpreter, from which the open calls know what they have waited.
 *
 * The thread may be on any processor then, and the agent may charge what is over so far at the same
 * time.  Whoever takes .since_ns charges what is between that and now.
 */
#ifndef NYTPROF_WAIT_SUMS_BPF_H
#define NYTPROF_WAIT_SUMS_BPF_H

#include "nytprof/frames.h"
#include "nytprof/losses.h"
#include "nytprof/waits.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "kernel/switched.bpf.h"
#include "state/counts.bpf.h"
#include "state/loss.bpf.h"
#include "state/maps.bpf.h"
#include "state/state.bpf.h"
#include "calls/slow.bpf.h"
#include "clock/clock.bpf.h"

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, WAIT_THREADS);
	__type(key, u32); /* the host's number of a thread */
	__type(value, struct waiting);
} waitings SEC(".maps");

static __always_inline void wait_max(u64 *max, u64 ns)
{
	if (*max < ns)
		*max = ns;
}

static __always_inline void wait_add(struct wait_time *sum, const struct wait_time *add)
{
	__sync_fetch_and_add(&sum->cnt, add->cnt);
	__sync_fetch_and_add(&sum->ns, add->ns);
	__sync_fetch_and_add(&sum->queue_cnt, add->queue_cnt);
	__sync_fetch_and_add(&sum->queue_ns, add->queue_ns);
	wait_max(&sum->max_ns, add->max_ns);
	wait_max(&sum->queue_max_ns, add->queue_max_ns);
}

static __always_inline void wait_forget_place(struct wait_key *key)
{
	key->file = key->line = key->sub = 0;
	__builtin_memset(&key->object, 0, sizeof(key->object));
}

/* The sum of this key; a new one is added.  NULL: there is no room for it. */
static __always_inline struct wait_time *wait_sum(struct waits_map *map, const struct wait_key *key,
						  struct shadow *sh)
{
	struct wait_time *sum = bpf_map_lookup_elem(map, key);
	struct pressure *p = pressure_now();
	const struct wait_time none = {};

	if (sum || (key->file && sh->wait_entries >= WAIT_ENTRIES_EACH))
		return sum;
	if (!bpf_map_update_elem(map, key, &none, BPF_NOEXIST)) {
		sh->wait_entries++;
		if (p)
			__sync_fetch_and_add(&p->waits, 1);
	}
	return bpf_map_lookup_elem(map, key);
}

/* What there is no room for is added up without its place.  With a stack of its own. */
static __noinline int wait_charge(struct shadow *sh, const struct wait_key *key,
				  const struct wait_time *add)
{
	struct waits_map *map = waits_now();
	struct wait_time *sum = map ? wait_sum(map, key, sh) : NULL;
	struct wait_key nowhere;

	if (map && !sum) {
		nowhere = *key;
		wait_forget_place(&nowhere);
		sum = wait_sum(map, &nowhere, sh);
	}
	if (sh->waits_lost) {
		loss_add(sh->id, LOSS_WAITS, sh->waits_lost);
		sh->waits_lost = 0;
	}
	if (sum)
		wait_add(sum, add);
	else
		loss_count(sh->id, LOSS_WAITS);
	return 0;
}

/* Of a wait that began before the recording: user space knows its place, and there is no shadow yet. */
static __noinline int wait_charge_early(const struct wait_key *key, const struct wait_time *add)
{
	struct waits_map *map = waits_now();
	const struct wait_time none = {};
	struct wait_time *sum;

	if (map)
		bpf_map_update_elem(map, key, &none, BPF_NOEXIST);
	sum = map ? bpf_map_lookup_elem(map, key) : NULL;
	if (sum)
		wait_add(sum, add);
	else
		loss_count(0, LOSS_WAITS);
	return 0;
}

static __always_inline bool wait_is_for_processor(const struct waiting *w)
{
	return w->key.reason >> 16 == WAIT_RUN_QUEUE;
}

/* ns of its waits, until now, of which it was ready to run for queue_ns at the end. */
static __noinline int wait_count(struct waiting *w, u64 ns, u64 queue_ns, u64 all_ns)
{
	struct shadow_key at = { .base = w->base, .tgid = w->tgid };
	struct shadow *sh = bpf_map_lookup_elem(&shadows, &at);
	struct wait_time add = { .cnt = !w->counted, .max_ns = all_ns };

	if (w->key.interp && (!sh || sh->id != w->key.interp))
		return 0;
	if (queue_ns > ns || wait_is_for_processor(w))
		queue_ns = 0;
	add.ns = ns - queue_ns;
	add.max_ns -= queue_ns;
	w->counted = 1;
	/* Where all is recorded, its time is in no statement and in no call: clock/clock.bpf.h. */
	if (settings.sample_ns && queue_ns) {
		add.queue_cnt = 1;
		add.queue_ns = add.queue_max_ns = queue_ns;
	}
	if (!sh || !w->key.interp)
		return wait_charge_early(&w->key, &add);
	if (all_ns < settings.off_cpu_min_ns)
		wait_forget_place(&w->key);
	if (w->key.file)
		__sync_fetch_and_add(&sh->wait_ns, add.ns + add.queue_ns);
	if (settings.slow_ns && w->key.file)
		slow_waits(sh, w->key.reason, add.cnt, add.ns);
	if (settings.long_ns && w->key.file)
		sh->seen_ns = clock_wall(); /* the stack has stood still */
	return wait_charge(sh, &w->key, &add);
}

/* The thread runs again. */
static __noinline int wait_end(struct waiting *w)
{
	u64 since = __sync_lock_test_and_set(&w->since_ns, 0), now_ns = clock_wall();

	if (since)
		wait_count(w, now_ns - since, w->ready_ns ? now_ns - w->ready_ns : 0,
			   now_ns - w->begun_ns);
	return 0;
}

/*
 * The thread leaves the processor, and no switch has told that it got one: in a virtual machine with
 * Linux 6.18 sched_switch did not come for 332 of 123,919 switches.  A sleep was over when the thread
 * was woken.  How long it waited for the processor is not known, and is in no sum.
 */
static __noinline int wait_end_unseen(struct waiting *w)
{
	u64 since = __sync_lock_test_and_set(&w->since_ns, 0), ready_ns = w->ready_ns;

	if (since && since < ready_ns)
		wait_count(w, ready_ns - since, 0, ready_ns - w->begun_ns);
	return 0;
}

/* What is over so far.  The rest is charged later. */
static __always_inline void wait_so_far(struct waiting *w, u64 now_ns)
{
	u64 since = w->since_ns;

	if (since && since < now_ns &&
	    __sync_val_compare_and_swap(&w->since_ns, since, now_ns) == since)
		wait_count(w, now_ns - since, 0, now_ns - w->begun_ns);
}

#endif
