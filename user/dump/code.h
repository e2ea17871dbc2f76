/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Code by its names: which sub a CV is, and which line a place in it, as perl's caller() would say. */
#ifndef NYTPROF_DUMP_CODE_H
#define NYTPROF_DUMP_CODE_H

#include <stdint.h>

#include "dump/stack.h"

struct perl_memory;

/* PACKAGE::NAME in UTF-8, which the caller frees; NULL: no memory. */
char *code_name(struct perl_memory *p, uint64_t cv);

/* The package that an object is blessed into, likewise; NULL also if there is none. */
char *stash_text(struct perl_memory *p, uint64_t stash);

/* The COP of a place: its own, or one beneath it that perl has optimised away (elsif). */
uint64_t place_cop(struct perl_memory *p, const struct dump_place *place);

/* Of a COP; the file is freed by the caller, NULL: it can't be read. */
char *cop_file_text(struct perl_memory *p, uint64_t cop);
uint32_t cop_line_number(struct perl_memory *p, uint64_t cop);

#endif
