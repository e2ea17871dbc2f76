/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Walks perl's symbol tables in the memory of a running process, to find the subs that were
 * compiled before the recording began.
 */
#ifndef NYTPROF_STASH_H
#define NYTPROF_STASH_H

#include <stdbool.h>
#include <stdint.h>

struct memory_subs;
struct found_sub;
struct memory;
struct perl_layout;
struct sub_lines;

struct stash_walk {
	struct memory *mem;
	const struct perl_layout *layout;
	uint64_t base; /* my_perl; for an unthreaded perl the load bias */
	uint32_t interp; /* id of the interpreter, for subs in string evals */
	uint64_t limit_ns; /* time limit */
	/* Tells the lines of a sub by its first COP, if its compilation was seen. May be NULL. */
	bool (*seen)(void *arg, uint64_t cop, uint32_t seq, struct sub_lines *lines);
	/*
	 * Receives each sub, with its first COP. NULL: the subs are put into memory_subs. -ENOSPC:
	 * no room for more.
	 */
	int (*add)(void *arg, const struct found_sub *sub, uint64_t cop, uint32_t seq);
	void *arg;
};

struct stash_report {
	unsigned stashes; /* that were visited */
	unsigned entries;
	unsigned subs; /* that were found */
	uint64_t ns;
	bool cut; /* stopped at a limit, so there may be more */
	const char *why; /* the first limit that was reached */
};

/*
 * stash_walk() adds all subs that have Perl code and a name. It leaves out XSUBs, which are shown
 * only where they are called, and lexical and anonymous subs that no glob holds. It skips what
 * can't be read or makes no sense. -EFAULT: there is no symbol table; -ENOMEM. The report is
 * written in each case.
 */
/* The constant text that equals a report's .why. NULL: none. */
const char *stash_why(const char *text);

int stash_walk(const struct stash_walk *how, struct memory_subs *memory_subs,
	       struct stash_report *report);

#endif
