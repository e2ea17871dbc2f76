/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Only for user/report and user/profiles: cells of a table, each with one blank before it. */
#ifndef NYTPROF_REPORT_CELLS_H
#define NYTPROF_REPORT_CELLS_H

#include <stdint.h>

#include "figures/heat.h"
#include "report/report_parts.h"

/* Columns of each kind of cell, with its blank. */
#define CELL_CNT     10u
#define CELL_TIME    10u
#define CELL_PERCENT 6u

/* "719072", "12.3M": in nine columns at most. */
#define COUNT_TEXT 24u
const char *count_text(uint64_t cnt, char text[COUNT_TEXT]);

void cell_title(const struct report *r, unsigned width, const char *title);
void cell_cnt(const struct report *r, uint64_t cnt);
void cell_amount(const struct report *r, int64_t amount); /* it may be below 0 */
void cell_time(const struct report *r, int64_t ns, enum heat heat);
/* The same, with a mark if it is less than its error. */
void cell_marked_time(const struct report *r, int64_t ns, int64_t error_ns, enum heat heat);
void cell_percent(const struct report *r, int64_t ns, int64_t whole_ns);

/* "12.3 %" of all, in a sentence. */
void put_percent(const struct report *r, int64_t ns);

/* A cell only of exact counts: a sample always stands for the same time, and a wait is in none. */
void cell_each_title(const struct report *r, const char *title);
/* heat: its scale; NULL: no colour. */
void cell_each(const struct report *r, int64_t ns, uint64_t cnt, const struct heat_scale *heat);
unsigned cell_each_width(const struct report *r);

/*
 * A count, a time, and its share. In a profile of windows they are those of the whole program, if
 * these are known, and count and share have a cell for their error behind them. cnt, ns: what the
 * profile has; the error of its probes marks a time only in another profile.
 */
void cell_error_title(const struct report *r);
void cell_run_cnt(const struct report *r, const struct run_total *run, uint64_t cnt);
void cell_run_time(const struct report *r, const struct run_total *run, int64_t ns,
		   int64_t error_ns, const struct heat_scale *heat);
void cell_run_percent(const struct report *r, const struct run_total *run, int64_t ns);
unsigned cell_error_width(const struct report *r);

/* A cell only of a profile with waits. */
void cell_wait_title(const struct report *r);
void cell_wait(const struct report *r, int64_t ns);
unsigned cell_wait_width(const struct report *r);

/* What is left of a line behind this many columns; UINT32_MAX: a line has no end. */
unsigned room_behind(const struct report *r, unsigned columns);

/*
 * A name, without its begin if it takes more columns than there are. Returns the columns that it
 * took.
 */
unsigned put_name(const struct report *r, const char *name, unsigned room);

/* A text, without its end if it takes more columns. Tabs go to multiples of eight. */
unsigned put_text(const struct report *r, const char *text, size_t len, unsigned room);

/* Begins and ends a heading, or text that matters less. Nothing without colours. */
void begin_heading(const struct report *r);
void begin_aside(const struct report *r);
void end_style(const struct report *r);

/*
 * Begins a table, after an empty line: its heading, and the titles of its first cells, which are a
 * count (cnt: what is counted if not samples), a time, its share of the whole, and a wait.
 */
void begin_table(const struct report *r, const char *heading, const char *cnt, const char *time);

/* The same, with cells for errors behind the count and the share. */
void begin_table_with_errors(const struct report *r, const char *heading, const char *cnt,
			     const char *time);

#endif
