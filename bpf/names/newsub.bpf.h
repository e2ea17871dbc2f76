/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The compilation of subs: their lines, and that they were defined, called or not. */
#ifndef NYTPROF_NAMES_NEWSUB_BPF_H
#define NYTPROF_NAMES_NEWSUB_BPF_H

#include "nytprof/caches.h"
#include "nytprof/counts.h"
#include "nytprof/losses.h"
#include "nytprof/names.h"
#include "nytprof/node_hash.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/counts.bpf.h"
#include "state/loss.bpf.h"
#include "state/lru.bpf.h"
#include "state/maps.bpf.h"
#include "state/scratch.bpf.h"
#include "state/state.bpf.h"
#include "perl/callee.bpf.h"
#include "perl/interp.bpf.h"
#include "perl/memory.bpf.h"
#include "clock/clock.bpf.h"
#include "names/file.bpf.h"
#include "names/package.bpf.h"
#include "names/string.bpf.h"
#include "names/sub.bpf.h"
#include "names/sub_lines.bpf.h"

/* The parser begins a sub: notes the line and the height of the savestack. */
static __noinline int subparse_note(struct shadow *sh)
{
	struct subparse_key key = { .interp = sh->id };
	struct cop *cop = &sh->work.cop;
	struct known_subparse start;

	if (!user_read(&key.floor, sizeof(key.floor), sh->base + layout.Isavestack_ix) &&
	    !cop_read(sh->at.curcop, cop)) {
		start = (struct known_subparse){ .check = LRU_CHECK(&key), .line = cop->line };
		bpf_map_update_elem(&subparses, &key, &start, BPF_ANY);
	}
	return 0;
}

/* The arguments of newATTRSUB and newMYSUB (proto.h, 5.14 to 5.44). */
struct newsub {
	s32 floor; /* as start_subparse returned it */
	u64 name; /* an OP_CONST; 0: an anonymous sub; a lexical one has another op */
	u64 proto; /* an OP_CONST, 0: none */
	u64 block; /* 0: it is only declared */
};

#define OP_CONST 5 /* opnames.h, 5.14 to 5.44 */

/* cSVOPx(op)->op_sv, which is where other ops have op_first. */
static __always_inline long const_sv(u64 op, struct sv_head *sv)
{
	return op_type(op) != OP_CONST || sv_read(user_u64(op + layout.op_first), sv);
}

/* sub NAME () { 42 } makes a constant, not a sub. */
static __always_inline bool newsub_is_constant(const struct newsub *n, u64 cop, struct sv_head *sv)
{
	u64 next = user_u64(cop + layout.op_sibparent);

	return n->proto && !const_sv(n->proto, sv) && !user_u32(sv->any + layout.xpv_cur) &&
	       op_type(next) == OP_CONST;
}

static __always_inline void defined_store(u32 interp, u32 id)
{
	struct sub_key key = { .interp = interp, .id = id };
	struct sub_defined now = { .at_ns = clock_wall() };
	struct defined_map *map = defined_now();
	struct pressure *p = pressure_now();

	if (!map || bpf_map_update_elem(map, &key, &now, BPF_ANY))
		loss_count(interp, LOSS_SUBS);
	else if (p)
		p->defined++;
}

/*
 * A sub that is about to be made gets the id that it will have when it is called. If its name has a
 * package, or is anonymous, it gets an id that leads to the same name.
 *
 * Subs that perl makes while the program runs (the BEGIN block of a module that it loads by itself)
 * are left to their call, which comes at once: their package is not PL_curstash (gv.c,
 * S_find_default_stash, 5.36).
 */
__noinline int newsub_define(struct shadow *sh, const struct newsub *n,
			     const struct sub_lines *lines)
{
	u32 interp = sh ? sh->id : 0, id;
	struct scratch *s = bpf_map_lookup_elem(&scratches, &interp);
	u64 before = faults;
	struct sub *sub;

	if (!sh || !n || !lines || !s || sh->at.curcop != sh->base + layout.Icompiling)
		return 0;
	sub = &s->work.sub;
	__builtin_memset(sub, 0, sizeof(*sub));
	if (!n->name)
		sub->flags = SUB_ANON;
	else if (const_sv(n->name, &s->work.sv))
		return 0;
	else
		sub->name = string_intern(sh->id, s->work.sv.u,
					  user_u32(s->work.sv.any + layout.xpv_cur),
					  s->work.sv.flags & layout.SVf_UTF8 ? STRING_UTF8 : 0);
	/*
	 * A BEGIN block runs at once, and is freed. It counts as called even if nothing of it is
	 * recorded.
	 */
	if (sh->paused && sub->name && text_is_begin(s->buf))
		return 0;
	sub->pkg = stash_intern(sh->id, user_u64(sh->base + layout.Icurstash), &s->work.sv);
	sub->file = lines->file;
	sub->line = lines->first;
	sub->last = lines->last;
	sub->interp = sub->file & FILE_EVAL ? sh->id : 0;
	if ((!sub->name && n->name) || !sub->file || faulted_since(before))
		return 0;
	id = sub->interp ? eval_sub_store(sh->id, s) : sub_find_or_store(sh->id, sub);
	if (id)
		defined_store(sh->id, id);
	return 0;
}

/* The first op within an op. 0: none, because the memory there holds something else. */
static __always_inline u64 op_kid(u64 op)
{
	u8 flags = 0;

	user_read(&flags, 1, op + layout.op_flags);
	return flags & layout.OPf_KIDS ? user_u64(op + layout.op_first) : 0;
}

/*
 * The op behind a statement's COP, or behind the empty op that a folded statement has left. 0:
 * none.
 */
static __always_inline u64 op_behind(u64 cop)
{
	u64 next = user_u64(cop + layout.op_sibparent);

	if (!next || op_type(next))
		return next;
	return op_kid(next) ? 0 : user_u64(next + layout.op_sibparent);
}

#define FOLDED_MAX 4

/*
 * The lines are later found by the COP that the sub runs first. A statement that was folded away,
 * such as if (DEBUG) {}, has left its COP. Perl removes that COP if another one follows (Perl_rpeep
 * in op.c, 5.36, and peep.c, 5.38: "Two NEXTSTATEs in a row"). So the lines are stored under the
 * following COP as well.
 */
static __noinline int lines_store(struct shadow *sh, u64 op, struct known_lines *known)
{
	struct sub_lines_key key = { .interp = sh->id };
	struct cop *cop = &sh->work.cop;
	u32 i;

	if (!known)
		return 0;
	for (i = 0; i < FOLDED_MAX && op && op_is_cop(op) && !cop_read(op, cop); i++) {
		key.cop = cop->addr;
		key.seq = cop->seq;
		known->check = LRU_CHECK(&key);
		bpf_map_update_elem(&sub_lines, &key, known, BPF_ANY);
		op = op_behind(op);
	}
	return 0;
}

/*
 * The parser has read the sub's block, and is at its closing brace (op.c, Perl_newATTRSUB_x, 5.36).
 */
static __noinline int newsub_note(struct shadow *sh, s32 floor, u64 name, u64 proto, u64 block)
{
	const struct newsub n = { .floor = floor, .name = name, .proto = proto, .block = block };
	struct subparse_key at = { .interp = sh->id, .floor = floor };
	struct scratch *s = bpf_map_lookup_elem(&scratches, &sh->id);
	struct cop *cop = &sh->work.cop;
	struct known_subparse start;
	struct known_lines known;
	u64 before = faults;
	u32 i;

	if (!s || !lru_copy(&subparses, &at, &start) || !block || cop_read(sh->at.curcop, cop))
		return 0;
	known.lines.first = start.line;
	known.lines.last = cop->line;
	known.lines.file = file_intern(sh->id, cop->file);
	for (i = 0; i < 8 && block && !op_is_cop(block); i++)
		block = op_kid(block);
	if (!known.lines.file || faulted_since(before))
		return 0;
	if (!op_is_cop(block)) {
		s->no_cop = known.lines;
		newsub_define(sh, &n, &known.lines); /* an empty one */
		return 0;
	}
	if (!newsub_is_constant(&n, block, &s->work.sv))
		newsub_define(sh, &n, &known.lines);
	lines_store(sh, block, &known);
	return 0;
}

#endif
