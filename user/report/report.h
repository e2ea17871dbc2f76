/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A profile for people at a terminal: its head, its subs, files and lines; one sub with its callers
 * and callees; the source of one file with numbers beside its lines.
 *
 * Names and source come from targets: nothing of them drives the terminal.
 */
#ifndef NYTPROF_REPORT_H
#define NYTPROF_REPORT_H

#include <regex.h>
#include <stdbool.h>
#include <stdio.h>

struct error;
struct profile;

enum report_sort {
	REPORT_SORT_USUAL, /* two tables: by exclusive and by inclusive time */
	REPORT_SORT_EXCL,
	REPORT_SORT_INCL,
	REPORT_SORT_CALLS,
	REPORT_SORT_EACH, /* inclusive time of a call */
	REPORT_SORT_WAIT,
	REPORT_SORT_NAME,
	REPORT_SORT_EVENT, /* tables of events of the kernel */
};

/* What of an event. */
enum report_measure {
	REPORT_MEASURE_USUAL, /* its count; of memory, the bytes */
	REPORT_MEASURE_COUNT,
	REPORT_MEASURE_TIME,
	REPORT_MEASURE_BYTES,
	REPORT_MEASURE_ERRORS,
	REPORT_MEASURES,
};

struct report_options {
	unsigned limit; /* rows of a table, at most */
	enum report_sort sort;
	const char *event; /* with REPORT_SORT_EVENT: its name, as of --event, */
	enum report_measure measure; /* and by what of it */
	const regex_t *match; /* only subs and files with such names; NULL: all */
	bool idle; /* with what waits for events */
	const char *source; /* the file to show; NULL: none */
	const char *sub; /* the sub to show; NULL: none */
	bool leaks; /* what is still there at the end */
	const char *group_by; /* a pattern of subs, whose outermost calls are shown; NULL: none */
	unsigned depth; /* of its callers and callees */
	bool all_lines; /* of the source */
	unsigned width; /* columns */
	bool fit; /* nothing is wider; else names and source are shown in full */
	bool colour;
};

/*
 * Writes one report. Unless it is asked for, what waits for events is taken out of the profile
 * before (figures/idle_out.h). -errno with err set: -ENOENT, there is no such sub or file; -ENOMEM.
 * The caller checks ferror(out).
 */
int report_write(struct profile *p, const struct report_options *o, FILE *out, struct error *err);

#endif
