/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rows of options.table, and their traits. */
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
	OPTION_IS_ON_OFF = 2, /* its value, if any, is 1 or 0 */
	OPTION_IS_KEY = 4, /* can be a key of the configuration file */
	OPTION_CAN_CHANGE = 8, /* during a recording */
	OPTION_IS_FIRST = 16, /* decides how the others are read */
	OPTION_IS_COUNTED = 32, /* its value is the number of times it is given, at most 9 */
};

/* The file of this folder that handles the option. */
enum option_set_by {
	OPTION_SET_BY_OWN, /* options.c */
	OPTION_SET_BY_HOST,
	OPTION_SET_BY_METRICS,
	OPTION_SET_BY_PUSH,
	OPTION_SET_BY_SLOW,
	OPTION_SET_BY_TRACE,
	OPTION_SET_BY_NYTPROF,
};

bool option_has(size_t nr, enum option_trait trait);
enum option_set_by option_set_by(size_t nr);
const char *option_name(size_t nr); /* NULL past the last */

/*
 * Fills in getopt_long's tables. all has room for OPTION_CNT + 1 rows. getopt_long returns the
 * letter, or a number above all letters; option_of_getopt() translates that.
 */
#define OPTION_LETTERS_MAX (2 * OPTION_CNT + 3)
void option_fill_getopt(struct option *all, char letters[OPTION_LETTERS_MAX]);
size_t option_of_getopt(int val);

#endif
