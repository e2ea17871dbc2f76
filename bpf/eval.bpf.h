/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * String evals: which statement compiles the next one, and what its source is.  The name that perl
 * gives it, "(eval N)", says neither.
 */
#ifndef NYTPROF_EVAL_BPF_H
#define NYTPROF_EVAL_BPF_H

#define OPpEVAL_HAS_HH 2 /* op.h, all versions: the hints hash is on the stack, above the source */

/* Source may not take the place of names: it has half of the map. */
static __always_inline bool source_has_room(void)
{
	struct usage *u = usage_now();

	return u && u->string_parts < STRING_ENTRIES / 2;
}

struct source_walk {
	struct shadow *sh;
	u64 addr;
	u32 len;
};

/* Every piece is a string of its own, so equal evals share them. */
static int source_take_piece(u32 i, void *arg)
{
	struct source_walk *w = arg;
	u32 len = w->len < STRING_MAX ? w->len : STRING_MAX;

	if (!len || i >= EVAL_PIECES)
		return 1;
	w->sh->work.eval.pieces[i] = string_intern(w->sh->id, w->addr, len, 0);
	w->addr += len;
	w->len -= len;
	return 0;
}

static __always_inline void eval_take_text(struct shadow *sh, const struct sv_head *sv)
{
	struct source_walk w = { .sh = sh,
				 .addr = sv->u,
				 .len = user_u32(sv->any + layout.xpv_cur) };

	sh->work.eval.kind = EVAL_TEXT;
	sh->work.eval.len = w.len;
	if (source_has_room())
		bpf_loop(EVAL_PIECES, source_take_piece, &w, 0);
}

/* What pp_entereval will compile is a plain string or number, or there is no source (pp_ctl.c, 5.36). */
static __always_inline void eval_take_source(struct shadow *sh)
{
	struct eval *eval = &sh->work.eval;
	struct sv_head sv;
	u8 private = 0;

	user_read(&private, 1, sh->at.op + layout.op_private);
	if (sv_read(user_u64(sh->at.sp - (private & OPpEVAL_HAS_HH ? 8 : 0)), &sv) ||
	    (sv.flags & (layout.SVs_GMG | layout.SVf_ROK)))
		return;
	if (sv.flags & layout.SVf_POK) {
		eval_take_text(sh, &sv);
	} else if (sv.flags & (layout.SVf_IOK | layout.SVf_NOK)) {
		/* xnv_u follows xiv_u (sv.h, struct xpvnv, 5.14 to 5.42). */
		eval->kind = sv.flags & layout.SVf_NOK ? EVAL_NV : EVAL_IV;
		eval->number = user_u64(sv.any + layout.xiv_iv + (eval->kind == EVAL_NV ? 8 : 0));
	}
}

/* The statement that runs is about to compile the interpreter's next string eval. */
static __noinline int eval_note(struct shadow *sh)
{
	struct eval_key key = { .interp = sh->id, .seq = user_u32(sh->base + layout.Ievalseq) + 1 };
	struct eval *eval = &sh->work.eval;

	if (cop_read(sh->at.curcop, &sh->work.cop))
		return 0;
	__builtin_memset(eval, 0, sizeof(*eval));
	eval->file = cop_file_id(sh, &sh->work.cop);
	eval->line = sh->work.cop.line;
	if (settings.want_source)
		eval_take_source(sh);
	if (bpf_map_update_elem(&evals, &key, eval, BPF_ANY))
		loss_count(sh->id, LOSS_EVALS);
	return 0;
}

#endif
