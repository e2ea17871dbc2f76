// SPDX-License-Identifier: GPL-2.0-or-later
/* CVs and COPs to text. */
#include "dump/code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inspect/memory.h"
#include "inspect/perl_memory.h"
#include "perl/utf8.h"
#include "util/cleanup.h"

#define OP_SPAN	   48u
#define OPS_MAX	   (1u << 14) /* that are looked at for one place */
#define NESTED_MAX 200u

/* ------------------------------------------------------------------------- names */

/* What is in p->text; the caller frees it. */
static char *take_text(struct perl_memory *p, bool utf8)
{
	return utf8 || utf8_is(p->text) ? strdup(p->text) : utf8_from_latin1(p->text);
}

static char *hek_text(struct perl_memory *p, uint64_t hek)
{
	bool utf8;

	return hek && perl_hek(p, hek, &utf8) ? take_text(p, utf8) : NULL;
}

char *stash_text(struct perl_memory *p, uint64_t stash)
{
	return hek_text(p, perl_stash_name(p, stash));
}

/* pad.c, Perl_cv_name: the words are its own. */
static char *qualified(struct perl_memory *p, uint64_t stash, uint64_t hek)
{
	char *name __cleanup(free_ptr) = hek_text(p, hek);
	char *package __cleanup(free_ptr) = stash_text(p, stash);
	char *full;

	if (!name)
		return strdup("(unknown)");
	return asprintf(&full, "%s::%s", package ?: "__ANON__", name) < 0 ? NULL : full;
}

/*
 * The glob that has a name first, of those that are the same by an assignment (gv.c,
 * Perl_gv_efullname4).
 */
static bool read_glob(struct perl_memory *p, uint64_t addr, struct sv *gv)
{
	const struct perl_layout *l = p->layout;
	uint64_t first;
	struct sv other;

	if (!perl_sv(p, addr, l->SVt_PVGV, gv))
		return false;
	first = gv->flags & l->SVpgv_GP ? perl_u64(p, gv->u + l->gp_egv) : 0;
	if (first && perl_sv(p, first, l->SVt_PVGV, &other))
		*gv = other;
	return true;
}

char *code_name(struct perl_memory *p, uint64_t cv)
{
	const struct perl_layout *l = p->layout;
	struct sv sv, gv;
	uint64_t named;
	uint32_t flags;
	char *name;

	if (!perl_sv(p, cv, l->SVt_PVCV, &sv))
		return strdup("(unknown)");
	flags = perl_u32(p, sv.any + l->xcv_flags);
	named = perl_u64(p, sv.any + l->xcv_gv_u);
	if (l->CVf_NAMED && (flags & l->CVf_NAMED)) {
		name = l->CVf_LEXICAL && (flags & l->CVf_LEXICAL) ? hek_text(p, named) : NULL;
		return name ?: qualified(p, perl_u64(p, sv.any + l->xcv_stash), named);
	}
	if (!read_glob(p, named, &gv))
		return strdup("(unknown)");
	return qualified(p, perl_u64(p, gv.any + l->xgv_stash),
			 perl_u64(p, gv.any + l->xgv_namehek));
}

/* The CV that a reference, a glob or a CV stands for. */
static uint64_t cv_of(struct perl_memory *p, uint64_t addr)
{
	const struct perl_layout *l = p->layout;
	struct sv sv;

	if (!addr || memory_read(p->mem, addr, &sv, sizeof(sv)))
		return 0;
	if (sv.flags & l->SVf_ROK)
		return sv.u;
	if ((sv.flags & l->SVTYPEMASK) == l->SVt_PVGV)
		return perl_u64(p, sv.u + l->gp_cv);
	return addr;
}

uint64_t called_xsub(struct perl_memory *p, uint64_t sp)
{
	uint64_t cv = cv_of(p, perl_u64(p, sp + sizeof(uint64_t)));
	struct sv sv;

	if (!perl_sv(p, cv, p->layout->SVt_PVCV, &sv))
		return 0;
	return perl_u32(p, sv.any + p->layout->xcv_flags) & p->layout->CVf_ISXSUB ? cv : 0;
}

/* ------------------------------------------------------------------------ places */

struct op {
	uint64_t addr;
	uint64_t next;
	uint64_t sibling; /* 0: it is the last one */
	uint64_t first; /* 0: no kids */
	uint64_t targ;
	uint32_t type;
};

static uint64_t u64_at(const char *bytes, uint32_t at)
{
	uint64_t val;

	memcpy(&val, bytes + at, sizeof(val));
	return val;
}

static bool read_op(struct perl_memory *p, uint64_t addr, struct op *op)
{
	const struct perl_layout *l = p->layout;
	char bytes[OP_SPAN];
	uint32_t type;
	bool last;

	if (!addr || memory_read(p->mem, addr, bytes, sizeof(bytes)))
		return false;
	memcpy(&type, bytes + l->op_type_byte, sizeof(type));
	last = l->op_moresib_mask && !((uint8_t)bytes[l->op_moresib_byte] & l->op_moresib_mask);
	*op = (struct op){ .addr = addr,
			   .next = u64_at(bytes, l->op_next),
			   .sibling = last ? 0 : u64_at(bytes, l->op_sibparent),
			   .first = (uint8_t)bytes[l->op_flags] & l->OPf_KIDS ?
					    u64_at(bytes, l->op_first) :
					    0,
			   .targ = u64_at(bytes, l->op_targ),
			   .type = type & l->op_type_mask };
	return true;
}

struct search {
	struct perl_memory *p;
	const struct dump_place *place;
	unsigned ops;
};

static bool is_sought(const struct search *s, const struct op *op)
{
	if (!s->place->op_is_next)
		return op->addr == s->place->op;
	return op->next == s->place->op && op->type != s->p->layout->OP_SCOPE;
}

/*
 * util.c, Perl_closest_cop: the last COP that comes before the op, also one that is null now.  0:
 * the op is not here.
 */
static uint64_t closest_cop(struct search *s, uint64_t cop, uint64_t addr, unsigned nested)
{
	uint64_t kid_addr, found;
	struct op op, kid;

	if (s->ops++ > OPS_MAX || nested > NESTED_MAX || !read_op(s->p, addr, &op))
		return 0;
	if (is_sought(s, &op))
		return cop;
	for (kid_addr = op.first; read_op(s->p, kid_addr, &kid) && s->ops <= OPS_MAX;
	     kid_addr = kid.sibling) {
		if (!kid.type && kid.targ == s->p->layout->OP_NEXTSTATE)
			cop = kid_addr;
		found = closest_cop(s, cop, kid_addr, nested + 1);
		if (found)
			return found;
	}
	return 0;
}

uint64_t place_cop(struct perl_memory *p, const struct dump_place *place)
{
	struct search s = { .p = p, .place = place };
	struct op cop;

	if (!place->op || !read_op(p, place->cop, &cop) || !cop.sibling)
		return place->cop;
	return closest_cop(&s, place->cop, cop.sibling, 0) ?: place->cop;
}

char *cop_file_text(struct perl_memory *p, uint64_t cop)
{
	const struct perl_layout *l = p->layout;
	const char *file =
		perl_file(p, perl_u64(p, cop + (l->ithreads ? l->cop_file : l->cop_filegv)));

	return file ? strdup(file) : NULL;
}

uint32_t cop_line_number(struct perl_memory *p, uint64_t cop)
{
	return perl_u32(p, cop + p->layout->cop_line);
}
