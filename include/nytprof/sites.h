/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* The places that are probed, and what a program is told about the one where it was hit. */
#ifndef NYTPROF_SHARED_SITES_H
#define NYTPROF_SHARED_SITES_H

/* The places that are probed.  bpf/nytprof.bpf.c has a program for each. */
enum site_id {
	SITE_NEXTSTATE,
	SITE_DBSTATE,
	SITE_ENTERSUB,
	SITE_XSUB, /* in pp_entersub, where only the calls of XSUBs come by */
	SITE_XSUB_RET, /* behind the calls of an XSUB in pp_entersub and pp_goto */
	SITE_LEAVESUB,
	SITE_LEAVESUBLV,
	SITE_RETURN, /* perl 5.14 to 5.22 only: pp_return pops the frame itself */
	SITE_GOTO,
	SITE_DOUNWIND,
	SITE_LEAVE, /* the end of a block */
	SITE_LEAVETRY,
	SITE_LEAVEEVAL,
	SITE_LEAVEWRITE,
	SITE_DIE, /* Perl_die_unwind, by which everything dies; see site/die.h */
	SITE_CROAK, /* Perl_die, which ops call that refuse what they are given; and see site/refusal_site.h */
	SITE_ENTEREVAL,
	SITE_ACCEPT,
	SITE_ACCEPT_RET, /* pp_accept's return */
	SITE_SLOWOP, /* the functions of all slow ops */
	SITE_SLOWOP_RET, /* their returns */
	SITE_SUBPARSE, /* start_subparse: the parser begins a sub */
	SITE_NEWSUB, /* newATTRSUB and newMYSUB: it has the whole sub */
	SITE_LEX, /* lex_start: a file or a string is about to be compiled */
	SITE_FREE, /* perl_free: an interpreter's end */
	SITE_CNT,
};

/*
 * What a program is told about the place where it was hit, by its attach cookie: so one program
 * serves many places, and one set of programs all perls of one layout.  Registers go by their
 * numbers in the machine's instructions.
 */
#define COOKIE_VADDR_BITS 38 /* address of the probed instruction in the file: for the load bias */
#define COOKIE_REG_SHIFT  38 /* the register that has my_perl */
#define COOKIE_CV_SHIFT	  43 /* that has the CV of a sub that is left, or of an XSUB */
#define COOKIE_REG_MASK	  31
#define SITE_REG_NONE	  31 /* an unthreaded perl: there is no my_perl; or: the context has the CV */
#define COOKIE_NS_SHIFT	  48 /* what a hit takes outside of its handler */
#define COOKIE_NS_MAX	  0xffffu

#endif
