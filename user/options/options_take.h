/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Connects options.c, which knows the options, combinations.c, which knows which go together, and
 * option_sources.c, which knows where they are given.
 */
#ifndef NYTPROF_OPTIONS_TAKE_H
#define NYTPROF_OPTIONS_TAKE_H

#include <stddef.h>

#include "options/options.h"

struct error;

void options_init(struct options *o);

/* Sets an option. The value of a flag that was given without one is "1". -EINVAL with err set. */
int options_take(struct options *o, size_t nr, const char *value, struct error *err);

/* When all options are set: do they go together? -EINVAL with err set. */
int options_check(const struct options *o, struct error *err);

/* Removes the first word, which is the command, from the arguments. COMMAND_NONE: there is none. */
enum command options_take_command(int *argc, char ***argv);

/*
 * Rejects a word that does not belong there. -EINVAL; err names the command that was probably
 * meant.
 */
int options_refuse_word(const struct options *o, const char *word, struct error *err);

#endif
