/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Between options.c, which knows the options, and option_sources.c, which knows where they are given. */
#ifndef NYTPROF_OPTION_TABLE_H
#define NYTPROF_OPTION_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "options/options.h"

struct error;
struct option;

/* Options have numbers, those of options_key().  All of them for getopt_long, OPTIONS_MAX at most. */
void options_fill(struct option *all);

enum option_place {
	OPTION_ANYWHERE,
	OPTION_NOT_IN_FILE,
	OPTION_CONFIG, /* names the file */
};
enum option_place option_place(size_t nr);
bool option_is_first(size_t nr); /* matters to how the others are read */
bool option_is_flag(size_t nr); /* its value, if it has one, is 1 or 0 */
bool option_is_counted(size_t nr); /* a flag whose value is how often it is given, up to 9 times */

void options_init(struct options *o);

/* Gives it a value; a flag that is given without one gets 1.  -EINVAL with err set. */
int options_take(struct options *o, size_t nr, const char *value, struct error *err);

/* When all are given: do they go together? */
int options_check(const struct options *o, struct error *err);

/* The word before the options, which is taken out: what to do.  COMMAND_NONE: there is none. */
enum command options_take_command(int *argc, char ***argv);

/* -EINVAL: a word where none belongs.  err names the command that may have been meant. */
int options_refuse_word(const struct options *o, const char *word, struct error *err);

#endif
