/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The series of profiles, by their labels, and what each has grown by since it was sent. */
#ifndef NYTPROF_PUSH_SERIES_H
#define NYTPROF_PUSH_SERIES_H

#include <stdbool.h>
#include <stdint.h>

#include "push/labels.h"

struct flush;
struct push_options;
struct series_table;
struct tracee;

#define SERIES_MAX 500 /* further services are one series */

struct series {
	uint64_t id; /* from 1; see struct tracee */
	struct labels labels;
	struct growth *growth;
	bool due; /* it is to be sent */
	bool used; /* somebody of it lives, or has ended in this interval */
	struct series *next;
};

struct series_table *series_new(struct flush *flush, const struct push_options *o);
void series_free(struct series_table *table); /* NULL: nothing */

/* One has ended, or its interval has. Without memory, it is missing. */
void series_add_ended(struct series_table *table, struct tracee *t);

/* An interval is over: each series is due. Those that nobody has used in it are forgotten. */
void series_begin_turn(struct series_table *table);
struct series *series_next_due(struct series_table *table); /* NULL: none */

/*
 * Adds who lives to the growth, which can then be read. series_turn() begins the next one. -ENOMEM:
 * something is missing.
 */
int series_complete(struct series_table *table, struct series *s);
int series_turn(struct series_table *table, struct series *s);

#endif
