/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * What ops take, by perl's op names, in 1/2 ns: measured with perl 5.36 in loops without a
 * profiler, on a processor of 2023 (EPYC, 3 GHz).
 *
 * Those that take next to nothing, whatever they are given, serve as a measure: a statement of
 * nothing but these tells what a trap takes (bpf/clock/clock.bpf.h).  Of the others it is known
 * that they take no less.
 */
#ifndef NYTPROF_SHARED_OP_COSTS_H
#define NYTPROF_SHARED_OP_COSTS_H

/* clang-format off */
#define OP_COSTS(X)                                                                             \
	X(nextstate, 5) X(dbstate, 5) X(iter, COST_END | 11) X(unstack, 6)                      \
	X(and, COST_BRANCH | 3) X(or, COST_BRANCH | 3) X(cond_expr, COST_BRANCH | 3)            \
	X(next, COST_END | COST_LEAST | 22) X(enter, COST_LEAST | 8)                            \
	X(padsv, 4) X(const, 3) X(gvsv, 4) X(gv, 2) X(pushmark, 3) X(shift, 12)                 \
	X(sassign, 8) X(padsv_store, 8) X(preinc, 5) X(predec, 5) X(postinc, 6) X(postdec, 6)   \
	X(add, 7) X(subtract, 7) X(aelemfast_lex, 7) X(aelemfast, 8)                            \
	X(lt, 7) X(gt, 7) X(le, 7) X(ge, 7) X(eq, 7) X(ne, 7) X(not, 8) X(defined, 9)           \
	X(multideref, COST_LEAST | 26) X(helem, COST_LEAST | 20) X(seq, COST_LEAST | 12)        \
	X(sne, COST_LEAST | 12) X(concat, COST_LEAST | 30) X(multiconcat, COST_LEAST | 31)
/* clang-format on */

#define COST_END    0x80 /* a loop begins its next turn */
#define COST_LEAST  0x40 /* it may take more */
#define COST_BRANCH 0x20 /* goes on at op_next, or at op_other */
#define COST_MASK   0x1f

/* Of a whole statement: it may take more. */
#define COST_AT_LEAST (1u << 31)

#define COST_OTHER    3 /* any other op, at least */
#define COST_MY	      16 /* more, for an op that also declares a variable */
#define COST_CALL     30 /* pp_entersub, up to the sub's first statement */
#define COST_LEAVE    10 /* the end of pp_leavesub, up to the next statement */

#endif
