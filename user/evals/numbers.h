/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Maps an interpreter's numbers of evals and subs to the agent's. Uses four bytes for each of the
 * latest NUMBERS_KNOWN numbers. Older ones are forgotten unless they were used since.
 */
#ifndef NYTPROF_NUMBERS_H
#define NYTPROF_NUMBERS_H

#include <stdint.h>

#define NUMBERS_KNOWN (4u << 20)
#define NUMBERS_PAGE  1024u
#define NUMBER_NONE   UINT32_MAX

struct number_page;

struct numbers {
	struct number_page *pages; /* hash; the least recently used page is first */
};

uint32_t numbers_find(struct numbers *n, uint32_t interp, uint32_t nr); /* NUMBER_NONE */
int numbers_set(struct numbers *n, uint32_t interp, uint32_t nr, uint32_t number); /* -ENOMEM */
void numbers_drop(struct numbers *n, uint32_t interp);
void numbers_release(struct numbers *n);

#endif
