/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the program waited for, for the terminal. */
#ifndef NYTPROF_TERM_WAITS_H
#define NYTPROF_TERM_WAITS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct profile;
struct writer_options;

bool term_has_waits(const struct profile *p);

/* A column of its own, only if the profile has waits. */
void term_put_wait(const struct profile *p, int64_t ns, FILE *out);
void term_put_wait_title(const struct profile *p, FILE *out);

/* "waited 3.21s: flock 3.00s, sleep 200ms": of the longest reasons. -ENOMEM. */
int term_put_wait_sums(const struct profile *p, FILE *out);

/* The waits that took the most time. -ENOMEM. */
int term_put_waits(const struct profile *p, const struct writer_options *o, FILE *out);

#endif
