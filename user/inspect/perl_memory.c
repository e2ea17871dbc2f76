// SPDX-License-Identifier: GPL-2.0-or-later
/* Layout and bytes; follows no more than what it is asked for. */
#include "inspect/perl_memory.h"

#include "inspect/memory.h"

#define FIRST_OPS 8u /* in which the first COP is, as in bpf/perl/interp.bpf.h */
#define OP_SPAN	  48u /* what is read of an op, likewise */

uint64_t perl_u64(struct perl_memory *p, uint64_t addr)
{
	uint64_t val;

	return memory_read(p->mem, addr, &val, sizeof(val)) ? 0 : val;
}

uint32_t perl_u32(struct perl_memory *p, uint64_t addr)
{
	uint32_t val;

	return memory_read(p->mem, addr, &val, sizeof(val)) ? 0 : val;
}

bool perl_sv(struct perl_memory *p, uint64_t addr, uint32_t type, struct sv *sv)
{
	return !memory_read(p->mem, addr, sv, sizeof(*sv)) &&
	       (sv->flags & p->layout->SVTYPEMASK) == type;
}

/* ----------------------------------------------------------------------- names */

uint32_t perl_hek(struct perl_memory *p, uint64_t addr, bool *utf8)
{
	int32_t len = addr ? (int32_t)perl_u32(p, addr + p->layout->hek_len) : 0;
	uint64_t key = addr + p->layout->hek_key;
	uint8_t flags = 0;

	if (len <= 0) /* HEf_SVKEY is -2 (hv.h, 5.36) */
		return 0;
	if (len < STRING_MAX)
		memory_read(p->mem, key + (uint32_t)len + 1, &flags, 1); /* behind a NUL */
	else
		len = STRING_MAX;
	if (memory_read(p->mem, key, p->text, (size_t)len))
		return 0;
	p->text[len] = '\0';
	*utf8 = flags & p->layout->HVhek_UTF8;
	return (uint32_t)len;
}

/* hv.h, struct xpvhv_aux: behind the buckets up to 5.34, in the body since. */
uint64_t perl_stash_name(struct perl_memory *p, uint64_t stash)
{
	const struct perl_layout *l = p->layout;
	uint64_t aux, name;
	struct sv hv;

	if (!perl_sv(p, stash, l->SVt_PVHV, &hv) || !(hv.flags & l->SVphv_HasAUX))
		return 0;
	aux = l->hv_aux_in_body ? hv.any + l->hv_aux_body_off :
				  hv.u + 8 * (perl_u64(p, hv.any + l->xhv_max) + 1);
	name = perl_u64(p, aux + l->xhv_name_u);
	return perl_u32(p, aux + l->xhv_name_count) ? perl_u64(p, name) : name;
}

const char *perl_file(struct perl_memory *p, uint64_t addr)
{
	const struct perl_layout *l = p->layout;
	struct sv gv;
	bool utf8;

	if (l->ithreads)
		return memory_read_text(p->mem, addr, p->text, STRING_MAX) > 0 ? p->text : NULL;
	if (!perl_sv(p, addr, l->SVt_PVGV, &gv) ||
	    perl_hek(p, perl_u64(p, gv.any + l->xgv_namehek), &utf8) < 3)
		return NULL;
	return p->text + 2;
}

/* ------------------------------------------------------------------------- ops */

static uint64_t field_u64(const char *op, uint32_t offset)
{
	uint64_t val;

	memcpy(&val, op + offset, sizeof(val));
	return val;
}

static uint32_t field_u32(const char *op, uint32_t offset)
{
	uint32_t val;

	memcpy(&val, op + offset, sizeof(val));
	return val;
}

/* 0 may be an op that was optimised away. */
static uint32_t op_type(const struct perl_layout *l, const char *op)
{
	return field_u32(op, l->op_type_byte) & l->op_type_mask;
}

static bool is_cop(const struct perl_layout *l, uint32_t type)
{
	return type == l->OP_NEXTSTATE || type == l->OP_DBSTATE;
}

uint64_t perl_first_cop(struct perl_memory *p, uint64_t op)
{
	char bytes[OP_SPAN];
	unsigned i;

	for (i = 0; i < FIRST_OPS && op; i++) {
		if (memory_read(p->mem, op, bytes, sizeof(bytes)))
			return 0;
		if (is_cop(p->layout, op_type(p->layout, bytes)))
			return op;
		op = field_u64(bytes, p->layout->op_next);
	}
	return 0;
}

/*
 * Without a stack: the last of some siblings points to their parent (PERL_OP_PARENT, in every build
 * since 5.26).  A statement op that was optimised away is still a COP, with its number in op_targ.
 */
bool perl_op_step(struct perl_memory *p, struct op_walk *w)
{
	const struct perl_layout *l = p->layout;
	char op[OP_SPAN];
	uint32_t type;
	uint64_t kid;

	if (!l->op_moresib_mask || memory_read(p->mem, w->op, op, sizeof(op)))
		return false;
	if (!w->up) {
		type = op_type(l, op) ?: field_u32(op, l->op_targ);
		if (is_cop(l, type) && field_u32(op, l->cop_line) > w->last)
			w->last = field_u32(op, l->cop_line);
		kid = field_u64(op, l->op_first);
		if (((uint8_t)op[l->op_flags] & l->OPf_KIDS) && kid) {
			w->op = kid;
			return true;
		}
	}
	if (w->op == w->root)
		return false;
	w->up = !((uint8_t)op[l->op_moresib_byte] & l->op_moresib_mask);
	w->op = field_u64(op, l->op_sibparent);
	return true;
}
