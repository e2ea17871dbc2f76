/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * What ops take, by perl's op names, in 1/4 ns: measured with perl 5.36 in loops without a
 * profiler, on a processor of 2023 (EPYC, 3 GHz).
 *
 * Those that take next to nothing, whatever they are given, serve as a measure: a statement of
 * nothing but these tells what a trap takes (bpf/clock.bpf.h).  Of the others it is known that they
 * take no less.
 */
#ifndef NYTPROF_OP_COSTS_H
#define NYTPROF_OP_COSTS_H

/* clang-format off */
#define OP_COSTS(X)                                                                       \
	X(nextstate, COST_END | 10) X(dbstate, COST_END | 10) X(iter, COST_END | 22)      \
	X(shift, 24) X(unstack, 12) X(padsv, 8) X(const, 6) X(gvsv, 8) X(gv, 4) X(pushmark, 6)         \
	X(sassign, 16) X(padsv_store, 16) X(preinc, 10) X(predec, 10) X(postinc, 12)      \
	X(postdec, 12) X(add, 14) X(subtract, 14) X(aelemfast_lex, 14) X(aelemfast, 16)   \
	X(multideref, COST_LEAST | 52) X(helem, COST_LEAST | 40) X(seq, COST_LEAST | 24)  \
	X(sne, COST_LEAST | 24) X(concat, COST_LEAST | 60) X(multiconcat, COST_LEAST | 63)
/* clang-format on */

#define COST_END   0x80 /* the statement ends here, or a loop begins its next turn */
#define COST_LEAST 0x40 /* it may take more */
#define COST_MASK  0x3f

/* Of a whole statement: it may take more. */
#define COST_AT_LEAST (1u << 31)

#define COST_OTHER    6 /* any other op, at least */
#define COST_MY	      32 /* more, for an op that also declares a variable */
#define COST_CALL     60 /* pp_entersub, up to the sub's first statement */
#define COST_LEAVE    20 /* the end of pp_leavesub, up to the next statement */

#endif
