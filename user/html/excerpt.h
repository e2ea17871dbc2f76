/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The source of a page: what is near the lines that ran. */
#ifndef NYTPROF_HTML_EXCERPT_H
#define NYTPROF_HTML_EXCERPT_H

#include <stdbool.h>
#include <stdio.h>

struct profile;

#define EXCERPT_NEAR 8u /* lines around one that ran */

/*
 * As a member of an object: the pieces of each file, as pairs of a first line and text; and the
 * number of lines of each file, 0: it has no source.
 */
void excerpts_put(const struct profile *p, bool all_lines, FILE *out);

#endif
