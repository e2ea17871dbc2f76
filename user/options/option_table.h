/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rows of options.table, and what each option is. */
#ifndef NYTPROF_OPTION_TABLE_H
#define NYTPROF_OPTION_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "option_rows.h"

struct option;

/* An option's number, by its name. */
enum option_nr {
#define NUMBER(id, name, letter, set_by, traits) OPTION_##id,
	OPTIONS(NUMBER)
#undef NUMBER
	OPTION_CNT
};

enum option_trait {
	OPTION_HAS_VALUE = 1, /* on the command line */
	OPTION_IS_ON_OFF = 2, /* its value, if it has one, is 1 or 0 */
	OPTION_IS_KEY = 4, /* of the configuration file */
	OPTION_CAN_CHANGE = 8, /* in a recording that runs */
	OPTION_IS_FIRST = 16, /* matters to how the others are read */
	OPTION_IS_COUNTED = 32, /* a flag whose value is how often it is given, up to 9 times */
};

/* Which of the files in this folder knows what it means. */
enum option_set_by {
	OPTION_SET_BY_OWN, /* options.c */
	OPTION_SET_BY_HOST,
	OPTION_SET_BY_METRICS,
	OPTION_SET_BY_NYTPROF,
};

bool option_has(size_t nr, enum option_trait trait);
enum option_set_by option_set_by(size_t nr);
const char *option_name(size_t nr); /* NULL past the last */

/* For getopt_long, which gives the letter, or more than a letter can be: all has room for OPTION_CNT + 1. */
#define OPTION_LETTERS_MAX (2 * OPTION_CNT + 3)
void option_fill_getopt(struct option *all, char letters[OPTION_LETTERS_MAX]);
size_t option_of_getopt(int val);

#endif
