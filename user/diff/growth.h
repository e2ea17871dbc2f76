/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the profiles of some processes have grown by between two moments. Profiles only grow, so that is
 * the difference of two sums: of those who lived at the first moment, and of those who have ended since
 * then or live at the second one. The second moment, the cut, is another one for each process.
 */
#ifndef NYTPROF_GROWTH_H
#define NYTPROF_GROWTH_H

#include <stdbool.h>

#include "diff/flame.h"

struct growth;
struct profile;

struct growth *growth_new(double begin); /* seconds since the epoch. NULL: out of memory */
void growth_free(struct growth *g); /* NULL: nothing */

/* One that lives is cut here: what it has up to now is before the second moment. -ENOMEM. */
int growth_cut(struct growth *g, struct profile *p);

/*
 * One has ended. cut: it was cut after the last turn, so that the rest is of the next growth.
 * -ENOMEM.
 */
int growth_end(struct growth *g, struct profile *p, bool cut);

/*
 * Reads it when all who live are cut. *sum: what is before the second moment, for names, with the
 * begin and the end of the growth; it stays the growth's. d->new: its stacks, with what they have
 * grown by, and the growth's events if there are any; the caller releases d, also after an error.
 * -ENOMEM, also if one of the others has failed since the last turn.
 */
int growth_read(struct growth *g, struct diff_stacks *d, struct profile **sum);

/* The second moment is the first one of the next growth. -ENOMEM. */
int growth_turn(struct growth *g);

double growth_now(void); /* seconds since the epoch */

#endif
