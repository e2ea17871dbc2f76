// SPDX-License-Identifier: GPL-2.0-or-later
/* Reads code for what it accesses; chooses nothing. */
#include "site/agree.h"

#include <errno.h>
#include <stdbool.h>

#include "elf/elf.h"
#include "machine/arch.h"
#include "machine/decode.h"
#include "perl/perl_image.h"
#include "site/code.h"
#include "util/error.h"

/* What a function is known to access; see perl's pp_hot.c, pp_ctl.c and perl.c. */
struct use {
	uint64_t at;
	const char *name;
	bool seen;
};

struct reading {
	const struct perl_image *image;
	const struct code *code;
	struct error *err;
	struct use *vars; /* interpreter variables */
	size_t var_cnt;
	struct use *fields; /* of what other registers point to; one without a name ends them */
};

static void see(struct use *uses, size_t cnt, const struct insn *insn)
{
	size_t i;

	for (i = 0; i < cnt; i++)
		uses[i].seen |= (insn->address && (uint64_t)insn->disp == uses[i].at) ||
				insn_accesses(insn, uses[i].at);
}

/* all: also what follows a return; my_perl is kept where it was put at first. */
static void read_function(struct reading *r, const struct function *f, bool all)
{
	bool threaded = r->image->layout.multiplicity;
	uint32_t held = 1u << decoder_arch(r->code->decoder)->args[0];
	struct insn insn;
	uint64_t at;
	size_t i;

	for (at = f->start; at < f->end && code_insn(r->code, at, &insn); at += insn.size) {
		bool my_perl = insn.base >= 0 && (held & (1u << insn.base));

		if ((insn.memory || (all && insn.address)) && (threaded ? my_perl : insn.base < 0))
			see(r->vars, r->var_cnt, &insn);
		else if (insn.memory)
			for (i = 0; r->fields && r->fields[i].name; i++)
				see(&r->fields[i], 1, &insn);
		if (insn.mov_from >= 0 && insn.mov_to >= 0 && (held & (1u << insn.mov_from)))
			held |= 1u << insn.mov_to;
		else if (!all)
			held &= ~insn.written;
		if (insn.flow == FLOW_OTHER && !all)
			break; /* its return; what follows is out of line */
	}
}

static int refuse(const struct reading *r, const char *function, const struct use *p)
{
	const struct perl_build *b = &r->image->build;

	if (perl_is_derived(r->image))
		return error_set(
			r->err, ENOTSUP,
			"%s: perl %u.%u.%u is newer than any known perl, and its %s does not "
			"access %s where layout %s has it: not supported",
			r->image->path, b->revision, b->version, b->subversion, function, p->name,
			r->image->row->name);
	return error_set(r->err, ENOTSUP,
			 "%s: %s does not access %s at %#llx, as layout %s has it: an unusual "
			 "build, not supported",
			 r->image->path, function, p->name, (unsigned long long)p->at,
			 r->image->row->name);
}

static int check_seen(const struct reading *r, const char *function)
{
	size_t i;

	for (i = 0; i < r->var_cnt; i++) {
		if (!r->vars[i].seen)
			return refuse(r, function, &r->vars[i]);
	}
	for (i = 0; r->fields && r->fields[i].name; i++) {
		if (!r->fields[i].seen)
			return refuse(r, function, &r->fields[i]);
	}
	return 0;
}

static int check_nextstate(struct reading *r)
{
	const struct perl_layout *l = &r->image->layout;
	struct use vars[] = { { l->Iop, "PL_op", false },
			      { l->Icurcop, "PL_curcop", false },
			      { l->Icurstackinfo, "PL_curstackinfo", false },
			      { l->Istack_sp, "PL_stack_sp", false },
			      { l->Istack_base, "PL_stack_base", false } };
	struct use fields[] = { { l->si_cxix, "the context stack's index", false },
				{ l->si_cxstack, "the context stack", false },
				{} };
	struct function f =
		code_function(r->code, "pp_nextstate", perl_op_function(r->image, "nextstate"));

	r->vars = vars;
	r->var_cnt = sizeof(vars) / sizeof(vars[0]);
	r->fields = fields;
	read_function(r, &f, false);
	return check_seen(r, f.name);
}

/*
 * perl 5.36 and 5.40 have interpreters of one size and agree in all that pp_nextstate accesses, yet
 * PL_compiling and PL_phase have moved: so these are looked for where they are set up.
 */
static int check_others(struct reading *r)
{
	const struct perl_layout *l = &r->image->layout;
	struct use construct[] = { { l->Icompiling, "PL_compiling", false },
				   { l->Iphase, "PL_phase", false } };
	struct use eval[] = { { l->Ievalseq, "PL_evalseq", false } };
	struct function f =
		code_function(r->code, "pp_entereval", perl_op_function(r->image, "entereval"));
	uint64_t start;
	int rc;

	r->vars = eval;
	r->var_cnt = 1;
	r->fields = NULL;
	read_function(r, &f, true);
	rc = check_seen(r, f.name);
	r->vars = construct;
	r->var_cnt = 2;
	if (!rc && !elf_symbol(r->image->elf, "perl_construct", &start, NULL)) {
		f = code_function(r->code, "perl_construct", start);
		read_function(r, &f, true);
	}
	return rc ?: check_seen(r, "perl_construct");
}

int agree_check(const struct perl_image *image, const struct code *code, struct error *err)
{
	struct reading r = { .image = image, .code = code, .err = err };
	int rc = check_nextstate(&r);

	/* An unthreaded perl's variables have symbols. */
	if (!rc && perl_is_derived(image) && image->layout.multiplicity)
		rc = check_others(&r);
	return rc;
}
