/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Between options.c, which knows the options, and option_sources.c, which knows where they are given. */
#ifndef NYTPROF_OPTIONS_TAKE_H
#define NYTPROF_OPTIONS_TAKE_H

#include <stddef.h>

#include "options/options.h"

struct error;

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
