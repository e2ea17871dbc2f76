/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Checks of a profile as a whole: what its records say of each other. */
#ifndef NYTPROF_SUMS_H
#define NYTPROF_SUMS_H

struct profile;
struct verify;

/* Tells each fault by verify_say(). -ENOMEM. */
int verify_sums(struct verify *v, const struct profile *p);

#endif
