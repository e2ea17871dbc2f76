/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The overview of a page: what was recorded, how, its totals, and what is missing from it. */
#ifndef NYTPROF_HTML_HEAD_H
#define NYTPROF_HTML_HEAD_H

#include <stdio.h>

struct profile;
struct stacks;

void head_put(const struct profile *p, const struct stacks *s, FILE *out);

#endif
