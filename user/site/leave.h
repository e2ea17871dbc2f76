/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where a sub's end is over, nearly.
 *
 * pp_leavesub frees what the sub's variables held, which can take long and is the sub's own time, and
 * pops its context last.  So the place to probe is the last cheap instruction that every way from the
 * entry to the pop comes by: in perl 5.24 to 5.44 the branch that looks whether the CV is to be freed
 * (inline.h, S_cx_popsub_common).
 */
#ifndef NYTPROF_LEAVE_H
#define NYTPROF_LEAVE_H

#include <stdbool.h>
#include <stdint.h>

#include "machine/decode.h"

struct code;
struct function;

struct leave_end {
	struct insn where;
	uint32_t my_perl; /* registers that hold the first argument there, a bit for each */
	uint32_t cv; /* that holds the CV; the context does not have it any more */
};

/*
 * In f; cxix is the offset of si_cxix in a stackinfo, cv that of blk_sub.cv in a context.  False:
 * there is no such place.
 */
bool leave_end(const struct code *code, const struct function *f, uint32_t cxix, uint32_t cv,
	       struct leave_end *end);

#endif
