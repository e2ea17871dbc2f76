/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the choice of the places consists of: for site.c, entry.c and landings.c. */
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

/* What a place must have; for entry.c. */
enum {
	WANT_MY_PERL = 1, /* a register must hold it */
	WANT_UNTOUCHED = 2, /* nothing but the stack may have been written before */
	WANT_ARG_1 = 4, /* the first argument behind my_perl must be in its register, */
	WANT_ARGS = 8, /* the first three and the fifth */
	WANT_RETURN = 32, /* the return address must be where the caller has put it */
	WANT_OR_NOT = 16, /* does without, if there is no such function */
	WANT_CURCOP = 64, /* PL_curcop should have been set before, to PL_op */
};

/* It must not be probed; it can be, and costs no step. */
bool insn_is_avoided(const struct insn *insn);
bool insn_is_cheap(const struct insn *insn);

/* Behind a text that ends in its buffer, as much as there is room for. */
void append(char *text, size_t size, const char *more);

/* Where a function has my_perl when it is called; and the one of several registers that hold it that is read. */
unsigned entry_register(const struct chooser *c);
unsigned my_perl_register(const struct chooser *c, uint32_t held);

/* The probe is on this instruction, with my_perl in that register. */
void probe_set(struct probe *p, const struct insn *insn, unsigned reg);

/*
 * Where a function can be probed first: behind a landing pad as well as on it, but not on nops that the kernel
 * makes nothing of, or worse (kernel_calibrate).
 */
bool function_begin(struct chooser *c, const struct function *f, struct insn *insn);

/*
 * A nop of which the kernel makes a call, at the entry; else the first cheap instruction of the prologue (behind
 * what is wanted, if there is one), or the function's start.  -ENOTSUP.
 */
int choose_entry(struct chooser *c, const struct function *f, unsigned want, struct probe *p);

/* The place in the file.  -ENOTSUP. */
int probe_finish(struct chooser *c, struct probe *p);

/* Puts the probes at the entry into whose prologue a branch leads.  -ENOTSUP. */
int avoid_landings(struct chooser *c);

#endif
