/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Of a profile of windows (profile/estimates.h): what lines and subs have in the whole program, for
 * the data of a page. The tables have a row for each line and each sub of the data, in their order;
 * without windows, none.
 */
#ifndef NYTPROF_HTML_RUNS_H
#define NYTPROF_HTML_RUNS_H

#include <stddef.h>
#include <stdio.h>

struct data_line;
struct probe_errors;
struct profile;
struct run_totals;

struct runs {
	const struct profile *p;
	const struct probe_errors *e;
	const struct run_totals *r;
	const struct data_line *lines; /* of the page */
	size_t line_cnt;
};

/* Members of an object that has one before them. -ENOMEM. */
int runs_put(const struct runs *runs, FILE *out);

#endif
