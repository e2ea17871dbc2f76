/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The return of XSUBs without a return probe.
 *
 * Behind each copy of the call in pp_entersub and pp_goto the code runs, on several ways, to one
 * call of Perl_pop_scope (LEAVE).  That is where to probe: a relative call is cheap, and each
 * return of an XSUB comes by just once.  So: the first relative call that can be reached from
 * behind all copies.
 */
#ifndef NYTPROF_XSUB_H
#define NYTPROF_XSUB_H

#include <stdbool.h>
#include <stdint.h>

struct code;
struct function;
struct insn;

/* In f; xcv_root is the offset of xcv_root_u (CvXSUB) in a CV's body.  False: there is no such place. */
bool xsub_return(const struct code *code, const struct function *f, uint32_t xcv_root,
		 struct insn *where);

#endif
