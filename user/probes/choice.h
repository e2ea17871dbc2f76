/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the choice of probe sites (site/site.h) depends on: the kernel, and its programs. */
#ifndef NYTPROF_CHOICE_H
#define NYTPROF_CHOICE_H

#include <stdbool.h>

struct kernel;

/*
 * To be called before the agent looks at any perl. unsafe_nops: also probes nops of a size that
 * kills what a program forks.
 */
void choice_for_kernel(const struct kernel *kernel, bool unsafe_nops);

/*
 * The same for stubs, behind choice_for_kernel(): they are planned if they are wanted, nops are probed,
 * and that costs less than a trap.
 */
void choice_of_stubs(const struct kernel *kernel, bool wanted);

#endif
