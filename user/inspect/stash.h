/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Perl's symbol tables, read in the memory of a process that goes on running: which subs it had
 * compiled before anybody watched.
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
	uint64_t base; /* my_perl; unthreaded: the load bias */
	uint32_t interp; /* id, for what is in string evals */
	uint64_t limit_ns; /* how long it may take, at most */
	/* The lines of a sub by its first COP, if its compilation was seen; NULL: none was. */
	bool (*seen)(void *arg, uint64_t cop, uint32_t seq, struct sub_lines *lines);
	/* Takes each sub, with its first COP; NULL: they are put into found.  -ENOSPC: there is no room for more. */
	int (*add)(void *arg, const struct found_sub *sub, uint64_t cop, uint32_t seq);
	void *arg;
};

struct stash_report {
	unsigned stashes; /* that were visited */
	unsigned entries;
	unsigned subs; /* that were found */
	uint64_t ns;
	bool cut; /* at a limit: there may be more; */
	const char *why; /* the first one */
};

/*
 * Adds all subs that have code of perl's and a name: not the XSUBs, which are shown only where
 * they are called, nor lexical and anonymous ones that no glob holds.  What can't be read or makes no sense
 * is passed over.  -EFAULT: there is no symbol table; -ENOMEM.  The report is written in each case.
 */
/* The constant text that a report's .why is equal to; NULL: none. */
const char *stash_why(const char *text);

int stash_walk(const struct stash_walk *how, struct memory_subs *memory_subs,
	       struct stash_report *report);

#endif
