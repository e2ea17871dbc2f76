/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The return of XSUBs without a return probe.
 *
 * Behind each copy of the call in pp_entersub and pp_goto the code runs, on several ways, to one
 * call of Perl_pop_scope (LEAVE).  That is where to probe: a relative call is cheap, and each
 * return of an XSUB comes by just once.  So: the first relative call that can be reached from
 * behind all copies.
 *
 * And their entry: before the calls there is an instruction by which nothing else comes in
 * pp_entersub, the branch at the test for the context of the call (GIMME_V) in perl 5.32 to 5.44.
 * The CV is in a register there, from which it is moved to where the function wants it.
 */
#ifndef NYTPROF_XSUB_H
#define NYTPROF_XSUB_H

#include <stdbool.h>
#include <stdint.h>

#include "machine/decode.h"

struct code;
struct function;
struct perl_layout;

/* In f; xcv_root is the offset of xcv_root_u (CvXSUB) in a CV's body.  False: there is no such place. */
bool xsub_return(const struct code *code, const struct function *f, uint32_t xcv_root,
		 struct insn *where);

struct xsub_entry {
	struct insn where;
	int my_perl; /* registers that hold it there, GPR_NONE where there is none, */
	int cv; /* and the CV that is called */
};

/* In pp_entersub.  False: there is no such place, or it is not known which registers hold these. */
bool xsub_entry(const struct code *code, const struct function *f, const struct perl_layout *l,
		struct xsub_entry *entry);

#endif
