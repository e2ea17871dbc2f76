/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What has changed between two sets of profiles, as one page of HTML, which loads nothing: both
 * sides, the subs and lines, and a flame graph of the new side with the colours of the changes. The
 * totals and the largest changes are in its text; the rest is data for the script of the page.
 */
#ifndef NYTPROF_DIFFPAGE_H
#define NYTPROF_DIFFPAGE_H

#include <stdbool.h>
#include <stdio.h>

struct diff;
struct diff_side;
struct diff_stacks;

struct diff_page {
	const struct diff *diff;
	const struct diff_stacks *stacks;
	const struct diff_side *old, *new;
	char *const *old_names, *const *new_names; /* the file of each run */
	bool no_source; /* leave out the text of the lines */
};

/* -ENOMEM. The caller checks ferror(out). */
int diffpage_write(const struct diff_page *page, FILE *out);

#endif
