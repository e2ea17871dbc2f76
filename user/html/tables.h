/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The subs and the lines that took the most time, as tables of HTML. */
#ifndef NYTPROF_HTML_TABLES_H
#define NYTPROF_HTML_TABLES_H

#include <stdio.h>

struct probe_errors;
struct profile;
struct run_totals;
struct stacks;

#define TABLE_ROWS 15u

/* -ENOMEM. */
int tables_put(const struct profile *p, const struct stacks *s, const struct probe_errors *e,
	       const struct run_totals *r, FILE *out);

#endif
