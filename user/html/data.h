/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The data of a page, as JSON. It is an agreement between its writer and the scripts in page/ of
 * one build, and no format for others (those have export --format=json). See data_table.h.
 */
#ifndef NYTPROF_HTML_DATA_H
#define NYTPROF_HTML_DATA_H

#include <stdio.h>

struct event_stacks;
struct html_options;
struct probe_errors;
struct profile;
struct run_totals;
struct stacks;

/* -ENOMEM. */
int data_put(const struct profile *p, const struct stacks *s, const struct probe_errors *e,
	     const struct run_totals *r, const struct event_stacks *events,
	     const struct html_options *o, FILE *out);

#endif
