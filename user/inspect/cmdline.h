/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A perl's command line: which program it runs. */
#ifndef NYTPROF_CMDLINE_H
#define NYTPROF_CMDLINE_H

#include <stddef.h>

/*
 * The script, "-e", "-" for a script from stdin, or the name that the process gave itself. args are
 * NUL-separated, len bytes. The caller frees the result. NULL: out of memory.
 */
char *cmdline_application(const char *args, size_t len);

/* All words with blanks between them. The caller frees the result. NULL: out of memory. */
char *cmdline_text(const char *args, size_t len);

/* The code of all -e options, as perl compiles it. The caller frees it. NULL: there is none. */
char *cmdline_code(const char *args, size_t len);

#endif
