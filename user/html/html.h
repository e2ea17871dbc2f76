/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A profile as one page of HTML, which loads nothing. The totals and the longest tables' first rows
 * are in its text; the rest is data for the script of the page.
 */
#ifndef NYTPROF_HTML_H
#define NYTPROF_HTML_H

#include <stdbool.h>
#include <stdio.h>

struct profile;
struct stacks;
struct times;

struct html_options {
	bool all_lines; /* of source, also those that are far from what ran */
	struct times *times; /* when who was busy; NULL: not shown */
};

/* -ENOMEM. The caller checks ferror(out). */
int html_write(const struct profile *p, const struct stacks *s, const struct html_options *o,
	       FILE *out);

#endif
