/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The sub of a CV: package, name, file and lines. It is found once, and then known by its id
 * (names/string.bpf.h).
 */
#ifndef NYTPROF_NAMES_SUB_BPF_H
#define NYTPROF_NAMES_SUB_BPF_H

#include "nytprof/budgets.h"
#include "nytprof/counts.h"
#include "nytprof/limits.h"
#include "nytprof/losses.h"
#include "nytprof/names.h"
#include "nytprof/node_hash.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/budget.bpf.h"
#include "state/counts.bpf.h"
#include "state/loss.bpf.h"
#include "state/maps.bpf.h"
#include "state/scratch.bpf.h"
#include "state/state.bpf.h"
#include "perl/callee.bpf.h"
#include "perl/memory.bpf.h"
#include "names/group_names.bpf.h"
#include "names/package.bpf.h"
#include "names/string.bpf.h"
#include "names/sub_lines.bpf.h"

/* The fixed id of a sub that controls the recording, if this is the name of one. */
static __always_inline u32 control_sub(const struct scratch *s)
{
	if (scratch_is(s, "enable_profile\0"))
		return SUB_ENABLE;
	if (scratch_is(s, "disable_profile"))
		return SUB_DISABLE;
	if (scratch_is(s, "finish_profile\0"))
		return SUB_FINISH;
	return scratch_is(s, "await_profile\0\0") ? SUB_AWAIT : 0;
}

/*
 * CvANON says so.  A block that a module has made a sub of (Object::Pad's ADJUST) does not have
 * that flag, but the same name: that of a glob called __ANON__ which does not hold this sub (cv.h,
 * CvCVGV_RC, 5.14 to 5.42).  With magic somebody has chosen the name: see cv_has_own_name().  The
 * scratch has it, if there is one.
 */
static __always_inline bool cv_is_anonymous(const struct cv_body *body, const struct scratch *s)
{
	if (body->flags & layout.CVf_ANON)
		return true;
	return s->work.sub.name && (body->flags & layout.CVf_CVGV_RC) && !body->magic &&
	       scratch_is(s, "__ANON__\0\0\0\0\0\0\0");
}

/*
 * Into the scratch's work.sub; a glob instead of a CV is the name of a sub that there is not.
 * Above 0: one of the ids that have a fixed meaning.
 */
static __always_inline int sub_read(u32 interp, u64 cv, struct scratch *s)
{
	struct sv_head *sv = &s->work.sv, *gv = &s->work.gv;
	struct cv_body *body = &s->work.body;
	struct sub *sub = &s->work.sub;
	u64 hek = 0, stash;
	u32 control, grouped;

	if (sv_read(cv, sv))
		return -1;
	if (sv_type(sv) == layout.SVt_PVGV) {
		__builtin_memset(body, 0, sizeof(*body));
		body->gv = cv;
	} else if (cv_read(sv->any, body)) {
		return -1;
	}
	__builtin_memset(sub, 0, sizeof(*sub));
	stash = body->stash;
	if (layout.CVf_NAMED && (body->flags & layout.CVf_NAMED)) {
		hek = body->gv;
		if (body->flags & layout.CVf_LEXICAL)
			sub->flags |= SUB_LEXICAL;
	} else if (!sv_read(body->gv, gv) && sv_type(gv) == layout.SVt_PVGV) {
		stash = user_u64(gv->any + layout.xgv_stash);
		hek = user_u64(gv->any + layout.xgv_namehek);
	}
	sub->name = hek_intern(interp, hek);
	grouped = sub->name ? group_by_name(s) : 0;
	control = sub->name ? control_sub(s) : 0;
	if (cv_is_anonymous(body, s))
		sub->flags |= SUB_ANON;
	sub->pkg = stash_intern(interp, stash, sv);
	if (control && sub->pkg && s->len == 2 && s->buf[0] == 'D' && s->buf[1] == 'B')
		return control;
	if (grouped && sub->pkg && grouped & group_by_package(s))
		sub->flags |= SUB_GROUPED;
	if (sub->pkg)
		package_look(interp, s);
	if (body->flags & layout.CVf_ISXSUB) {
		sub->flags |= SUB_XSUB;
		return 0;
	}
	if (body->gv == cv)
		return 0;
	sub_read_lines(interp, s, hek);
	if (sub->file & FILE_EVAL)
		sub->interp = interp;
	return 0;
}

static __always_inline bool sub_equal(const struct sub *a, const struct sub *b)
{
	return a->pkg == b->pkg && a->name == b->name && a->file == b->file && a->line == b->line &&
	       a->last == b->last && a->interp == b->interp && a->flags == b->flags &&
	       a->arg == b->arg;
}

struct sub_probing {
	const struct sub *sub;
	u32 id;
	enum storing_end end;
};

/* Is this sub stored by that id? An enum storing_end. */
__noinline int sub_compare(u32 id, const struct sub *sub)
{
	const struct sub *known = sub ? bpf_map_lookup_elem(&subs, &id) : NULL;

	if (!known)
		return STORING_FREE;
	return sub_equal(known, sub) ? STORING_FOUND : STORING_ON;
}

static int sub_probe(u32 i, void *arg)
{
	struct sub_probing *p = arg;

	p->end = sub_compare(p->id, p->sub);
	if (p->end == STORING_ON)
		p->id++;
	return p->end != STORING_ON;
}

/* As string_place. */
static __noinline u32 sub_find_or_store(u32 interp, const struct sub *sub)
{
	struct sub_probing p = { .sub = sub };

	p.id = hash_id(hash_pair(hash_pair((u64)sub->pkg << 32 | sub->name,
					   (u64)sub->file << 32 | sub->line),
				 hash_pair(sub->last, (u64)sub->interp << 32 | sub->flags)) ^
		       sub->arg * HASH_K1);
	bpf_loop(STRING_PROBES, sub_probe, &p, CALLED);
	if (p.end == STORING_FREE) {
		struct usage *u = usage_of(USAGE_ADDED);
		u32 id = p.id;

		if (!budget_charge_for(interp, BUDGET_SUBS, 1)) {
			loss_count(interp, LOSS_BUDGET);
			return 0;
		}
		if (!bpf_map_update_elem(&subs, &id, sub, BPF_NOEXIST)) {
			if (u)
				__sync_fetch_and_add(&u->subs, 1);
			return id;
		}
		p.end = STORING_ON;
		bpf_loop(STRING_PROBES, sub_probe, &p, CALLED);
	}
	return p.end == STORING_FOUND ? p.id : store_failed(interp, LOSS_SUBS);
}

/*
 * In an eval: its id says nothing, so that it can be forgotten when user space has taken it over.
 */
static __noinline u32 eval_sub_store(u32 interp, struct scratch *s)
{
	struct sub_key key = { .interp = interp, .id = SUB_OF_EVAL | ++s->eval_subs };
	struct eval_subs_map *map = eval_subs_now();
	struct pressure *p = pressure_now();

	if (!map || bpf_map_update_elem(map, &key, &s->work.sub, BPF_ANY))
		return store_failed(interp, LOSS_SUBS);
	if (p)
		p->eval_subs++;
	return key.id;
}

/* The id of the sub of a CV. 0: it can't be read completely, or not be stored. */
__noinline u32 sub_intern(u32 interp, u64 cv)
{
	struct scratch *s = bpf_map_lookup_elem(&scratches, &interp);
	u64 before = faults;
	int rc = s ? sub_read(interp, cv, s) : -1;

	if (rc < 0 || faulted_since(before))
		return 0;
	if (rc)
		return rc;
	return s->work.sub.interp ? eval_sub_store(interp, s) :
				    sub_find_or_store(interp, &s->work.sub);
}

/* The id of a sub that is known only by the name in the call. */
__noinline u32 symbol_intern(u32 interp, u64 addr)
{
	struct sub sub = { .flags = SUB_SYMBOL };
	struct sv_head sv;

	if (sv_read(addr, &sv))
		return 0;
	sub.name = string_intern(interp, sv.u, user_u32(sv.any + layout.xpv_cur),
				 sv.flags & layout.SVf_UTF8 ? STRING_UTF8 : 0);
	return sub.name ? sub_find_or_store(interp, &sub) : 0;
}

#endif
