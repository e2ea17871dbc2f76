/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which sub a line of a file belongs to. */
#ifndef NYTPROF_EXPORT_PLACES_H
#define NYTPROF_EXPORT_PLACES_H

#include <stddef.h>
#include <stdint.h>

struct profile;
struct profile_file;
struct profile_sub;

struct places; /* subs by file and line */

struct places *places_new(const struct profile *p); /* NULL: out of memory */
void places_free(struct places *places);

/* The innermost sub around a line; NULL: none. */
const struct profile_sub *places_sub(const struct places *places, uint32_t fid, uint32_t line);

/* A row for each executed line of the profile, in the order of files and lines. */
struct line_row {
	const struct profile_file *file;
	uint32_t line;
	uint64_t cnt;
	int64_t ns; /* not below 0 */
};

struct line_row *line_rows(const struct profile *p, size_t *cnt); /* NULL: out of memory */

/* The source of a line, without its end; NULL: none. Lines are asked for in rising order. */
struct line_reader {
	const struct profile_file *file;
	const char *at;
	uint32_t line;
};

const char *line_text(struct line_reader *r, const struct line_row *row, size_t *len);

#endif
