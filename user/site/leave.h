/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Finds the place near the end of pp_leavesub to probe.
 *
 * pp_leavesub frees what the variables of the sub held. That can take long, and is the time of the
 * sub. It pops the context last. So the place is the last cheap instruction that is on every path
 * from the entry to the pop. In perl 5.24 to 5.44 this is the branch that tests whether to free the
 * CV (inline.h, S_cx_popsub_common).
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
	uint32_t my_perl; /* registers that hold the first argument there; one bit each */
	uint32_t cv; /* those that hold the CV; its context has lost it by then */
};

/*
 * f: pp_leavesub. cxix: the offset of si_cxix in a stackinfo. cv: the offset of blk_sub.cv in a
 * context. False: there is no such place.
 */
bool leave_end(const struct code *code, const struct function *f, uint32_t cxix, uint32_t cv,
	       struct leave_end *end);

#endif
