/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Limits how much of the shared maps one process and one user can fill.  The code runs only when an
 * interpreter, a name or a sub becomes known, never at a known statement or call.
 *
 * The limits are not exact: a counter can be off by what several processors do at the same moment.
 */
#ifndef NYTPROF_STATE_BUDGET_BPF_H
#define NYTPROF_STATE_BUDGET_BPF_H

#include "nytprof/budgets.h"
#include "nytprof/interp.h"
#include "nytprof/losses.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/loss.bpf.h"
#include "state/maps.bpf.h"

static __always_inline u64 budget_limit(u32 of, u32 item)
{
	if (of == BUDGET_OF_PROCESS)
		return PROCESS_INTERPS;
	switch (item) {
	case BUDGET_INTERPS:
		return USER_INTERPS;
	case BUDGET_NAMES:
		return USER_NAMES;
	case BUDGET_SUBS:
		return USER_SUBS;
	default:
		return USER_SOURCE;
	}
}

/* What was added; NULL: there is no room for one more account. */
static __always_inline struct budget *budget_get(struct budget_key *key)
{
	struct zeros *z = zeros_get();
	struct budget *b;

	key->which = USAGE_ADDED;
	b = bpf_map_lookup_elem(&budgets, key);
	if (b || !z)
		return b;
	bpf_map_update_elem(&budgets, key, &z->budget, BPF_NOEXIST);
	return bpf_map_lookup_elem(&budgets, key);
}

/*
 * Charges cnt more of an item, if there may be so many.  Without an account only the map itself is
 * a limit.
 */
static __always_inline bool budget_charge(struct budget_key *key, u32 item, u32 cnt)
{
	struct budget *added = budget_get(key), *removed;
	s64 has;

	if (!added)
		return true;
	key->which = USAGE_REMOVED;
	removed = bpf_map_lookup_elem(&budgets, key);
	/*
	 * Below 0 for a moment, where user space takes out what a process with the same number
	 * left.
	 */
	has = added->cnt[item] - (removed ? removed->cnt[item] : 0);
	if (has + cnt > (s64)budget_limit(key->of, item))
		return false;
	__sync_fetch_and_add(&added->cnt[item], cnt);
	return true;
}

/*
 * Charges the user of an interpreter.  false: the caller counts that as a loss; this is as deep as
 * functions may be nested (verifier: "the call stack of 8 frames is too deep").
 */
static __noinline bool budget_charge_for(u32 interp, u32 item, u32 cnt)
{
	struct interp *in = bpf_map_lookup_elem(&interps, &interp);
	struct budget_key key = { .of = BUDGET_OF_USER };

	if (!settings.by_user || !in || !in->user || item >= BUDGET_CNT)
		return true;
	key.id = in->user;
	return budget_charge(&key, item, cnt);
}

/* Takes back an interpreter that could not be made. */
static __noinline void budget_refund_interp(u32 of, u32 id)
{
	struct budget_key key = { .of = of, .id = id, .which = USAGE_ADDED };
	struct budget *b = bpf_map_lookup_elem(&budgets, &key);

	if (b)
		__sync_fetch_and_add(&b->cnt[BUDGET_INTERPS], -1);
}

/* The losses of a process that has too many interpreters are those of its first one. */
static __noinline void budget_note_first(u32 tgid, u32 interp)
{
	struct budget_key key = { .of = BUDGET_OF_PROCESS, .id = tgid, .which = USAGE_ADDED };
	struct budget *b = bpf_map_lookup_elem(&budgets, &key);

	if (b && !b->interp)
		b->interp = interp;
}

/* Charges a process and its user for one more interpreter; user 0 has no limit. */
static __always_inline bool budget_charge_interp(u32 tgid, u32 user)
{
	struct budget_key key = { .of = BUDGET_OF_PROCESS, .id = tgid };
	struct budget *b;

	if (!budget_charge(&key, BUDGET_INTERPS, 1)) {
		b = budget_get(&key);
		loss_count(b ? b->interp : 0, LOSS_BUDGET);
		return false;
	}
	if (!settings.by_user || !user)
		return true;
	key = (struct budget_key){ .of = BUDGET_OF_USER, .id = user };
	if (budget_charge(&key, BUDGET_INTERPS, 1))
		return true;
	budget_refund_interp(BUDGET_OF_PROCESS, tgid);
	loss_count(0, LOSS_BUDGET);
	return false;
}

#endif
