/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What recording costs the programs, summed up at any time. */
#ifndef NYTPROF_PRICES_H
#define NYTPROF_PRICES_H

struct flush;
struct price;

/*
 * Gives each tracee the cost of its living interpreters up to now. For a process that is about to
 * write them.
 */
void prices_of_living(struct flush *h);

/* Brings the entries of the living interpreters (struct interp) up to date. */
void prices_note(struct flush *h);

/* The sum over everything recorded up to now. */
void prices_sum(struct flush *h, struct price *sum);

#endif
