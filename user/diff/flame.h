/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A flame graph of the new side, with the colours of the changes. */
#ifndef NYTPROF_DIFF_FLAME_H
#define NYTPROF_DIFF_FLAME_H

#include <stdio.h>

struct diff_side;

int diff_flame(const struct diff_side *old, const struct diff_side *new, FILE *out); /* -ENOMEM */

#endif
