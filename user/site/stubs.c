// SPDX-License-Identifier: GPL-2.0-or-later
/* The instructions that a stub may displace, and its place in the cave. */
#include "site/stubs.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "elf/elf.h"
#include "elf/extents.h"
#include "machine/arch.h"
#include "machine/arch_x86_64.h"
#include "machine/decode.h"
#include "perl/stub.h"
#include "site/landings.h"
#include "site/site.h"
#include "site/site_parts.h"

#define LINE_MAX     8 /* instructions before a place that are looked at */
#define FUNCTION_MAX (256u << 10) /* bytes; the largest of Debian's 5.36 has 34 KB */

static bool planned;

void sites_plan_stubs(bool plan)
{
	planned = plan;
}

bool sites_plans_stubs(void)
{
	return planned;
}

/* How a probe may get its stub. */
struct candidate {
	struct probe *probe;
	enum stub_kind kind;
	uint64_t start, end; /* of the displaced instructions */
	struct landing_zone *zone; /* NULL: branches into it change nothing */
};

struct planner {
	struct chooser *c;
	struct candidate candidates[LANDING_ZONES];
	size_t cnt;
	struct landing_zones zones;
	uint64_t cave; /* offset in the file of what is left of it */
	uint64_t room;
	uint64_t bias; /* from offsets to addresses, in the segment with the code */
};

/* ------------------------------------------------------------------- the candidates */

static bool is_relative(const struct insn *insn)
{
	return ((insn->memory || insn->address) && insn->base == GPR_NONE) ||
	       strstr(insn->text, "rip");
}

/* Capstone 4 does not count all of these as jumps. */
static bool is_transfer(const struct insn *insn)
{
	return insn->flow != FLOW_NEXT || insn->text[0] == 'j' || !strncmp(insn->text, "loop", 4) ||
	       !strncmp(insn->text, "xbegin", 6);
}

static bool can_move(const struct insn *insn)
{
	return !is_transfer(insn) && !insn->landing && !insn->unprobed && !is_relative(insn);
}

/* What is known of the function around a place. */
struct around {
	uint64_t start, end;
	uint64_t before; /* the last instructions before the place that can be moved, */
	unsigned before_size; /* and their size, as soon as that is enough; else 0 */
	bool is_decoded; /* the place is an instruction of it, and it has no other bytes than instructions */
	bool calls;
	bool below_sp; /* it has an operand below the stack pointer */
};

/* The shortest end of a line that has room for a jump. */
static void find_before(struct around *a, const struct insn *line, unsigned cnt, uint64_t place)
{
	unsigned i;

	a->before_size = 0;
	for (i = cnt; i > 0 && a->before_size < STUB_JUMP; i--)
		a->before_size = (unsigned)(place - line[i - 1].vaddr);
	a->before = place - a->before_size;
	if (a->before_size < STUB_JUMP || a->before_size > STUB_DISPLACED)
		a->before_size = 0;
}

static void look_around(const struct chooser *c, uint64_t place, struct around *a)
{
	struct insn line[LINE_MAX], insn;
	unsigned cnt = 0;
	bool met = false;
	uint64_t at;

	*a = (struct around){};
	if (!c->code.extents || extents_find(c->code.extents, place, &a->start, &a->end) ||
	    a->end - a->start > FUNCTION_MAX)
		return;
	for (at = a->start; at < a->end && code_insn(&c->code, at, &insn); at += insn.size) {
		if (at == place) {
			find_before(a, line, cnt, place);
			met = true;
		}
		a->calls = a->calls || insn.flow == FLOW_CALL || insn.flow == FLOW_CALL_PTR;
		a->below_sp = a->below_sp ||
			      (insn.memory && insn.base == c->arch->sp && insn.disp < 0);
		if (!can_move(&insn)) {
			cnt = 0;
			continue;
		}
		if (cnt == LINE_MAX)
			memmove(line, line + 1, --cnt * sizeof(*line));
		line[cnt++] = insn;
	}
	a->is_decoded = met && at == a->end;
}

/* Bytes of instructions from a place on that can be moved and have room for a jump; else 0. */
static unsigned size_at(const struct chooser *c, const struct around *a, uint64_t place)
{
	uint64_t at = place;
	struct insn insn;

	while (at - place < STUB_JUMP && at < a->end && code_insn(&c->code, at, &insn)) {
		if (!can_move(&insn))
			return 0;
		at += insn.size;
	}
	return at - place >= STUB_JUMP && at <= a->end ? (unsigned)(at - place) : 0;
}

/*
 * GCC and clang keep nothing below the stack pointer in a function that calls another one (the red
 * zone is for leaf functions), nor can anything be there at an entry.
 */
static bool may_push(const struct around *a, const struct probe *p)
{
	return sites_nops() != 5 || (a->calls && !a->below_sp) ||
	       (p->vaddr == a->start && p->vaddr == p->function_vaddr);
}

static void add_candidate(struct planner *s, struct probe *p, enum stub_kind kind, uint64_t start,
			  unsigned size)
{
	struct candidate *one = &s->candidates[s->cnt];
	/* What is led to the place itself would miss a nop that is before it. */
	bool whole = kind == STUB_BEFORE;

	if (!size || s->cnt == LANDING_ZONES)
		return;
	*one = (struct candidate){ p, kind, start, start + size, NULL };
	if (kind != STUB_VIA) {
		one->zone = &s->zones.all[s->zones.cnt++];
		*one->zone = (struct landing_zone){ start + 1, start + size - !whole, false };
	}
	s->cnt++;
}

/* Jumps are made from offsets in the file. */
static bool is_in_segment(const struct planner *s, uint64_t vaddr)
{
	uint64_t offset;

	return !elf_code_offset(s->c->image->elf, vaddr, &offset) && vaddr - offset == s->bias;
}

/* Only at the end of XSUBs do the programs know how to read a stack pointer behind a call. */
static bool can_lead_on(const struct planner *s, const struct probe *p, const struct insn *insn)
{
	if (insn->size != STUB_JUMP || !is_in_segment(s, insn->target))
		return false;
	return insn->flow == FLOW_JUMP || (insn->flow == FLOW_CALL && p->site == SITE_XSUB_RET);
}

static void add_candidates(struct planner *s, struct probe *p)
{
	const struct chooser *c = s->c;
	struct around a;
	struct insn insn;

	p->stub.refusal = STUB_NO_LINE;
	look_around(c, p->vaddr, &a);
	if (!a.is_decoded || !is_in_segment(s, p->vaddr) || !code_insn(&c->code, p->vaddr, &insn))
		return;
	if (can_lead_on(s, p, &insn) && (insn.flow == FLOW_CALL || may_push(&a, p))) {
		add_candidate(s, p, STUB_VIA, p->vaddr, insn.size);
		return;
	}
	if (!may_push(&a, p)) {
		p->stub.refusal = STUB_RED_ZONE;
		return;
	}
	add_candidate(s, p, STUB_AT, p->vaddr, size_at(c, &a, p->vaddr));
	add_candidate(s, p, STUB_BEFORE, a.before, a.before_size);
}

/* ----------------------------------------------------------------------- the choice */

static bool has_return(const struct perl_image *image, uint64_t vaddr)
{
	size_t i;

	for (i = 0; i < image->probe_cnt; i++) {
		if (image->probes[i].vaddr == vaddr && image->probes[i].price == PRICE_RETURN)
			return true;
	}
	return false;
}

/* The hottest first. Builtins are not among them: their return probes are at the same place. */
static const enum site_id order[] = {
	SITE_NEXTSTATE, SITE_ENTERSUB,	 SITE_XSUB,	SITE_XSUB_RET,	SITE_LEAVESUB,
	SITE_LEAVE,	SITE_LEAVESUBLV, SITE_LEAVETRY, SITE_LEAVEEVAL, SITE_DOUNWIND,
	SITE_RETURN,	SITE_DBSTATE,	 SITE_DIE,	SITE_CROAK,	SITE_ENTEREVAL,
	SITE_LEX,	SITE_SUBPARSE,	 SITE_NEWSUB,	SITE_GOTO,	SITE_LEAVEWRITE,
};

static void add_all(struct planner *s)
{
	struct perl_image *image = s->c->image;
	size_t i, j;

	for (i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
		for (j = 0; j < image->probe_cnt; j++) {
			struct probe *p = &image->probes[j];

			if (p->site == order[i] && p->price != PRICE_NOP5 &&
			    p->price != PRICE_NOP10 && !has_return(image, p->vaddr))
				add_candidates(s, p);
		}
	}
}

/* Does another probe, or the stub of one, touch what would be displaced? */
static bool is_free(const struct planner *s, const struct candidate *one)
{
	const struct perl_image *image = s->c->image;
	size_t i;

	for (i = 0; i < image->probe_cnt; i++) {
		const struct probe *p = &image->probes[i];

		if (p == one->probe)
			continue;
		if (p->vaddr >= one->start && p->vaddr < one->end)
			return false;
	}
	for (i = 0; i < s->cnt; i++) {
		const struct candidate *other = &s->candidates[i];

		if (other->probe->stub.kind == other->kind && other->start < one->end &&
		    other->end > one->start)
			return false;
	}
	return true;
}

static void settle(struct planner *s, const struct candidate *one)
{
	struct stub stub = { .kind = one->kind,
			     .nop = sites_nops(),
			     .size = (unsigned)(one->end - one->start),
			     .at = one->start - s->bias,
			     .cave = s->cave };

	const void *was = elf_bytes(s->c->image->elf, one->start, stub.size);

	if (!was || stub_size(&stub) > s->room) {
		one->probe->stub.refusal = STUB_NO_ROOM;
		return;
	}
	memcpy(stub.was, was, stub.size);
	s->cave += stub_size(&stub);
	s->room -= stub_size(&stub);
	one->probe->stub = stub;
}

static void choose(struct planner *s)
{
	size_t i;

	for (i = 0; i < s->cnt; i++) {
		const struct candidate *one = &s->candidates[i];

		if (one->probe->stub.kind != STUB_NONE)
			continue;
		if ((one->zone && one->zone->landed) || !is_free(s, one))
			one->probe->stub.refusal = STUB_LANDED;
		else
			settle(s, one);
	}
}

void stubs_choose(struct chooser *c)
{
	struct planner *s;

	if (!planned || !sites_nops() || c->arch->machine != EM_X86_64 ||
	    !(s = calloc(1, sizeof(*s))))
		return;
	s->c = c;
	/* What the cave is behind is the code that all pp functions are in. */
	s->room = elf_cave(c->image->elf, c->image->probes[0].vaddr, &s->cave);
	s->bias = c->image->probes[0].vaddr - c->image->probes[0].offset;
	add_all(s);
	landings_find(&c->code, &s->zones);
	choose(s);
	free(s);
}
