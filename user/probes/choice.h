/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the choice of places to probe (site/site.h) depends on: this kernel, and the programs that run on it. */
#ifndef NYTPROF_CHOICE_H
#define NYTPROF_CHOICE_H

#include <stdbool.h>

struct kernel;

/* To be called before any perl is looked at.  unsafe_nops: also nops that kill what a program forks. */
void choice_for_kernel(const struct kernel *kernel, bool unsafe_nops);

#endif
