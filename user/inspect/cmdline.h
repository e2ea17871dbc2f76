/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A perl's command line: which program it runs. */
#ifndef NYTPROF_CMDLINE_H
#define NYTPROF_CMDLINE_H

#include <stddef.h>

/*
 * The script; "-e", or "-" for one from stdin; the name that the process has given itself.
 * args are NUL-separated, len bytes.  Freed by the caller; NULL: no memory.
 */
char *cmdline_application(const char *args, size_t len);

/* The code of all its -e, as perl compiles it, freed by the caller; NULL: it has none. */
char *cmdline_code(const char *args, size_t len);

#endif
