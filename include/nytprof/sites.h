/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* The places that are probed, and what a program is told about the one where it was hit. */
#ifndef NYTPROF_SHARED_SITES_H
#define NYTPROF_SHARED_SITES_H

/* The places that are probed. */
enum site_id {
	SITE_NEXTSTATE,
	SITE_DBSTATE,
	SITE_ENTERSUB,
	SITE_XSUB, /* in pp_entersub, on the path that only calls of XSUBs take */
	SITE_XSUB_RET, /* in pp_entersub and pp_goto, behind the call of the XSUB */
	SITE_LEAVESUB,
	SITE_LEAVESUBLV,
	SITE_RETURN, /* perl 5.14 to 5.22 only: pp_return pops the frame itself */
	SITE_GOTO,
	SITE_DOUNWIND,
	SITE_LEAVE, /* the end of a block */
	SITE_LEAVETRY,
	SITE_LEAVEEVAL,
	SITE_LEAVEWRITE,
	SITE_DIE, /* Perl_die_unwind, which every die goes through; see site/die.h */
	SITE_CROAK, /* Perl_die: an op refuses its operands; see also site/refusal_site.h */
	SITE_ENTEREVAL,
	SITE_ACCEPT,
	SITE_ACCEPT_RET, /* pp_accept's return */
	SITE_SLOWOP, /* the functions of all slow ops */
	SITE_SLOWOP_RET, /* their returns */
	SITE_SUBPARSE, /* start_subparse: the parser begins a sub */
	SITE_NEWSUB, /* newATTRSUB and newMYSUB: the parser has the whole sub */
	SITE_LEX, /* lex_start: a file or a string is about to be compiled */
	SITE_FREE, /* perl_free: an interpreter's end */
	SITE_CNT,
};

/*
 * What a program is told about the place where it was hit, by its attach cookie: so one program
 * serves many places, and one set of programs all perls of one layout.  Registers go by their
 * numbers in the machine's instructions.
 */
/* address of the probed instruction in the file; gives the load bias */
#define COOKIE_VADDR_BITS 33
#define COOKIE_SITE_SHIFT 33 /* enum site_id */
#define COOKIE_SITE_MASK  31
#define COOKIE_REG_SHIFT  38 /* the register that holds my_perl */
/* the register that holds the CV of the sub that is left, or of the XSUB */
#define COOKIE_CV_SHIFT 43
#define COOKIE_REG_MASK 31
#define SITE_REG_NONE	31 /* no register: the perl is unthreaded, or the context holds the CV */
/* at SITE_XSUB_RET, for the CV: the probe is behind a call, whose return address is on the stack */
#define SITE_REG_PUSHED 4
#define COOKIE_NS_SHIFT 48 /* ns that a hit takes outside of its handler */
#define COOKIE_NS_MAX	0xffffu

_Static_assert(SITE_CNT <= COOKIE_SITE_MASK + 1, "a number for each");

#endif
