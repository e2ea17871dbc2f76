/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Builtins that are shown as subs (include/nytprof/slow_ops.h).
 *
 * A builtin is like an XSUB: a C function without a context that may call subs. A return probe sees
 * its return, and compares stack pointers to find its frame, since a die may have left other
 * frames.
 */
#ifndef NYTPROF_CALLS_SLOWOP_BPF_H
#define NYTPROF_CALLS_SLOWOP_BPF_H

#include "nytprof/caches.h"
#include "nytprof/frames.h"
#include "nytprof/losses.h"
#include "nytprof/names.h"
#include "nytprof/node_hash.h"
#include "nytprof/slow_ops.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/loss.bpf.h"
#include "state/lru.bpf.h"
#include "state/maps.bpf.h"
#include "state/state.bpf.h"
#include "perl/interp.bpf.h"
#include "perl/memory.bpf.h"
#include "clock/clock.bpf.h"
#include "names/package.bpf.h"
#include "names/string.bpf.h"
#include "names/sub.bpf.h"
#include "stmts/stmt.bpf.h"
#include "calls/callee_id.bpf.h"
#include "calls/enter.bpf.h"
#include "calls/frame.bpf.h"
#include "calls/reconcile.bpf.h"

/* The package that a statement is in, as a string id (cop.h, CopSTASH, 5.14 to 5.44). */
static __noinline u32 cop_package(struct shadow *sh, u64 cop)
{
	struct sv_head *sv = &sh->work.sv;
	s32 len;

	if (!layout.ithreads)
		return stash_intern(sh->id, user_u64(cop + layout.cop_stash), sv);
	if (layout.cop_stashoff)
		return stash_intern(sh->id,
				    user_u64(user_u64(sh->base + layout.Istashpad) +
					     8 * (u64)user_u32(cop + layout.cop_stashoff)),
				    sv);
	/* 5.16 has a length, below 0 for UTF-8; 5.14 a string with an end. */
	len = layout.cop_stashlen ? (s32)user_u32(cop + layout.cop_stashlen) : 0;
	return string_intern(sh->id, user_u64(cop + layout.cop_stashpv), len < 0 ? -len : len,
			     len < 0 ? STRING_UTF8 : 0);
}

/*
 * The id of the running builtin in the package that calls it. If known, found by its op's address.
 */
static __noinline u32 slowop_id(struct shadow *sh, u32 op, const struct cop *cop)
{
	struct sub sub = { .name = op, .flags = SUB_XSUB | SUB_SLOWOP };
	struct cv_key key = { .code = sh->at.op,
			      .name = cop->addr,
			      .interp = sh->id,
			      .seq = cop->seq * SLOW_OP_CNT + op };
	struct known_cv known;
	u64 before = faults;

	known.id = cop->addr == sh->base + layout.Icompiling ? 0 : known_id(&key);
	if (known.id)
		return known.id;
	if (settings.slowops > 1)
		sub.pkg = cop_package(sh, cop->addr);
	if (faulted_since(before))
		return 0;
	known.check = LRU_CHECK(&key);
	known.id = sub_find_or_store(sh->id, &sub);
	if (known.id)
		bpf_map_update_elem(&cvs, &key, &known, BPF_ANY);
	return known.id;
}

static __noinline int slowop_enter(struct shadow *sh, u64 sp, u64 perl_ns)
{
	struct frame *f = &sh->work.frame;
	u32 op = slow_ops[op_type(sh->at.op) % OP_TYPES];

	if (!op)
		return 0; /* not shown, for example kill, which shares its function with chmod */
	if (op == SLOW_OP_accept)
		clock_accept_begin(sh, perl_ns);
	if (sh->paused)
		return 0;
	__builtin_memset(f, 0, sizeof(*f));
	stmt_catch_up(sh, perl_ns);
	if (frame_set_caller(sh, f) || !(f->callee = slowop_id(sh, op, &sh->work.cop))) {
		loss_count(sh->id, LOSS_UNKNOWN);
		return 0;
	}
	f->cv = sp;
	f->flags = FRAME_XSUB | FRAME_SLOWOP;
	f->level = sh->at.level;
	return call_open(sh, perl_ns);
}

#define SLOWOPS_NESTED 4096 /* frames above a builtin's that are searched */

struct slowop_end {
	struct shadow *sh;
	u64 sp;
	u64 sub_ns;
	u32 depth; /* frames looked at; then the number of calls that stay open */
	bool found;
};

static int slowop_find_one(u32 i, void *arg)
{
	struct slowop_end *e = arg;
	struct frame *f = e->depth ? frame_at(e->sh, e->depth - 1) : NULL;

	if (!f)
		return 1;
	e->depth--;
	e->found = (f->flags & FRAME_SLOWOP) && f->cv == e->sp;
	return e->found;
}

static int slowop_pop_one(u32 i, void *arg)
{
	struct slowop_end *e = arg;

	if (e->sh->depth <= e->depth)
		return 1;
	frame_pop(e->sh, e->sub_ns);
	return 0;
}

/* The function whose return address was at sp has returned. */
static __noinline int slowop_leave(struct shadow *sh, u64 sp, u64 sub_ns)
{
	struct slowop_end e = { .sh = sh, .sp = sp, .sub_ns = sub_ns, .depth = sh->depth };

	bpf_loop(SLOWOPS_NESTED, slowop_find_one, &e, 0);
	if (e.found)
		bpf_loop(SLOWOPS_NESTED, slowop_pop_one, &e, 0);
	return 0;
}

#endif
