/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which sub a CV is: package, name, file and lines, found once and then known by its id
 * (intern.bpf.h says what an id is).
 */
#ifndef NYTPROF_SUB_BPF_H
#define NYTPROF_SUB_BPF_H

#include "node_hash.h"
#include "nytprof_bpf.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "kernel/task.bpf.h"
#include "state/budget.bpf.h"
#include "state/loss.bpf.h"
#include "state/lru.bpf.h"
#include "state/maps.bpf.h"
#include "state/state.bpf.h"
#include "state/switcher.bpf.h"
#include "perl/interp.bpf.h"
#include "perl/memory.bpf.h"
#include "clock/clock.bpf.h"
#include "names/string.bpf.h"

static __always_inline u32 hek_intern(u32 interp, u64 addr)
{
	struct hek hek;

	hek_read(addr, &hek);
	return hek.len ? string_intern(interp, hek.addr, hek.len, hek.flags) : 0;
}

/* HvNAME_HEK of a stash, 0: none (hv.h: xpvhv_aux behind the buckets up to 5.34, in the body since). */
static __always_inline u64 stash_hek(u64 addr, struct sv_head *hv)
{
	u64 aux, name;

	if (sv_read(addr, hv) || sv_type(hv) != layout.SVt_PVHV ||
	    !(hv->flags & layout.SVphv_HasAUX))
		return 0;
	aux = layout.hv_aux_in_body ? hv->any + layout.hv_aux_body_off :
				      hv->u + 8 * (user_u64(hv->any + layout.xhv_max) + 1);
	name = user_u64(aux + layout.xhv_name_u);
	if (user_u32(aux + layout.xhv_name_count))
		name = user_u64(name);
	return name;
}

static __always_inline u32 stash_intern(u32 interp, u64 addr, struct sv_head *hv)
{
	return hek_intern(interp, stash_hek(addr, hv));
}

static __always_inline bool op_is_cop(u64 op)
{
	u32 type = op_type(op);

	return type == layout.OP_NEXTSTATE || type == layout.OP_DBSTATE;
}

/* The first COP that is executed from op on: the ops before it are few. */
static __noinline int first_cop(u64 op, struct cop *cop)
{
	u32 i;

	for (i = 0; i < 8 && op; i++) {
		if (op_is_cop(op))
			return cop_read(op, cop);
		op = user_u64(op + layout.op_next);
	}
	return -1;
}

/*
 * The walk over a sub's op tree, without a stack: the last of some siblings points to
 * their parent (PERL_OP_PARENT, in every build since 5.26).
 */
struct op_walk {
	u64 root;
	u64 op;
	u32 up; /* op was come back to from its kids */
	u32 last;
	u32 unread; /* an op could not be read */
};

#define OP_SPAN 48
#define OPS_MAX (1u << 16)

static int op_walk_one(u32 i, void *arg)
{
	struct op_walk *w = arg;
	u64 buf[OP_SPAN / 8];
	char *p = (char *)buf;
	u32 type, line;

	if (!w->op)
		return 1;
	if (bpf_probe_read_user(p, OP_SPAN, (const void *)w->op)) {
		w->unread = 1;
		return 1;
	}
	type = *(u32 *)(p + layout.op_type_byte) & layout.op_type_mask;
	line = *(u32 *)(p + layout.cop_line);
	if (!w->up) {
		/* A statement op that was optimised away is still a COP, with its number in op_targ. */
		if (!type)
			type = *(u32 *)(p + layout.op_targ);
		if ((type == layout.OP_NEXTSTATE || type == layout.OP_DBSTATE) && line > w->last)
			w->last = line;
		if ((*(u8 *)(p + layout.op_flags) & layout.OPf_KIDS) &&
		    *(u64 *)(p + layout.op_first)) {
			w->op = *(u64 *)(p + layout.op_first);
			return 0;
		}
	}
	if (w->op == w->root)
		return 1;
	w->up = !(*(u8 *)(p + layout.op_moresib_byte) & layout.op_moresib_mask);
	w->op = *(u64 *)(p + layout.op_sibparent);
	return 0;
}

/*
 * Ops of a branch that is never taken may be swapped out for good.  A sub with a name is the same sub whatever its last
 * line, so only the loss is counted; an anonymous one has that line in its name.
 */
static __noinline u32 sub_last_line(u32 interp, const struct cv_body *body, u32 first)
{
	struct op_walk w = { .root = body->root, .op = body->root, .last = first };

	if (layout.PERL_OP_PARENT)
		bpf_loop(OPS_MAX, op_walk_one, &w, 0);
	if (w.unread && (body->flags & layout.CVf_ANON))
		fault_count(w.op);
	else if (w.unread)
		loss_count(interp, LOSS_READ);
	return w.last;
}

struct lines_search {
	struct sub_lines_key key;
	struct known_lines known;
	u32 found;
};

static int lines_search_one(u32 i, void *arg)
{
	struct lines_search *l = arg;
	const struct interp *in;

	l->found = lru_copy(&sub_lines, &l->key, &l->known);
	if (l->found)
		return 1;
	in = bpf_map_lookup_elem(&interps, &l->key.interp);
	l->key.interp = in ? in->forked_from ?: in->cloned_from : 0;
	return !l->key.interp;
}

#define LINES_GENERATIONS 16

/*
 * Was the compilation of the sub with this first COP seen?  In this interpreter, or in one that it was forked or cloned
 * from: that has the same code at the same address.
 */
static __noinline bool lines_known(u32 interp, const struct cop *cop, struct sub *sub)
{
	struct lines_search l = {
		.key = { .cop = cop->addr, .interp = interp, .seq = cop->seq },
	};

	bpf_loop(LINES_GENERATIONS, lines_search_one, &l, 0);
	if (!l.found)
		return false;
	sub->file = l.known.lines.file;
	sub->line = l.known.lines.first;
	sub->last = l.known.lines.last;
	return true;
}

static __always_inline bool text_is_begin(const char *name)
{
	return name[0] == 'B' && name[1] == 'E' && name[2] == 'G' && name[3] == 'I' &&
	       name[4] == 'N' && !name[5];
}

static __always_inline bool hek_is_begin(u64 hek)
{
	char name[7] = {};

	user_read_str(name, sizeof(name), hek + layout.hek_key);
	return text_is_begin(name);
}

/* What perl itself compiles, such as the use of -M and -E, is in line 0: that is a line. */
static __always_inline void sub_read_lines(u32 interp, struct scratch *s, u64 name)
{
	struct cv_body *body = &s->work.body;
	struct cop *cop = &s->work.cop;
	struct sub *sub = &s->work.sub;

	if (first_cop(body->start, cop)) {
		sub->file = string_intern(interp, body->file, 0, 0);
		/* A BEGIN that holds only subs runs as soon as it is compiled. */
		if (name && hek_is_begin(name)) {
			sub->line = s->no_cop.first;
			sub->last = s->no_cop.last;
		}
	} else if (!lines_known(interp, cop, sub)) {
		sub->file = file_intern(interp, cop->file);
		sub->line = cop->line;
		sub->last = sub_last_line(interp, body, cop->line);
	}
}

/* Is this the name, of 8 bytes or more?  As many bytes of zeros as are needed to make 16 are behind both. */
static __always_inline bool scratch_is(const struct scratch *s, const char *name16)
{
	const u64 *words = (const u64 *)s->buf;
	u64 want[2];

	__builtin_memcpy(want, name16, sizeof(want));
	return s->len < 16 && words[0] == want[0] && words[1] == want[1];
}

/* The id of the sub by which a program steers its recording, if this is the name of one. */
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
 * The name of a package was read: does it change between C stacks?  The subs of Coro::State are met
 * when it is compiled, before it can.
 */
static __always_inline void package_look(u32 interp, struct scratch *s)
{
	struct interp *in;

	if (s->alarm || !scratch_is(s, "Coro::State\0\0\0\0"))
		return;
	if (settings.sessions) {
		switcher_add(current_ids() >> 32);
		return;
	}
	in = bpf_map_lookup_elem(&interps, &interp);
	s->work.alarm.tgid = in ? in->tgid : 0;
	if (bpf_ringbuf_output(&alarms, &s->work.alarm, sizeof(s->work.alarm), 0))
		loss_count(interp, LOSS_EVENTS); /* the next sub of it gives the alarm again */
	else
		s->alarm = 1;
}

#define ALARM_WAITS    40
#define ALARM_WAIT_NS  4000000
#define ALARM_TURN_MAX (1 << 19)

static int alarm_wait_one(u32 i, void *arg)
{
	return bpf_ktime_get_ns() > *(u64 *)arg;
}

/*
 * The agent gets the time to take the return probes away, which could kill the program: 0.16 s, once in
 * the life of one that loads Coro.  In pieces, at the next subs that it compiles: what takes a probe
 * away waits until all that ran has left RCU's read side (percpu_down_write of dup_mmap_sem in
 * kernel/events/uprobes.c, 6.18), and so for us.
 */
static __always_inline void alarm_wait(u32 interp)
{
	struct scratch *s = bpf_map_lookup_elem(&scratches, &interp);
	u64 until;

	if (!s || !s->alarm || s->alarm > ALARM_WAITS || !settings.slowops)
		return;
	s->alarm++;
	until = bpf_ktime_get_ns() + ALARM_WAIT_NS;
	bpf_loop(ALARM_TURN_MAX, alarm_wait_one, &until, 0);
}

/*
 * CvANON says so.  A block that a module has made a sub of (Object::Pad's ADJUST) does not have that flag, but the same
 * name: that of a glob called __ANON__ which does not hold this sub (cv.h, CvCVGV_RC, 5.14 to 5.42).  With magic
 * somebody has chosen the name: see cv_has_own_name().  The scratch has it, if there is one.
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
	u32 control;

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
	control = sub->name ? control_sub(s) : 0;
	if (cv_is_anonymous(body, s))
		sub->flags |= SUB_ANON;
	sub->pkg = stash_intern(interp, stash, sv);
	if (control && sub->pkg && s->len == 2 && s->buf[0] == 'D' && s->buf[1] == 'B')
		return control;
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
	       a->last == b->last && a->interp == b->interp && a->flags == b->flags;
}

/* The parser begins a sub: at this line, with the savestack at this height. */
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

struct sub_probing {
	const struct sub *sub;
	u32 id;
	enum storing_end end;
};

static int sub_probe(u32 i, void *arg)
{
	struct sub_probing *p = arg;
	const struct sub *known;
	u32 id = p->id;

	known = bpf_map_lookup_elem(&subs, &id);
	if (!known)
		p->end = STORING_FREE;
	else if (sub_equal(known, p->sub))
		p->end = STORING_FOUND;
	else
		p->id++;
	return p->end != STORING_ON;
}

/* As string_find_or_store. */
static __noinline u32 sub_find_or_store(u32 interp, const struct sub *sub)
{
	struct sub_probing p = { .sub = sub };

	p.id = hash_id(hash_pair(hash_pair((u64)sub->pkg << 32 | sub->name,
					   (u64)sub->file << 32 | sub->line),
				 hash_pair(sub->last, (u64)sub->interp << 32 | sub->flags)));
	bpf_loop(STRING_PROBES, sub_probe, &p, 0);
	if (p.end == STORING_FREE) {
		struct usage *u = usage_of(USAGE_ADDED);
		u32 id = p.id;

		if (!budget_take_for(interp, BUDGET_SUBS, 1)) {
			loss_count(interp, LOSS_BUDGET);
			return 0;
		}
		if (!bpf_map_update_elem(&subs, &id, sub, BPF_NOEXIST)) {
			if (u)
				__sync_fetch_and_add(&u->subs, 1);
			return id;
		}
		p.end = STORING_ON;
		bpf_loop(STRING_PROBES, sub_probe, &p, 0);
	}
	if (p.end == STORING_FOUND)
		return p.id;
	loss_count(interp, LOSS_SUBS);
	return 0;
}

/* In an eval: its id says nothing, so that it can be forgotten when user space has taken it over. */
static __noinline u32 eval_sub_store(u32 interp, struct scratch *s)
{
	struct sub_key key = { .interp = interp, .id = SUB_OF_EVAL | ++s->eval_subs };
	struct eval_subs_map *map = eval_subs_now();
	struct pressure *p = pressure_now();

	if (!map || bpf_map_update_elem(map, &key, &s->work.sub, BPF_ANY)) {
		loss_count(interp, LOSS_SUBS);
		return 0;
	}
	if (p)
		p->eval_subs++;
	return key.id;
}

/* The id of the sub that a CV is; 0 if it can't be read, and that to the end, or stored. */
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

/* ---------------------------------------------------------------- compilation */

/* What newATTRSUB and newMYSUB are given (proto.h, 5.14 to 5.44). */
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

/* sub NAME () { 42 } becomes no sub, but a constant. */
static __always_inline bool newsub_is_constant(const struct newsub *n, u64 cop, struct sv_head *sv)
{
	u64 next = user_u64(cop + layout.op_sibparent);

	return n->proto && !const_sv(n->proto, sv) && !user_u32(sv->any + layout.xpv_cur) &&
	       op_type(next) == OP_CONST;
}

static __always_inline void defined_store(u32 interp, u32 id)
{
	struct sub_key key = { .interp = interp, .id = id };
	struct sub_defined now = { .at = clock_wall() };
	struct defined_map *map = defined_now();
	struct pressure *p = pressure_now();

	if (!map || bpf_map_update_elem(map, &key, &now, BPF_ANY))
		loss_count(interp, LOSS_SUBS);
	else if (p)
		p->defined++;
}

/*
 * One that perl makes while the program runs (the BEGIN block of a module that it loads by itself) is
 * known when it is called, which is at once, and its package is not PL_curstash (gv.c, S_find_default_stash, 5.36).
 *
 * The sub that is about to be made gets the id that it will have when it is called, or (its name
 * has a package, or is anonymous) one that comes to the same name.
 */
static __noinline int newsub_define(struct shadow *sh, const struct newsub *n,
				    const struct sub_lines *lines)
{
	struct scratch *s = bpf_map_lookup_elem(&scratches, &sh->id);
	u64 before = faults;
	struct sub *sub;
	u32 id;

	if (!s || sh->at.curcop != sh->base + layout.Icompiling)
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
	/* It runs at once, and is freed: what is not recorded of it was called all the same. */
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

/* The first op within one; 0: none, as what lies there is something else. */
static __always_inline u64 op_kid(u64 op)
{
	u8 flags = 0;

	user_read(&flags, 1, op + layout.op_flags);
	return flags & layout.OPf_KIDS ? user_u64(op + layout.op_first) : 0;
}

/* The op behind a statement's COP, or behind the empty op that is left of a statement which was folded away; 0: none. */
static __always_inline u64 op_behind(u64 cop)
{
	u64 next = user_u64(cop + layout.op_sibparent);

	if (!next || op_type(next))
		return next;
	return op_kid(next) ? 0 : user_u64(next + layout.op_sibparent);
}

#define FOLDED_MAX 4

/*
 * The lines are found again by the COP that the sub runs first.  A statement that was folded away, such as if (DEBUG) {},
 * has left its COP, which perl removes where another follows (Perl_rpeep in op.c, 5.36, and peep.c, 5.38: "Two
 * NEXTSTATEs in a row").  So they are kept under that one, too.
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

/* The parser has the sub's block, and is at its closing brace (op.c, Perl_newATTRSUB_x, 5.36). */
static __noinline int newsub_note(struct shadow *sh, const struct newsub *n)
{
	struct subparse_key at = { .interp = sh->id, .floor = n->floor };
	struct scratch *s = bpf_map_lookup_elem(&scratches, &sh->id);
	struct cop *cop = &sh->work.cop;
	struct known_subparse start;
	struct known_lines known;
	u64 block = n->block, before = faults;
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
		newsub_define(sh, n, &known.lines); /* an empty one */
		return 0;
	}
	if (!newsub_is_constant(n, block, &s->work.sv))
		newsub_define(sh, n, &known.lines);
	lines_store(sh, block, &known);
	return 0;
}

/* The id of a sub of which there is but the name that the program called it by. */
static __noinline u32 symbol_intern(u32 interp, u64 addr)
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
