/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables of HTML, cell by cell. Texts of a target are escaped. */
#ifndef NYTPROF_HTML_CELLS_H
#define NYTPROF_HTML_CELLS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct run_total;

#define CELLS_SOURCE_MAX 160u /* bytes of a line of source */

/* heads: up to a NULL. The last one is of texts, those before it are of numbers. */
void cells_begin_table(const char *title, const char *const *heads, FILE *out);
void cells_end_table(FILE *out);

/* A row that a script can open: #KIND=NAME, or #KIND=NAME:LINE. line: 0: none. */
void cells_begin_row(const char *kind, const char *name, uint32_t line, FILE *out);

/* With its part of all, and a mark if it is less than its error. */
void cells_put_time(int64_t ns, int64_t error_ns, int64_t all, FILE *out);
void cells_put_count(uint64_t cnt, FILE *out);

/* Of the whole program, with its error: for a profile of windows. */
void cells_put_run_time(const struct run_total *run, int64_t all_ns, FILE *out);
void cells_put_run_cnt(uint64_t cnt, double error, FILE *out);

/* Cells of text that are a link. They stay open for what follows in them. */
void cells_put_sub(const char *name, FILE *out);
void cells_put_line(const char *name, uint32_t line, FILE *out); /* of a file */

/* One line of source without its indent, below what the cell has. */
void cells_put_source(const char *text, size_t len, FILE *out);

#endif
