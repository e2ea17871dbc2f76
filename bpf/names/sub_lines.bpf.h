/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The file and the lines of a sub: from its compilation if that was seen (names/newsub.bpf.h), else
 * from its first COP and its op tree.
 */
#ifndef NYTPROF_NAMES_SUB_LINES_BPF_H
#define NYTPROF_NAMES_SUB_LINES_BPF_H

#include "nytprof/caches.h"
#include "nytprof/interp.h"
#include "nytprof/losses.h"
#include "nytprof/names.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/loss.bpf.h"
#include "state/lru.bpf.h"
#include "state/maps.bpf.h"
#include "state/scratch.bpf.h"
#include "state/state.bpf.h"
#include "perl/interp.bpf.h"
#include "perl/memory.bpf.h"
#include "names/file.bpf.h"
#include "names/string.bpf.h"

/*
 * The walk over a sub's op tree needs no stack: the last sibling points to its parent
 * (PERL_OP_PARENT, in every build since 5.26).
 */
struct op_walk {
	u64 root;
	u64 op;
	u32 up; /* the walk came back to op from its kids */
	u32 last;
	u32 unread; /* an op could not be read */
};

#define OP_SPAN	 48
#define OPS_MAX	 (1u << 16)
#define OPS_TICK (1u << 14) /* in an interrupt: 0.4 ms */

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
		/*
		 * A statement op that was optimised away is still a COP, with its number in
		 * op_targ.
		 */
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
 * Ops of a branch that never runs may stay swapped out. A named sub is identified without its last
 * line, so only the loss is counted. The name of an anonymous sub contains that line.
 */
static __noinline u32 sub_last_line(u32 interp, const struct cv_body *body, u32 first)
{
	struct op_walk w = { .root = body->root, .op = body->root, .last = first };

	if (layout.PERL_OP_PARENT)
		bpf_loop(settings.sample_ns ? OPS_TICK : OPS_MAX, op_walk_one, &w, CALLED);
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
 * Was the compilation of the sub with this first COP seen? It may have been seen in the interpreter
 * that this one was forked or cloned from, which has the same code at the same address.
 */
static __noinline bool lines_known(u32 interp, const struct cop *cop, struct sub *sub)
{
	struct lines_search l = {
		.key = { .cop = cop->addr, .interp = interp, .seq = cop->seq },
	};

	bpf_loop(LINES_GENERATIONS, lines_search_one, &l, CALLED);
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

/* Line 0 is a line, too: perl compiles code of its own there, such as the use of -M and -E. */
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
		sub->flags |= SUB_STMTS;
	}
}

#endif
