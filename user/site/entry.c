// SPDX-License-Identifier: GPL-2.0-or-later
/* Where a function is probed: the straight line from its entry to the first cheap instruction. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "elf/elf.h"
#include "machine/arch.h"
#include "site/site.h"
#include "site/site_parts.h"
#include "util/error.h"

#define STRAIGHT_MAX 128 /* bytes of a prologue that are followed */

static unsigned nops_taken;
static bool calls_avoided;

void sites_take_nops(unsigned size)
{
	nops_taken = size;
}

unsigned sites_nops(void)
{
	return nops_taken;
}

void sites_avoid_calls(bool avoid)
{
	calls_avoided = avoid;
}

bool sites_avoids_calls(void)
{
	return calls_avoided;
}

bool insn_is_avoided(const struct insn *insn)
{
	return insn->unprobed || (calls_avoided && insn->flow == FLOW_CALL);
}

bool insn_is_cheap(const struct insn *insn)
{
	return insn->emulable && !insn_is_avoided(insn);
}

void append(char *text, size_t size, const char *more)
{
	strncat(text, more, size - strlen(text) - 1);
}

/* What is known at a point of a prologue. */
struct line {
	uint32_t held; /* registers that hold my_perl */
	uint32_t written;
	bool effects;
	bool curcop; /* PL_curcop has been set */
};

static void line_step(const struct chooser *c, struct line *line, const struct insn *insn)
{
	uint32_t held = line->held & ~insn->written;
	bool variable = c->image->build.multiplicity ?
				insn->base >= 0 && line->held & (1u << insn->base) :
				insn->base < 0;

	if (insn->stores && variable && insn_accesses(insn, c->image->layout.Icurcop))
		line->curcop = true;
	if (insn->mov_from >= 0 && insn->mov_to >= 0 && (line->held & (1u << insn->mov_from)))
		held |= 1u << insn->mov_to;
	line->held = held;
	line->written |= insn->written;
	line->effects = line->effects || insn->stores;
}

/* The argument registers that the program will read. */
static uint32_t wanted_registers(const struct chooser *c, unsigned want)
{
	/* Behind my_perl, if there is one. */
	const int *args = c->arch->args + c->image->build.multiplicity;
	uint32_t first = 1u << args[0];
	uint32_t all = first | 1u << args[1] | 1u << args[2] | 1u << args[4];

	return (want & WANT_ARGS  ? all :
		want & WANT_ARG_1 ? first :
				    0) |
	       (want & WANT_RETURN ? c->arch->returns : 0);
}

unsigned my_perl_register(const struct chooser *c, uint32_t held)
{
	const int *reg;

	for (reg = c->arch->my_perl; *reg != GPR_NONE; reg++) {
		if (held & (1u << *reg))
			return (unsigned)*reg;
	}
	return SITE_REG_NONE;
}

unsigned entry_register(const struct chooser *c)
{
	return c->image->build.multiplicity ? (unsigned)c->arch->args[0] : SITE_REG_NONE;
}

static enum probe_price insn_price(const struct insn *insn)
{
	if (insn->emulable)
		return insn->pushes ? PRICE_PUSH : PRICE_TRAP;
	if (insn->nop)
		return insn->nop == 5 ? PRICE_NOP5 : PRICE_NOP10;
	return PRICE_STEP;
}

void probe_set(struct probe *p, const struct insn *insn, unsigned reg)
{
	p->vaddr = insn->vaddr;
	p->reg = reg;
	p->price = insn_price(insn);
	p->curcop = false;
	snprintf(p->insn, sizeof(p->insn), "%s", insn->text);
}

bool function_begin(struct chooser *c, const struct function *f, struct insn *insn)
{
	uint64_t at = f->start;

	while (at - f->start <= STRAIGHT_MAX && code_insn(&c->code, at, insn)) {
		if (insn->nop ? insn->nop == nops_taken : !insn->landing)
			return !insn_is_avoided(insn);
		at += insn->size;
	}
	return false;
}

int choose_entry(struct chooser *c, const struct function *f, unsigned want, struct probe *p)
{
	struct line line = { .held = 1u << c->arch->args[0] };
	bool threaded = c->image->build.multiplicity;
	struct insn insn, first;
	bool begins = function_begin(c, f, &first);
	unsigned reg;
	uint64_t at = f->start;

	/* Cheaper than a trap by more than PL_curcop saves. */
	if (begins && first.nop) {
		probe_set(p, &first, entry_register(c));
		return 0;
	}
	for (; at < f->end && at - f->start <= STRAIGHT_MAX && code_insn(&c->code, at, &insn);
	     at += insn.size) {
		if (insn_is_cheap(&insn) && (line.curcop || !(want & WANT_CURCOP))) {
			reg = threaded ? my_perl_register(c, line.held) : SITE_REG_NONE;
			if ((threaded && reg == SITE_REG_NONE) ||
			    (line.written & wanted_registers(c, want)) ||
			    ((want & WANT_UNTOUCHED) && line.effects))
				break;
			probe_set(p, &insn, reg);
			p->curcop = line.curcop;
			return 0;
		}
		if (insn.flow != FLOW_NEXT)
			break;
		line_step(c, &line, &insn);
	}
	if (want & WANT_CURCOP)
		return choose_entry(c, f, want & ~(unsigned)WANT_CURCOP, p);
	if (!begins)
		return error_set(c->err, ENOTSUP, "%s: %s can't be decoded: not supported",
				 c->image->path, f->name);
	probe_set(p, &first, entry_register(c));
	append(p->how, sizeof(p->how), ", no cheap instruction");
	return 0;
}

int probe_finish(struct chooser *c, struct probe *p)
{
	if (elf_code_offset(c->image->elf, p->vaddr, &p->offset))
		return error_set(c->err, ENOTSUP, "%s: %s is not in its code: not supported",
				 c->image->path, p->function);
	return 0;
}
