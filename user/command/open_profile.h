/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Opens the files that a command is to read. */
#ifndef NYTPROF_OPEN_PROFILE_H
#define NYTPROF_OPEN_PROFILE_H

#include <stdio.h>

struct error;

/* A file, or a pipe that a process writes to. NULL with err set. */
FILE *open_profile(const char *name, struct error *err);

#endif
