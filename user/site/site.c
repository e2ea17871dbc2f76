// SPDX-License-Identifier: GPL-2.0-or-later
/* From functions to probed instructions; see docs/internals/probe-sites.md. */
#include "site/site.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elf/elf.h"
#include "elf/extents.h"
#include "machine/arch.h"
#include "machine/decode.h"
#include "nytprof/op_costs.h"
#include "nytprof/perl_layout.h"
#include "nytprof/sites.h"
#include "nytprof/slow_ops.h"
#include "perl/perl_image.h"
#include "site/agree.h"
#include "site/code.h"
#include "site/die.h"
#include "site/leave.h"
#include "site/refusal_site.h"
#include "site/site_parts.h"
#include "site/stubs.h"
#include "site/xsub.h"
#include "util/error.h"

#define NEWEST_TO_DIE 40 /* perl whose pp_entersub refuses calls by Perl_die alone; see refuse.h */

/* ------------------------------------------------------------------ the choices */

static struct probe *probe_add(struct chooser *c, enum site_id site, const char *function,
			       uint64_t vaddr, const char *how)
{
	struct probe *p;

	if (c->image->probe_cnt == PROBES_MAX)
		return NULL;
	p = &c->image->probes[c->image->probe_cnt++];
	memset(p, 0, sizeof(*p));
	p->cv_reg = SITE_REG_NONE;
	p->site = site;
	p->function_vaddr = vaddr;
	snprintf(p->function, sizeof(p->function), "%s", function);
	snprintf(p->how, sizeof(p->how), "%s", how);
	return p;
}

static int choose_function(struct chooser *c, enum site_id site, const char *name, uint64_t vaddr,
			   unsigned want, const char *how)
{
	struct function f = code_function(&c->code, name, vaddr), body = f;
	struct probe *p;
	int rc;

	/* A builtin that jumps to what it shares with others would return from there. */
	if (!(want & WANT_RETURN))
		body = code_body(&c->code, f);
	p = probe_add(c, site, name, body.start, how);
	if (!p)
		return error_set(c->err, ENOSPC, "%s: too many probes", c->image->path);
	if (body.start != f.start)
		append(p->how, sizeof(p->how), ", its split body");
	rc = choose_entry(c, &body, want, p);
	return rc ?: probe_finish(c, p);
}

static int choose_op(struct chooser *c, enum site_id site, const char *op, unsigned want)
{
	uint64_t vaddr = perl_op_function(c->image, op);
	char name[32];

	if (!vaddr)
		return error_set(c->err, ENOTSUP,
				 "%s: its op tables have no function for \"%s\": not supported",
				 c->image->path, op);
	snprintf(name, sizeof(name), "pp_%s", op);
	return choose_function(c, site, name, vaddr, want, "op table");
}

static int choose_symbol(struct chooser *c, enum site_id site, const char *symbol, unsigned want)
{
	uint64_t vaddr;

	if (elf_symbol(c->image->elf, symbol, &vaddr, NULL) && (want & WANT_OR_NOT))
		return 0;
	if (elf_symbol(c->image->elf, symbol, &vaddr, NULL))
		return error_set(c->err, ENOTSUP, "%s does not export %s: not supported",
				 c->image->path, symbol);
	return choose_function(c, site, symbol, vaddr, want, "symbol");
}

/* The return of a function that was probed last, at the same instruction. */
static int choose_return(struct chooser *c, enum site_id site)
{
	const struct probe *entry = &c->image->probes[c->image->probe_cnt - 1];
	struct probe *p = probe_add(c, site, entry->function, entry->function_vaddr, entry->how);

	if (!p)
		return error_set(c->err, ENOSPC, "%s: too many probes", c->image->path);
	p->vaddr = entry->vaddr;
	p->reg = SITE_REG_NONE;
	memcpy(p->insn, entry->insn, sizeof(p->insn));
	append(p->how, sizeof(p->how), ", return");
	p->price = PRICE_RETURN;
	return probe_finish(c, p);
}

/* ------------------------------------------------------------------- slow ops */

static const char *const slow_op_names[SLOW_OP_CNT] = {
#define X(name) [SLOW_OP_##name] = #name,
	SLOW_OPS(X)
#undef X
};

static bool is_probed(const struct perl_image *image, enum site_id site, uint64_t vaddr)
{
	size_t i;

	for (i = 0; i < image->probe_cnt; i++) {
		if (image->probes[i].site == site && image->probes[i].function_vaddr == vaddr)
			return true;
	}
	return false;
}

/* Those that this perl has; several may share a function. */
static int choose_slow_ops(struct chooser *c)
{
	struct perl_image *image = c->image;
	uint64_t vaddr;
	int op, type, rc = 0;

	for (op = 1; op < SLOW_OP_CNT && !rc; op++) {
		type = perl_op_number(image, slow_op_names[op]);
		vaddr = perl_op_function(image, slow_op_names[op]);
		/* CORE::dump is a goto. */
		if (type < 0 || type >= OP_TYPES || !vaddr || is_probed(image, SITE_GOTO, vaddr))
			continue;
		image->slow_ops[type] = (uint8_t)op;
		if (is_probed(image, SITE_SLOWOP, vaddr))
			continue;
		rc = choose_op(c, SITE_SLOWOP, slow_op_names[op], WANT_MY_PERL | WANT_RETURN);
		rc = rc ?: choose_return(c, SITE_SLOWOP_RET);
	}
	return rc;
}

static void find_op_costs(struct perl_image *image)
{
	static const struct {
		const char *op;
		uint8_t cost;
	} known[] = {
#define X(name, cost) { #name, cost },
		OP_COSTS(X)
#undef X
	};
	size_t i;
	int type;

	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		type = perl_op_number(image, known[i].op);
		if (type >= 0 && type < OP_TYPES)
			image->op_costs[type] = known[i].cost;
	}
}

static int choose_xsub_return(struct chooser *c, const char *op)
{
	struct function f = code_function(&c->code, op, perl_op_function(c->image, op));
	struct probe *p = NULL;
	struct insn join;
	char name[32];

	snprintf(name, sizeof(name), "pp_%s", op);
	if (xsub_return(&c->code, &f, c->image->layout.xcv_root, &join))
		p = probe_add(c, SITE_XSUB_RET, name, f.start, "behind the calls of XSUBs");
	if (!p)
		return error_set(
			c->err, ENOTSUP,
			"%s: found no place behind the calls of XSUBs in %s: not supported",
			c->image->path, name);
	probe_set(p, &join, SITE_REG_NONE);
	p->inside = true;
	return probe_finish(c, p);
}

static bool is_among(const int *regs, int reg)
{
	while (*regs != GPR_NONE && *regs != reg)
		regs++;
	return *regs != GPR_NONE;
}

/*
 * What only calls of XSUBs come by, and where pp_entersub refuses to call something, if that is not
 * Perl_die.  Where these are not found all calls are seen at pp_entersub's entry.
 */
static int choose_xsub_entry(struct chooser *c)
{
	const struct perl_layout *l = &c->image->layout;
	struct function f =
		code_function(&c->code, "pp_entersub", perl_op_function(c->image, "entersub"));
	bool dies = c->image->build.version <= NEWEST_TO_DIE;
	struct xsub_entry entry;
	struct function refuse;
	struct probe *p;
	int rc;

	if (!l->si_cxsubix || (!dies && !refuse_function(&c->code, &f, &refuse)) ||
	    !xsub_entry(&c->code, &f, l, &entry) || !is_among(c->arch->kept, entry.cv) ||
	    (l->multiplicity && !is_among(c->arch->my_perl, entry.my_perl)))
		return 0;
	rc = dies ? 0 :
		    choose_function(c, SITE_CROAK, refuse.name, refuse.start, WANT_MY_PERL,
				    "where it refuses a call");
	if (rc)
		return rc;
	p = probe_add(c, SITE_XSUB, f.name, f.start, "before the calls of XSUBs");
	if (!p) /* too many probes: this one is not missed */
		return 0;
	probe_set(p, &entry.where, l->multiplicity ? (unsigned)entry.my_perl : SITE_REG_NONE);
	p->cv_reg = (unsigned)entry.cv;
	p->inside = true;
	return probe_finish(c, p);
}

/* Where its function is not found, the op: what dies in C is then noticed at the next event. */
static int choose_die(struct chooser *c)
{
	const unsigned state = WANT_MY_PERL | WANT_UNTOUCHED;
	struct function f;

	if (!die_function(&c->code, c->image->layout.Icurstackinfo, &f))
		return choose_op(c, SITE_DIE, "die", state);
	return choose_function(c, SITE_DIE, f.name, f.start, state, "by which Perl_croak_sv dies");
}

/* The end of a sub: as late as it can be seen cheaply, else the op's entry. */
static int choose_leave(struct chooser *c, enum site_id site, const char *op, unsigned want)
{
	const struct perl_layout *l = &c->image->layout;
	int rc = choose_op(c, site, op, want);
	struct leave_end end;
	struct function f;
	struct probe *p;

	if (rc)
		return rc;
	p = &c->image->probes[c->image->probe_cnt - 1];
	f = code_function(&c->code, op, p->function_vaddr);
	if (!leave_end(&c->code, &f, l->si_cxix, l->blk_sub_cv, &end) ||
	    (l->multiplicity && !end.my_perl))
		return 0;
	probe_set(p, &end.where,
		  l->multiplicity ? my_perl_register(c, end.my_perl) : SITE_REG_NONE);
	p->cv_reg = (unsigned)__builtin_ctz(end.cv);
	p->inside = true;
	append(p->how, sizeof(p->how), ", before the context is popped");
	return probe_finish(c, p);
}

/* --------------------------------------------------------------------------- all */

static void find_curcop(struct perl_image *image)
{
	size_t i;

	image->curcop_is_op = true;
	for (i = 0; i < image->probe_cnt; i++) {
		struct probe *p = &image->probes[i];

		if (p->site != SITE_NEXTSTATE && p->site != SITE_DBSTATE)
			continue;
		image->curcop_is_op = image->curcop_is_op && p->curcop;
		if (p->curcop)
			append(p->how, sizeof(p->how), ", PL_curcop is set");
	}
}

static int choose_all(struct chooser *c)
{
	const unsigned state = WANT_MY_PERL | WANT_UNTOUCHED;
	const unsigned compile = state | WANT_ARGS | WANT_OR_NOT;
	int rc = agree_check(c->image, &c->code, c->err);

	/*
	 * Once PL_curcop is set one read tells which statement it is and where; else the programs
	 * go by PL_op.
	 */
	rc = rc ?: choose_op(c, SITE_NEXTSTATE, "nextstate", WANT_MY_PERL | WANT_CURCOP);
	rc = rc ?: choose_op(c, SITE_DBSTATE, "dbstate", WANT_MY_PERL | WANT_CURCOP);
	rc = rc ?: choose_op(c, SITE_ENTERSUB, "entersub", state);
	rc = rc ?: choose_xsub_entry(c);
	rc = rc ?: choose_xsub_return(c, "entersub");
	rc = rc ?: choose_leave(c, SITE_LEAVESUB, "leavesub", state);
	rc = rc ?: choose_leave(c, SITE_LEAVESUBLV, "leavesublv", state);
	if (!rc && c->image->build.version < 24)
		rc = choose_op(c, SITE_RETURN, "return", state);
	rc = rc ?: choose_op(c, SITE_GOTO, "goto", state);
	rc = rc ?: choose_xsub_return(c, "goto");
	rc = rc ?: choose_symbol(c, SITE_DOUNWIND, "Perl_dounwind", state | WANT_ARG_1);
	rc = rc ?: choose_op(c, SITE_LEAVE, "leave", state);
	rc = rc ?: choose_op(c, SITE_LEAVETRY, "leavetry", state);
	rc = rc ?: choose_op(c, SITE_LEAVEEVAL, "leaveeval", state);
	rc = rc ?: choose_op(c, SITE_LEAVEWRITE, "leavewrite", state);
	rc = rc ?: choose_die(c);
	rc = rc ?: choose_symbol(c, SITE_CROAK, "Perl_die", WANT_MY_PERL | WANT_OR_NOT);
	rc = rc ?: choose_op(c, SITE_ENTEREVAL, "entereval", state);
	rc = rc ?: choose_op(c, SITE_ACCEPT, "accept", WANT_MY_PERL | WANT_RETURN);
	rc = rc ?: choose_return(c, SITE_ACCEPT_RET);
	rc = rc ?: choose_slow_ops(c);
	/* Without these, lines of subs come from their statements, and are less exact. */
	rc = rc ?: choose_symbol(c, SITE_SUBPARSE, "Perl_start_subparse", state | WANT_OR_NOT);
	rc = rc ?: choose_symbol(c, SITE_NEWSUB, "Perl_newATTRSUB_x", compile); /* 5.22 and later */
	rc = rc ?: choose_symbol(c, SITE_NEWSUB, "Perl_newATTRSUB", compile);
	rc = rc ?: choose_symbol(c, SITE_NEWSUB, "Perl_newMYSUB", compile);
	rc = rc ?: choose_symbol(c, SITE_LEX, "Perl_lex_start", state | WANT_OR_NOT);
	rc = rc ?: choose_symbol(c, SITE_FREE, "perl_free", WANT_MY_PERL);
	find_op_costs(c->image);
	rc = rc ?: avoid_landings(c);
	find_curcop(c->image);
	if (!rc)
		stubs_choose(c);
	return rc;
}

int sites_choose(struct perl_image *image, struct error *err)
{
	const struct arch *arch = arch_of(elf_machine(image->elf));
	struct chooser c = { .image = image,
			     .arch = arch,
			     .code = { image->elf, image->extents, decoder_new(arch) },
			     .err = err };
	int rc;

	if (!c.code.decoder)
		return error_set(err, errno, "can't start the disassembler: %s", strerror(errno));
	rc = choose_all(&c);
	decoder_free(c.code.decoder);
	return rc;
}
