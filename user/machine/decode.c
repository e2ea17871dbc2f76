// SPDX-License-Identifier: GPL-2.0-or-later
/* The disassembler, and what all machines have in common. */
#include "machine/decode.h"

#include <capstone/capstone.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "machine/arch.h"

struct decoder {
	const struct arch *arch;
	csh full; /* with operands */
	csh lengths; /* without */
	cs_insn *insn;
	cs_insn *short_insn;
};

struct decoder *decoder_new(const struct arch *arch)
{
	struct decoder *d = calloc(1, sizeof(*d));

	if (!d)
		return NULL;
	d->arch = arch;
	if (cs_open(arch->cs_arch, arch->cs_mode, &d->full) ||
	    cs_open(arch->cs_arch, arch->cs_mode, &d->lengths) ||
	    cs_option(d->full, CS_OPT_DETAIL, CS_OPT_ON) ||
	    cs_option(d->lengths, CS_OPT_SKIPDATA, CS_OPT_ON)) {
		decoder_free(d);
		errno = EINVAL;
		return NULL;
	}
	d->insn = cs_malloc(d->full);
	d->short_insn = cs_malloc(d->lengths);
	if (!d->insn || !d->short_insn) {
		decoder_free(d);
		errno = ENOMEM;
		return NULL;
	}
	return d;
}

void decoder_free(struct decoder *d)
{
	if (!d)
		return;
	if (d->insn)
		cs_free(d->insn, 1);
	if (d->short_insn)
		cs_free(d->short_insn, 1);
	if (d->full)
		cs_close(&d->full);
	if (d->lengths)
		cs_close(&d->lengths);
	free(d);
}

const struct arch *decoder_arch(const struct decoder *d)
{
	return d->arch;
}

void insn_clear(struct insn *insn)
{
	memset(insn, 0, sizeof(*insn));
	insn->via = insn->base = insn->mov_from = insn->mov_to = GPR_NONE;
	insn->load_to[0] = insn->load_to[1] = GPR_NONE;
}

bool insn_accesses(const struct insn *insn, uint64_t disp)
{
	return insn->memory && ((uint64_t)insn->disp == disp ||
				(insn->pair && (uint64_t)insn->disp + insn->pair == disp));
}

bool decode(struct decoder *d, const uint8_t *code, size_t size, uint64_t vaddr, struct insn *insn)
{
	return d->arch->decode(d->full, d->insn, code, size, vaddr, insn);
}

static int visit_branch(const struct decoder *d, const uint8_t *code, size_t size, uint64_t vaddr,
			branch_visit *visit, void *arg)
{
	uint64_t target;
	enum flow flow = d->arch->flow(code, size, vaddr, &target);

	return flow == FLOW_JUMP || flow == FLOW_BRANCH ? visit(vaddr, target, arg) : 0;
}

/* Where all instructions have one size there is nothing to guess. */
static int sized_branches(const struct decoder *d, const uint8_t *code, size_t size, uint64_t vaddr,
			  branch_visit *visit, void *arg)
{
	unsigned step = d->arch->insn_size;
	size_t i;
	int rc = 0;

	for (i = -vaddr % step; !rc && i + step <= size; i += step)
		rc = visit_branch(d, code + i, step, vaddr + i, visit, arg);
	return rc;
}

int decode_branches(struct decoder *d, const uint8_t *code, size_t size, uint64_t vaddr,
		    branch_visit *visit, void *arg)
{
	const cs_insn *ci = d->short_insn;

	if (d->arch->insn_size)
		return sized_branches(d, code, size, vaddr, visit, arg);
	while (cs_disasm_iter(d->lengths, &code, &size, &vaddr, d->short_insn)) {
		int rc = visit_branch(d, ci->bytes, ci->size, ci->address, visit, arg);

		if (rc)
			return rc;
	}
	return 0;
}

int decode_branches_like(const struct decoder *d, const uint8_t *code, size_t size, uint64_t vaddr,
			 branch_visit *visit, void *arg)
{
	size_t i;

	if (d->arch->insn_size)
		return sized_branches(d, code, size, vaddr, visit, arg);
	for (i = 0; i < size; i++) {
		unsigned len = d->arch->branch_lengths[code[i]];
		int rc;

		if (!len || len > size - i)
			continue;
		rc = visit_branch(d, code + i, len, vaddr + i, visit, arg);
		if (rc)
			return rc;
	}
	return 0;
}
