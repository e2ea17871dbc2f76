/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What profiles have grown by between two moments. Profiles only grow, so that is the difference of two
 * sums: of those who live at the first moment, and of those who have ended since then or live at the
 * second one.
 */
#ifndef NYTPROF_GROWTH_H
#define NYTPROF_GROWTH_H

#include <stdbool.h>

#include "diff/flame.h"

struct growth;
struct profile;

struct growth *growth_new(double begin); /* seconds since the epoch. NULL: out of memory */
void growth_free(struct growth *g); /* NULL: nothing */

/* One that lives at the first moment. -ENOMEM: the growth can't be read any more. */
int growth_before(struct growth *g, struct profile *p);

/* One that has ended since then, or lives at the second moment. -ENOMEM, likewise. */
int growth_after(struct growth *g, struct profile *p);

/*
 * The second moment is now. *sum: what was added after, for names, with the begin and the end of the
 * growth; it stays the growth's. d->new: its stacks, with what they have grown by; the caller releases
 * d, also after an error. -ENOMEM.
 */
int growth_read(struct growth *g, struct diff_stacks *d, struct profile **sum);

double growth_now(void); /* seconds since the epoch */

/* Begins anew, now; profiles that live are to be added again. -ENOMEM. */
int growth_turn(struct growth *g);

#endif
