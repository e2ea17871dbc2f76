/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What an interpreter counts, to numbers of ours: evals, subs of evals.  Four bytes for each of the
 * latest NUMBERS_KNOWN; those that were not asked for since are forgotten.
 */
#ifndef NYTPROF_NUMBERS_H
#define NYTPROF_NUMBERS_H

#include <stdint.h>

#define NUMBERS_KNOWN (4u << 20)
#define NUMBERS_PAGE  1024u
#define NUMBER_NONE   UINT32_MAX

struct number_page;

struct numbers {
	struct number_page *pages; /* hash; the first is the one that was not used for longest */
};

uint32_t numbers_find(struct numbers *n, uint32_t interp, uint32_t nr); /* NUMBER_NONE */
int numbers_set(struct numbers *n, uint32_t interp, uint32_t nr, uint32_t number); /* -ENOMEM */
void numbers_drop(struct numbers *n, uint32_t interp);
void numbers_release(struct numbers *n);

#endif
