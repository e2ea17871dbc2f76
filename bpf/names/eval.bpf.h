/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * String evals: the statement that compiles the next one, and its source. Perl's name for it,
 * "(eval N)", shows neither.
 */
#ifndef NYTPROF_NAMES_EVAL_BPF_H
#define NYTPROF_NAMES_EVAL_BPF_H

#include "nytprof/budgets.h"
#include "nytprof/counts.h"
#include "nytprof/limits.h"
#include "nytprof/losses.h"
#include "nytprof/names.h"
#include "nytprof/node_hash.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/counts.bpf.h"
#include "state/loss.bpf.h"
#include "state/maps.bpf.h"
#include "state/scratch.bpf.h"
#include "state/state.bpf.h"
#include "perl/callee.bpf.h"
#include "perl/interp.bpf.h"
#include "perl/memory.bpf.h"
#include "names/file.bpf.h"
#include "names/string.bpf.h"

#define OPpEVAL_HAS_HH 2 /* op.h, all versions: the hints hash is on the stack, above the source */

/* Source must not displace names: it gets half of the map. */
static __always_inline bool source_has_room(void)
{
	struct usage *added = usage_of(USAGE_ADDED), *removed = usage_of(USAGE_REMOVED);

	return added && removed && added->string_parts - removed->string_parts < STRING_ENTRIES / 2;
}

struct source_walk {
	struct shadow *sh;
	struct scratch *s;
	u64 addr;
	u64 hash;
	u32 len;
	u32 flags;
};

/* Each piece is a string of its own, so equal evals share pieces. */
static int source_store_piece(u32 i, void *arg)
{
	struct source_walk *w = arg;
	u32 len = w->len < STRING_MAX ? w->len : STRING_MAX;

	if (!len || i >= EVAL_PIECES)
		return 1;
	w->s->hash[0] = 0; /* in case it can't be read */
	w->sh->work.eval.pieces[i] = string_intern(w->sh->id, w->addr, len, w->flags);
	w->hash = hash_pair(w->hash, w->s->hash[0]);
	w->addr += len;
	w->len -= len;
	return 0;
}

static __always_inline void eval_store_text(struct shadow *sh, const struct sv_head *sv)
{
	struct source_walk w = { .sh = sh,
				 .s = bpf_map_lookup_elem(&scratches, &sh->id),
				 .addr = sv->u,
				 .len = user_u32(sv->any + layout.xpv_cur),
				 .flags = STRING_SOURCE };

	if (!w.s)
		return;
	sh->work.eval.kind = EVAL_TEXT;
	sh->work.eval.len = w.len;
	w.hash = hash_pair(EVAL_TEXT, w.len);
	if (!source_has_room())
		w.flags |= STRING_UNSTORED;
	bpf_loop(EVAL_PIECES, source_store_piece, &w, CALLED);
	sh->work.eval.source = w.hash;
}

/*
 * Stores the source that pp_entereval will compile, if it is a plain string or number (pp_ctl.c,
 * 5.36).
 */
static __always_inline void eval_store_source(struct shadow *sh)
{
	struct eval *eval = &sh->work.eval;
	struct sv_head sv;
	u8 private = 0;

	user_read(&private, 1, sh->at.op + layout.op_private);
	if (sv_read(user_u64(sh->at.sp - (private & OPpEVAL_HAS_HH ? 8 : 0)), &sv) ||
	    (sv.flags & (layout.SVs_GMG | layout.SVf_ROK)))
		return;
	if (sv.flags & layout.SVf_POK) {
		eval_store_text(sh, &sv);
	} else if (sv.flags & (layout.SVf_IOK | layout.SVf_NOK)) {
		/* xnv_u follows xiv_u (sv.h, struct xpvnv, 5.14 to 5.44). */
		eval->kind = sv.flags & layout.SVf_NOK ? EVAL_NV : EVAL_IV;
		eval->number = user_u64(sv.any + layout.xiv_iv + (eval->kind == EVAL_NV ? 8 : 0));
		eval->source = hash_pair(eval->kind, eval->number);
	}
}

/* The running statement is about to compile the interpreter's next string eval. */
static __noinline int eval_note(struct shadow *sh)
{
	struct eval_key key = { .interp = sh->id };
	struct eval *eval = &sh->work.eval;
	struct pressure *p = pressure_now();
	struct evals_map *map = evals_now();
	u64 before = faults;

	if (!map || cop_read(sh->at.curcop, &sh->work.cop) ||
	    user_read(&key.seq, sizeof(key.seq), sh->base + layout.Ievalseq))
		return 0;
	key.seq++;
	__builtin_memset(eval, 0, sizeof(*eval));
	eval->file = cop_file_id(sh, &sh->work.cop);
	eval->line = sh->work.cop.line;
	if (settings.want_source)
		eval_store_source(sh);
	if (faulted_since(before)) {
		eval->kind = EVAL_UNKNOWN;
		eval->source = 0;
	}
	if (bpf_map_update_elem(map, &key, eval, BPF_ANY))
		loss_count(sh->id, LOSS_EVALS);
	else if (p)
		p->evals++;
	return 0;
}

#endif
