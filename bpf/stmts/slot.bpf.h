/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The slots of statements. A slot has what is known of a COP, and its count, in one cache line. It
 * is found by the COP's address.
 *
 * A COP does not change until more code is compiled. Each compilation begins a new generation of
 * code (SITE_LEX). In the generation in which a slot was filled, a statement needs no read of its
 * COP (40 ns), no lookup of the COP (30 ns) and no lookup of its count (35 ns). Code that runs
 * during a compilation, above all BEGIN blocks, may be freed before the compilation ends, and its
 * memory used for other code. So no slot is valid then.
 *
 * All interpreters share the slots, but each writes only to its own. A COP can have one of two
 * slots.
 */
#ifndef NYTPROF_STMTS_SLOT_BPF_H
#define NYTPROF_STMTS_SLOT_BPF_H

#include "nytprof/counts.h"
#include "nytprof/losses.h"
#include "nytprof/node_hash.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/counts.bpf.h"
#include "state/loss.bpf.h"
#include "state/state.bpf.h"
#include "perl/memory.bpf.h"

struct stmt_adding {
	const struct stmt_key *key;
	const struct stmt *count;
	long failed;
};

static int stmt_add_try(u32 i, void *arg)
{
	struct stmt_adding *a = arg;
	struct stmts_map *map = stmts_now();

	a->failed = map ? bpf_map_update_elem(map, a->key, a->count, BPF_NOEXIST) : -1;
	return a->failed != -ENOMEM;
}

/* Counts without a slot. */
static __noinline int stmt_add(struct shadow *sh, const struct stmt_key *key,
			       const struct stmt *count)
{
	struct stmt_adding a = { .key = key, .count = count };
	struct pressure *p = pressure_now();
	struct stmts_map *map = stmts_now();
	struct stmt *stmt = map ? bpf_map_lookup_elem(map, key) : NULL;

	if (stmt) {
		stmt->cnt += count->cnt;
		stmt->ns += count->ns;
		return 0;
	}
	bpf_loop(add_tries(p), stmt_add_try, &a, CALLED);
	if (!add_done(p, a.failed))
		loss_count(sh->id, LOSS_STMTS);
	else if (p)
		p->stmts++;
	return 0;
}

static __always_inline struct stmt_slot *slot_in(struct slots_map *map, u32 i)
{
	return map ? bpf_map_lookup_elem(map, &i) : NULL;
}

static __always_inline struct stmt_slot *slot_at(u32 i)
{
	return slot_in(slots_now(), i);
}

/* The first of a COP's two slots. The second one is next to it. */
static __always_inline u32 slot_home(const struct shadow *sh, u64 cop)
{
	return (u32)((cop ^ (u64)sh->id << 32) * HASH_K1 >> (64 - STMT_SLOTS_LOG));
}

static __always_inline bool slot_is_of(const struct stmt_slot *slot, const struct shadow *sh,
				       u64 cop)
{
	return slot && slot->cop == cop && slot->interp == sh->id && slot->part == sh->part;
}

/* The slot of the COP at that address, and its index in *at. NULL: it has none. */
static __always_inline struct stmt_slot *slot_find_in(struct slots_map *map,
						      const struct shadow *sh, u64 cop, u32 *at)
{
	struct stmt_slot *slot;

	*at = slot_home(sh, cop);
	slot = slot_in(map, *at);
	if (slot_is_of(slot, sh, cop))
		return slot;
	*at ^= 1;
	slot = slot_in(map, *at);
	return slot_is_of(slot, sh, cop) ? slot : NULL;
}

static __always_inline struct stmt_slot *slot_find(const struct shadow *sh, u64 cop, u32 *at)
{
	return slot_find_in(slots_now(), sh, cop, at);
}

/* The generation of the running code; 0 while more is being compiled. */
static __always_inline u32 code_now(struct shadow *sh)
{
	u64 parser;

	if (!settings.sees_lex)
		return 0;
	if (sh->code_whole != sh->code) {
		if (user_read(&parser, sizeof(parser), sh->base + layout.Iparser) || parser)
			return 0;
		sh->code_whole = sh->code;
	}
	return sh->code;
}

static __always_inline bool slot_is_current(const struct stmt_slot *slot, const struct shadow *sh)
{
	return slot->code == sh->code;
}

/* -------------------------------------------------------------------------- filling */

/* Moves the count to the map of counts without a slot. */
static __always_inline void slot_empty(struct shadow *sh, const struct stmt_slot *slot)
{
	struct stmt_key key = {
		.interp = sh->id, .file = slot->file, .line = slot->line ?: 1, .part = slot->part
	};

	if (slot->count.cnt || slot->count.ns)
		stmt_add(sh, &key, &slot->count);
}

/* Takes a slot that is free, or whose code in this interpreter may be gone. */
static __always_inline bool slot_claim(struct shadow *sh, struct stmt_slot *slot)
{
	if (slot->interp == sh->id) {
		if (slot_is_current(slot, sh))
			return false;
		slot_empty(sh, slot);
		return true;
	}
	return !slot->interp && !__sync_val_compare_and_swap(&slot->interp, 0, sh->id);
}

/* Gives the COP a slot, if one is free. Its place and costs are in .stmt and work.costs. */
static __noinline int slot_assign(struct shadow *sh, const struct cop *cop)
{
	u32 at = slot_home(sh, cop->addr), i;
	struct stmt_slot *slot;

	sh->slot = 0;
	if (settings.want_blocks || !sh->stmt.file || cop->addr == sh->base + layout.Icompiling)
		return 0;
	for (i = 0; i < 2; i++, at ^= 1) {
		slot = slot_at(at);
		if (!slot || !slot_claim(sh, slot))
			continue;
		slot->cop = cop->addr;
		slot->code = code_now(sh);
		slot->count.cnt = 0;
		slot->count.ns = 0;
		slot->costs = sh->work.costs;
		slot->file = sh->stmt.file;
		slot->line = cop->line;
		slot->seq = cop->seq;
		slot->part = sh->part;
		sh->slot = at + 1;
		break;
	}
	return 0;
}

/* --------------------------------------------------------------------------- using */

/* The statement of this slot runs. */
static __always_inline void slot_enter(struct shadow *sh, const struct stmt_slot *slot, u32 at)
{
	sh->slot = at + 1;
	sh->stmt.file = slot->file;
	sh->stmt.line = slot->line ?: 1;
	sh->stmt.block_line = 0;
	sh->stmt.sub_line = 0;
	if (sh->teaches)
		sh->trap.costs = slot->costs;
	sh->cop_seq = slot->seq;
	sh->cop_line = slot->line;
}

/*
 * The slot of the running statement. NULL: it has none, or the map of slots has been swapped since.
 */
static __always_inline struct stmt_slot *slot_running(struct slots_map *map,
						      const struct shadow *sh)
{
	struct stmt_slot *slot = sh->slot ? slot_in(map, sh->slot - 1) : NULL;

	return slot && slot->interp == sh->id && slot->part == sh->part &&
			       slot->file == sh->stmt.file && (slot->line ?: 1) == sh->stmt.line ?
		       slot :
		       NULL;
}

#endif
