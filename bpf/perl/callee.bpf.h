/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Subs as perl's memory has them: what a call's target is, before it has a name (names/sub.bpf.h).
 */
#ifndef NYTPROF_PERL_CALLEE_BPF_H
#define NYTPROF_PERL_CALLEE_BPF_H

#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/state.bpf.h"
#include "perl/memory.bpf.h"

static __always_inline long sv_read(u64 addr, struct sv_head *sv)
{
	return !addr || user_read(sv, sizeof(*sv), addr);
}

static __always_inline u32 sv_type(const struct sv_head *sv)
{
	return sv->flags & layout.SVTYPEMASK;
}

static __always_inline long cv_read(u64 any, struct cv_body *body)
{
	if (user_read(body, sizeof(*body) - 4, any + layout.xmg_u))
		return -1;
	if (layout.sizeof_cv_flags_t == 2)
		body->flags &= 0xffff;
	return 0;
}

/*
 * Can the name go while the code stays?  set_subname() makes a glob that magic of the CV holds, so
 * it is freed with the closure (ListUtil.xs of Scalar-List-Utils, in perl 5.36 and 5.41).  So is
 * the name of an XSUB that the program itself has made: a constant or an accessor, with a pointer
 * in CvXSUBANY.  XSUBs of a module that share a function have a small number there (ALIAS), and
 * stay.
 */
static __always_inline bool cv_has_own_name(const struct cv_body *body)
{
	return body->magic || ((body->flags & layout.CVf_ISXSUB) && body->start >> 16);
}

static __always_inline void callee_from_cv(u64 cv, const struct sv_head *sv, struct callee *c)
{
	struct cv_body body;

	if (sv_type(sv) != layout.SVt_PVCV || cv_read(sv->any, &body))
		return;
	if (!body.root) {
		c->stub = cv; /* AUTOLOAD will take its place, or it dies */
		return;
	}
	c->cv = cv;
	c->root = body.root;
	c->gv = body.gv;
	c->flags = body.flags;
	c->depth = body.depth;
	c->start = body.start;
	c->own_name = cv_has_own_name(&body);
}

/* Can calling this reference's target be overloaded?  HvAMAGIC only says "maybe". */
static __always_inline bool sv_may_overload(const struct sv_head *sv)
{
	struct sv_head stash;

	return (sv->flags & layout.SVs_OBJECT) &&
	       (sv_read(user_u64(sv->any + layout.xmg_stash), &stash) ||
		(stash.flags & layout.SVf_AMAGIC));
}

#define HINT_STRICT_REFS 2 /* perl.h, all versions; in op_private */

/*
 * &{"name"}, unless strict refs forbids it.  Up to 5.26 the method import, where there is none,
 * is PL_sv_yes, which perl calls without doing anything: it is a number, too.
 */
static __always_inline bool sv_is_symbol(const struct sv_head *sv, u64 op)
{
	u32 yes = layout.SVf_IOK | layout.SVf_READONLY;
	u8 private = 0;

	user_read(&private, 1, op + layout.op_private);
	return (sv->flags & layout.SVf_POK) && !(sv->flags & layout.SVs_GMG) &&
	       (sv->flags & yes) != yes && !(private & HINT_STRICT_REFS);
}

/* The CV of a glob; 0: none, or (with a gp_cvgen) a method cache's entry, not a definition. */
static __always_inline u64 gp_cv_of(u64 gp)
{
	u64 two[2]; /* gp_cv, and behind it gp_cvgen (gv.h, struct gp, 5.14 to 5.44) */

	if (user_read(two, sizeof(two), gp + layout.gp_cv))
		return 0;
	return (u32)two[1] ? 0 : two[0];
}

/*
 * Which sub pp_entersub will call for the SV on top of the stack (pp_hot.c,
 * PP(pp_entersub), 5.36).  Names, overloading, magic and AUTOLOAD are left to perl:
 * the callee stays 0.
 */
__noinline int callee_resolve(u64 addr, u64 op, struct callee *c)
{
	struct sv_head sv;
	u64 cv = addr;

	if (!c)
		return 0;
	__builtin_memset(c, 0, sizeof(*c));
	if (sv_read(addr, &sv))
		return 0;
	if ((sv.flags & (layout.SVf_ROK | layout.SVs_GMG)) == layout.SVf_ROK) {
		cv = sv.u;
		if (sv_read(cv, &sv) || sv_may_overload(&sv))
			return 0;
	} else if (sv_type(&sv) == layout.SVt_PVGV ||
		   (sv_type(&sv) == layout.SVt_PVLV && (sv.flags & layout.SVpgv_GP))) {
		cv = gp_cv_of(sv.u);
		if (sv_read(cv, &sv)) {
			c->stub = addr;
			return 0;
		}
	} else if (sv_type(&sv) != layout.SVt_PVCV && sv_is_symbol(&sv, op)) {
		c->symbol = addr;
		return 0;
	}
	callee_from_cv(cv, &sv, c);
	return 0;
}

/*
 * Does a sub that was called begin with that op, which runs now?  If it runs already, or a block
 * while it is left (defer), that is another one.
 */
static __noinline bool body_begins(u64 cv, u64 op)
{
	u64 body = cv ? user_u64(cv + layout.sv_any) : 0;

	return body && user_u64(body + layout.xcv_start) == op;
}

/* The sub whose context was pushed. */
__noinline int callee_of_cv(u64 cv, struct callee *c)
{
	struct sv_head sv;

	if (!c)
		return 0;
	__builtin_memset(c, 0, sizeof(*c));
	if (!sv_read(cv, &sv))
		callee_from_cv(cv, &sv, c);
	return 0;
}

#endif
