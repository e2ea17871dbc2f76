/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What has changed between two sets of profiles of one program. Subs are matched by their names, and
 * lines by their text: within a sub, then within a file. A file that has another name is found by
 * its text.
 *
 * Values are means of one run. With several runs a side, a change is noise if it is not larger than
 * what the runs of one side differ by.
 */
#ifndef NYTPROF_DIFF_H
#define NYTPROF_DIFF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct error;
struct merge;
struct profile;
struct profile_file;

struct diff_side {
	struct profile **runs;
	size_t run_cnt;
	struct merge *merge;
	struct profile *sum; /* the merge's */
	unsigned hz; /* samples per second; 0: the profiles are exact */
};

/* side.c. Takes the profile over. -ENOMEM; -EINVAL with err set: it is of another kind. */
int diff_side_add(struct diff_side *side, struct profile *p, const char *name, struct error *err);
void diff_side_release(struct diff_side *side);

/* For what is said of a recording: the run, or the sum of several. */
const struct profile *diff_side_head(const struct diff_side *side);

/* Of one sub or line on one side. */
struct diff_value {
	bool there;
	double cnt; /* of calls or executions, in a run */
	double ns; /* exclusive, in a run */
	double low, high; /* of all runs */
};

struct diff_row {
	const char
		*name; /* of the sub, or of the line's file; that of the new side, if it is there */
	uint32_t sub; /* of a row of subs: its id on the new side; see old_subs */
	uint32_t line; /* 0: a sub */
	uint32_t old_line; /* of a line that is on both sides */
	const struct profile_file *file; /* of the line: that of the new side, if it is there */
	const char *text; /* of the line; NULL: not known */
	size_t text_len;
	struct diff_value old, new;
	bool noise;
};

struct diff {
	struct diff_row *subs; /* the largest change first; those that are noise behind the others */
	size_t sub_cnt;
	/*
	 * By id of an old sub: the new id of its equal. One that has none: the number of new subs and
	 * its id.
	 */
	uint32_t *old_subs;
	struct diff_row *lines;
	size_t line_cnt;
	struct diff_row total; /* of all statements; of all subs, where there are none */
	double all_ns; /* the larger total */
	size_t run_cnt[2]; /* old, new */
	unsigned hz;
};

/* diff.c. -ENOMEM. The rows point into both sides. */
int diff_make(struct diff *d, const struct diff_side *old, const struct diff_side *new);
void diff_release(struct diff *d);

double diff_change(const struct diff_row *row); /* ns */
double diff_percent(const struct diff_row *row); /* infinite: it was not there */
bool diff_knows_noise(const struct diff *d); /* else no row has a mark, whatever it is */
bool diff_is_worth(const struct diff *d, const struct diff_row *row); /* see DIFF_SHOWN */

/* show.c: so many rows of each table, of so many columns (0: of any). */
void diff_show(const struct diff *d, unsigned top, unsigned width, FILE *out);
void diff_put_percent(const struct diff_row *row, FILE *out); /* or "new", "gone", ">999x" */
void diff_show_json(const struct diff *d, FILE *out);

/* A part of the total that is not worth a word. */
#define DIFF_SHOWN  0.001
#define DIFF_JUDGED 0.01 /* nor a failure, where the limit is a percentage */

/* gate.c: a limit, such as sub>10%, line>5ms, total>3%, Some::Sub>10%. */
struct diff_gate {
	char kind; /* 's'ub, 'l'ine, 't'otal */
	char name[256]; /* of the sub; "": any */
	double percent; /* 0: .ns is the limit */
	double ns;
};

int diff_gate_parse(struct diff_gate *gate, const char *text, struct error *err); /* -EINVAL */
const struct diff_row *diff_gate_find(const struct diff_gate *gate, const struct diff *d);

#endif
