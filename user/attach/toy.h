/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A tiny interpreter, made like perl's: a program is a list of ops, and each op is called through a
 * pointer.
 *
 * A probe costs more than the time until the program goes on. After a trap the processor has lost
 * part of its caches and branch predictions, so the next ops are slower. How much depends on the
 * amount of code. So probes are measured in a program like those that they are for.
 */
#ifndef NYTPROF_TOY_H
#define NYTPROF_TOY_H

#define TOY_STATEMENTS 12 /* statements of the program, which is a loop */

/*
 * Runs so many statements, a multiple of TOY_STATEMENTS. Calls at_statement at the beginning of
 * each.
 */
void toy_run(unsigned statements, void (*at_statement)(void));

#endif
