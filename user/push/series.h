/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The series of profiles, by their labels, and what each has grown by since it was sent. */
#ifndef NYTPROF_PUSH_SERIES_H
#define NYTPROF_PUSH_SERIES_H

#include <stdbool.h>
#include <stdint.h>

#include "push/labels.h"

struct flush;
struct growth;
struct push_options;
struct series_table;
struct tracee;

#define SERIES_MAX     500 /* further services are one series, */
#define SERIES_OF_USER 100 /* as those of one user are who is not root */

struct series {
	uint64_t id; /* from 1; see struct tracee */
	struct labels labels;
	struct growth *growth;
	uint32_t user; /* whose process was the first one */
	bool used; /* somebody of it has lived or ended since the last turn */
	struct series *next;
};

struct series_table *series_new(struct flush *flush, const struct push_options *o);
void series_free(struct series_table *table); /* NULL: nothing */
struct series *series_all(struct series_table *table);

/* Processes since the last call that are in no series, for want of memory. */
unsigned series_lost(struct series_table *table);

/* One has ended, or its interval has. Without memory, its series can't be read. */
void series_end(struct series_table *table, struct tracee *t);

/*
 * An interval is over: all who live are to be cut. series_cut() does so for some milliseconds; true:
 * all are. Then the growth of each series can be read, until series_turn() begins the next interval.
 */
void series_begin_cut(struct series_table *table);
bool series_cut(struct series_table *table, uint64_t ns);
void series_turn(struct series_table *table);

#endif
