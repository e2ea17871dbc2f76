/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the program asked of databases, for the terminal. */
#ifndef NYTPROF_TERM_SQL_H
#define NYTPROF_TERM_SQL_H

#include <stdio.h>

struct profile;
struct writer_options;

/* The statements that took the most time; nothing if the profile has none. -ENOMEM. */
int term_put_sql(const struct profile *p, const struct writer_options *o, FILE *out);

#endif
