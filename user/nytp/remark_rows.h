/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tables in a NYTProf file: a row is a comment with numbers and texts, which tabs separate. A
 * comment with the name of a file of the program comes before its rows. Stock readers skip
 * comments, and nytprofmerge copies them.
 */
#ifndef NYTPROF_REMARK_ROWS_H
#define NYTPROF_REMARK_ROWS_H

#include <stddef.h>
#include <stdint.h>

struct profile;
struct profile_file;
struct remark_rows;
struct sink;

/* ---- writing. key: " NAME=" */

/* fid: 0 if the file is not known. */
void remark_put_file(struct sink *s, const char *key, const struct profile *p, uint32_t fid);
void remark_put_row(struct sink *s, const char *key, const char *numbers, const char *const texts[],
		    size_t text_cnt);

/* ---- reading */

/* What the rows of a table are added to. */
struct remark_reading {
	struct profile *p;
	const struct profile_file *file; /* of the row; NULL: it is not known */
	uint32_t *numbers; /* what the numbers of rows have become, for the rows that name them */
	uint32_t number_cnt;
};

struct remark_row_kind {
	const char *key;
	/* text: behind the key; it may be changed. A damaged one is left out. -ENOMEM. */
	int (*add)(struct remark_reading *r, char *text);
};

/* From now on that row's number stands for another one. -ENOMEM. */
int remark_set_number(struct remark_reading *r, uint32_t number, uint32_t is);
uint32_t remark_number(const struct remark_reading *r, uint32_t number); /* 0: there is none */

#define REMARK_KINDS 3

struct remark_table {
	const char *file_key;
	struct remark_row_kind kinds[REMARK_KINDS]; /* the first ones */
	size_t row_size; /* bytes of a row in the profile */
};

/*
 * Keeps a comment, without its tag, if it is one of the table. Returns the memory that it takes
 * until the end, in bytes; 0: it is another comment; -ENOMEM.
 */
int remark_rows_take(struct remark_rows **rows, const struct remark_table *table, const char *line);

/* Adds all rows, once, when the files and subs of the profile are known. rows: may be NULL. -ENOMEM. */
int remark_rows_add(struct remark_rows *rows, struct profile *p);
void remark_rows_free(struct remark_rows *rows);

#endif
