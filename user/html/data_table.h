/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The tables of a page's data, as JSON: objects of columns, which are arrays of one length. Times are in
 * ns. Files and subs are numbers from 0; -1: none.
 */
#ifndef NYTPROF_HTML_DATA_TABLE_H
#define NYTPROF_HTML_DATA_TABLE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "profile/profile.h"

struct stack;

#define DATA_COLS_MAX 10

struct data_table {
	const char *name;
	const char *cols[DATA_COLS_MAX + 1];
	size_t rows;
	void (*fill)(const void *d, size_t row, int64_t *cells);
};

/* A line that ran. */
struct data_line {
	uint32_t file;
	uint32_t nr;
	struct profile_line counts;
};

/* All of them, in order of files and lines: the caller frees them. NULL: out of memory. */
struct data_line *data_lines(const struct profile *p, size_t *cnt);

/* The number of a frame's sub; that of a frame that is no sub is below 0, see page/read.js. */
int64_t data_frame(const struct profile *p, const struct stack *stack);

int64_t data_file(const struct profile *p, uint32_t fid);

/* What a page can show: no more than INT64_MAX. */
int64_t data_count(uint64_t cnt);

/* A member of an object that has one before it. d: for fill(). */
void data_put_table(const struct data_table *t, const void *d, FILE *out);

/* Likewise: an array of texts. text: of each index. */
void data_put_texts(const char *key, const char *(*text)(const void *d, size_t i), const void *d,
		    size_t cnt, FILE *out);

#endif
