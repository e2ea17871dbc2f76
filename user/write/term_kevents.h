/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events of the kernel, for the terminal. */
#ifndef NYTPROF_TERM_KEVENTS_H
#define NYTPROF_TERM_KEVENTS_H

#include <stdio.h>

struct profile;
struct writer_options;

/* Sums, then the lines and the subs that have the most; nothing if the profile has none. -ENOMEM. */
int term_put_kevents(const struct profile *p, const struct writer_options *o, FILE *out);

/* What the numbers of callers lack, a line each; nothing if it is nothing. event: NULL for all. */
void term_put_kevent_callers(const struct profile *p, const char *event, FILE *out);

#endif
