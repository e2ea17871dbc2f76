/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An interpreter in miniature, made like perl's: a program is a list of ops, each of them
 * run by a call through a pointer.
 *
 * What a probe costs is more than the time until the program goes on: after a trap the processor
 * has lost part of what it knew of the program (caches, branch predictors), so that the next ops are
 * slower than they were.  How much depends on how much code that is; so probes are measured in a
 * program that is like those that they are for.
 */
#ifndef NYTPROF_TOY_H
#define NYTPROF_TOY_H

#define TOY_STATEMENTS 12 /* in the program, which is a loop */

/* Runs statements, a multiple of TOY_STATEMENTS; at the beginning of each calls at_statement. */
void toy_run(unsigned statements, void (*at_statement)(void));

#endif
