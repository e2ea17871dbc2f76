/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The source text of single lines, of files that are read when somebody looks at them. */
#ifndef NYTPROF_TOP_SOURCE_LINE_H
#define NYTPROF_TOP_SOURCE_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct profile_file;
struct tracee;

/* The text of a line without the blanks around it, cut.  False: it is not known. */
bool source_line(char *to, size_t size, struct tracee *t, struct profile_file *file, uint32_t line);

/* The same of "FILE:LINE", in the first one of a list of processes that has it. */
bool source_line_named(char *to, size_t size, struct tracee *list, const char *place);

#endif
