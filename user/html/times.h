/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When each service was busy: a table of the profiles that a page is the sum of. */
#ifndef NYTPROF_HTML_TIMES_H
#define NYTPROF_HTML_TIMES_H

#include <stdio.h>

struct profile;
struct times;

struct times *times_new(void); /* NULL: out of memory */
void times_free(struct times *t); /* NULL: nothing */

/* Remembers when the profile was recorded, of which unit or program, and how long perl ran. -ENOMEM. */
int times_add(struct times *t, const struct profile *p);

/*
 * A section with a row for each unit or program, and a cell for each part of the time. Nothing if all
 * is in one part. Within a profile the time is spread evenly, which is an estimate and is said.
 * -ENOMEM.
 */
int times_put(struct times *t, FILE *out);

#endif
