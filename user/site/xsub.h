/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sees XSUBs return without a return probe.
 *
 * pp_entersub and pp_goto have several copies of the call of an XSUB. From behind each copy the
 * code runs, on several paths, to one call of Perl_pop_scope (LEAVE). A relative call is cheap to
 * probe, and each return of an XSUB passes it exactly once. So the place to probe is the first
 * relative call that can be reached from behind all copies.
 *
 * The entry of an XSUB is an instruction before these calls that nothing else in pp_entersub
 * passes: in perl 5.32 to 5.44, the branch at the test of the call's context (GIMME_V). A register
 * holds the CV there, which then moves to the register of the argument.
 */
#ifndef NYTPROF_XSUB_H
#define NYTPROF_XSUB_H

#include <stdbool.h>
#include <stdint.h>

#include "machine/decode.h"

struct code;
struct function;
struct perl_layout;

/*
 * xcv_root: the offset of xcv_root_u (CvXSUB) in the body of a CV. False: there is no such place in
 * f.
 */
bool xsub_return(const struct code *code, const struct function *f, uint32_t xcv_root,
		 struct insn *where);

struct xsub_entry {
	struct insn where;
	int my_perl; /* the register that holds it there; GPR_NONE: none */
	int cv; /* the register of the CV that is called */
};

/* f: pp_entersub. False: there is no such place, or the registers are not known. */
bool xsub_entry(const struct code *code, const struct function *f, const struct perl_layout *l,
		struct xsub_entry *entry);

#endif
