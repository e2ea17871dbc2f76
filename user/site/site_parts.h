/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shared by the files that choose the sites: site.c, entry.c and branch_targets.c. */
#ifndef NYTPROF_SITE_PARTS_H
#define NYTPROF_SITE_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "perl/perl_image.h"
#include "site/code.h"

struct arch;
struct error;
struct insn;

struct chooser {
	struct perl_image *image;
	const struct arch *arch;
	struct code code;
	struct error *err;
};

/* What a site must have; see entry.c. */
enum {
	WANT_MY_PERL = 1, /* a register must hold it */
	WANT_UNTOUCHED = 2, /* only the stack may have been written before */
	WANT_ARG_1 = 4, /* the argument after my_perl must be in its register */
	WANT_ARGS = 8, /* the first three arguments and the fifth, likewise */
	WANT_RETURN = 32, /* the return address must be where the caller put it */
	WANT_OR_NOT = 16, /* the function may be missing */
	WANT_CURCOP = 64, /* PL_curcop should have been set to PL_op before */
};

/*
 * The first: must the instruction not be probed? The second: can it be probed without a single
 * step?
 */
bool insn_is_avoided(const struct insn *insn);
bool insn_is_cheap(const struct insn *insn);

/* Appends to a text; cuts what exceeds its buffer. */
void append(char *text, size_t size, const char *more);

/*
 * The register of my_perl at the entry of a function; and, of several registers that hold it, the
 * one that the programs read.
 */
unsigned entry_register(const struct chooser *c);
unsigned my_perl_register(const struct chooser *c, uint32_t held);

/* Puts the probe on this instruction. reg: the register of my_perl. */
void probe_set(struct probe *p, const struct insn *insn, unsigned reg);

/*
 * The first instruction of a function that can be probed. This may be behind a landing pad as well
 * as on it, but not on a nop that the kernel does not make a call of, or that is dearer then
 * (kernel_calibrate). False: there is none.
 */
bool function_begin(struct chooser *c, const struct function *f, struct insn *insn);

/*
 * Chooses a nop at the entry that the kernel replaces by a call; else the first cheap instruction
 * of the prologue behind which what is wanted holds; else the start of the function. -ENOTSUP.
 */
int choose_entry(struct chooser *c, const struct function *f, unsigned want, struct probe *p);

/* Fills in the offset in the file. -ENOTSUP. */
int probe_finish(struct chooser *c, struct probe *p);

/* Moves probes to the entry of their function if a branch leads into its prologue. -ENOTSUP. */
int avoid_landings(struct chooser *c);

#endif
