/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The data of a page, as JSON. It is an agreement between its writer and the scripts in page/ of one build, and
 * no format for others (those have export --format=json).
 *
 * A table is an object of columns, which are arrays of one length. Times are in ns. Files and subs
 * are numbers from 0; -1: none.
 */
#ifndef NYTPROF_HTML_DATA_H
#define NYTPROF_HTML_DATA_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct html_options;
struct probe_errors;
struct profile;
struct stack;
struct stacks;

#define DATA_COLS_MAX 10

struct data_table {
	const char *name;
	const char *cols[DATA_COLS_MAX + 1];
	size_t rows;
	void (*fill)(const void *d, size_t row, int64_t *cells);
};

/* The number of a frame's sub; that of a frame that is no sub is below 0, see page/read.js. */
int64_t data_frame(const struct profile *p, const struct stack *stack);

/* A member of an object that has one before it. d: for fill(). */
void data_put_table(const struct data_table *t, const void *d, FILE *out);

/* -ENOMEM. */
int data_put(const struct profile *p, const struct stacks *s, const struct probe_errors *e,
	     const struct html_options *o, FILE *out);

#endif
