// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A branch to behind a function's entry, up to the probed instruction, would make the probe
 * fire again, or for another reason.  None of the known perls has one; where there is, the
 * entry is probed.
 */
#include <errno.h>
#include <string.h>

#include "elf/elf.h"
#include "elf/extents.h"
#include "machine/decode.h"
#include "site/site_parts.h"
#include "util/error.h"

#define OWN_BRANCHES 256 /* behind the probe, that a statement op may have */

struct landings {
	struct chooser *chooser;
	const struct extents *functions; /* branches of others don't count; NULL: all do */
	bool landed[PROBES_MAX];
	bool any;
};

static int landings_check(uint64_t from, uint64_t to, void *arg)
{
	struct landings *l = arg;
	const struct perl_image *image = l->chooser->image;
	uint64_t start, end;
	size_t i;

	/* What is in no function is data: arm64 executables have theirs between the code. */
	if (l->functions && extents_find(l->functions, from, &start, &end))
		return 0;
	for (i = 0; i < image->probe_cnt; i++) {
		const struct probe *p = &image->probes[i];

		/* Where the line is long only the function's own are looked at: others would be found by chance. */
		if (p->curcop && (from < p->function_vaddr || from > p->vaddr + OWN_BRANCHES))
			continue;
		if (to > p->function_vaddr && to <= p->vaddr && !p->inside)
			l->landed[i] = l->any = true;
	}
	return 0;
}

static int landings_guess(const uint8_t *code, size_t size, uint64_t vaddr, void *arg)
{
	struct landings *l = arg;

	return decode_branches_like(l->chooser->code.decoder, code, size, vaddr, landings_check, l);
}

static int landings_scan(const uint8_t *code, size_t size, uint64_t vaddr, void *arg)
{
	struct landings *l = arg;

	return decode_branches(l->chooser->code.decoder, code, size, vaddr, landings_check, l);
}

int avoid_landings(struct chooser *c)
{
	struct landings l = { .chooser = c };
	struct function f;
	struct insn insn;
	size_t i;

	if (elf_each_code(c->image->elf, landings_guess, &l))
		return error_set(c->err, ENOTSUP,
				 "%s has more code than any known perl: not "
				 "supported",
				 c->image->path);
	if (!l.any)
		return 0;
	memset(l.landed, 0, sizeof(l.landed));
	l.functions = c->image->extents;
	elf_each_code(c->image->elf, landings_scan, &l);
	for (i = 0; i < c->image->probe_cnt; i++) {
		struct probe *p = &c->image->probes[i];

		if (!l.landed[i])
			continue;
		f = code_function(&c->code, p->function, p->function_vaddr);
		if (!code_insn(&c->code, f.start, &insn) ||
		    (insn.nop && !function_begin(c, &f, &insn)))
			return error_set(c->err, ENOTSUP, "%s: %s can't be decoded: not supported",
					 c->image->path, p->function);
		probe_set(p, &insn, entry_register(c));
		append(p->how, sizeof(p->how), ", branches lead behind the entry");
		if (probe_finish(c, p))
			return -ENOTSUP;
	}
	return 0;
}
