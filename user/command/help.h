/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What --help says. */
#ifndef NYTPROF_HELP_H
#define NYTPROF_HELP_H

#include "options/options.h"

/* Of one command, or (COMMAND_NONE) of all of them; on stdout. */
void help_print(enum command about);

#endif
