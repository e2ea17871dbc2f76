/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The data of a page, as JSON. It is an agreement between data.c and page/data.js of one build, and
 * no format for others (those have export --format=json).
 *
 * A table is an object of columns, which are arrays of one length. Times are in ns. Files and subs
 * are numbers from 0; -1: none.
 */
#ifndef NYTPROF_HTML_DATA_H
#define NYTPROF_HTML_DATA_H

#include <stdio.h>

struct html_options;
struct profile;
struct stacks;

/* -ENOMEM. */
int data_put(const struct profile *p, const struct stacks *s, const struct html_options *o,
	     FILE *out);

#endif
