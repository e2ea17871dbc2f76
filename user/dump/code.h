/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of code: the sub of a CV, and the line of a place in it, as perl's caller() tells them. */
#ifndef NYTPROF_DUMP_CODE_H
#define NYTPROF_DUMP_CODE_H

#include <stdint.h>

#include "dump/stack.h"

struct perl_memory;

/* PACKAGE::NAME in UTF-8, which the caller frees; NULL: no memory. */
char *code_name(struct perl_memory *p, uint64_t cv);

/*
 * The CV of the XSUB that an entersub op runs; 0: it runs none. sp: PL_stack_sp. pp_entersub takes the
 * sub off the argument stack, whose memory still has it right above the arguments, until the XSUB
 * calls something (pp_hot.c, PP(pp_entersub), 5.14 to 5.44).
 */
uint64_t called_xsub(struct perl_memory *p, uint64_t sp);

/*
 * The package that an object is blessed into, in UTF-8; the caller frees it. NULL: there is none,
 * or out of memory.
 */
char *stash_text(struct perl_memory *p, uint64_t stash);

/* The COP of a place: its own, or one beneath it that perl has optimised away (elsif). */
uint64_t place_cop(struct perl_memory *p, const struct dump_place *place);

/* File and line of a COP. The caller frees the file. NULL: can't be read. */
char *cop_file_text(struct perl_memory *p, uint64_t cop);
uint32_t cop_line_number(struct perl_memory *p, uint64_t cop);

#endif
