// SPDX-License-Identifier: GPL-2.0-or-later
/* A sparse table, in pages, the latest of which are kept. */
#include "evals/numbers.h"

#include <errno.h>
#include <stdlib.h>
#include <uthash.h>

#define PAGES_MAX (NUMBERS_KNOWN / NUMBERS_PAGE)

struct number_page {
	struct {
		uint32_t interp;
		uint32_t nr;
	} id;
	UT_hash_handle hh;
	uint32_t numbers[NUMBERS_PAGE]; /* + 1, so that 0 is none */
};

static struct number_page *find_page(struct numbers *n, uint32_t interp, uint32_t nr)
{
	struct number_page *page, wanted = { .id = { interp, nr / NUMBERS_PAGE } };

	HASH_FIND(hh, n->pages, &wanted.id, sizeof(wanted.id), page);
	/* The order of use only matters when pages will have to go. */
	if (page && page->hh.next && HASH_COUNT(n->pages) > PAGES_MAX / 2) {
		HASH_DEL(n->pages, page);
		HASH_ADD(hh, n->pages, id, sizeof(page->id), page);
	}
	return page;
}

static struct number_page *make_page(struct numbers *n, uint32_t interp, uint32_t nr)
{
	struct number_page *page;

	if (HASH_COUNT(n->pages) >= PAGES_MAX) {
		page = n->pages;
		HASH_DEL(n->pages, page);
		free(page);
	}
	page = calloc(1, sizeof(*page));
	if (!page)
		return NULL;
	page->id.interp = interp;
	page->id.nr = nr / NUMBERS_PAGE;
	HASH_ADD(hh, n->pages, id, sizeof(page->id), page);
	return page;
}

uint32_t numbers_find(struct numbers *n, uint32_t interp, uint32_t nr)
{
	const struct number_page *page = find_page(n, interp, nr);

	return page ? page->numbers[nr % NUMBERS_PAGE] - 1 : NUMBER_NONE;
}

int numbers_set(struct numbers *n, uint32_t interp, uint32_t nr, uint32_t number)
{
	struct number_page *page = find_page(n, interp, nr);

	page = page ?: make_page(n, interp, nr);
	if (!page)
		return -ENOMEM;
	page->numbers[nr % NUMBERS_PAGE] = number + 1;
	return 0;
}

void numbers_drop(struct numbers *n, uint32_t interp)
{
	struct number_page *page, *next;

	HASH_ITER(hh, n->pages, page, next) {
		if (page->id.interp != interp)
			continue;
		HASH_DEL(n->pages, page);
		free(page);
	}
}

void numbers_release(struct numbers *n)
{
	struct number_page *page, *next;

	HASH_ITER(hh, n->pages, page, next) {
		HASH_DEL(n->pages, page);
		free(page);
	}
}
