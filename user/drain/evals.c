// SPDX-License-Identifier: GPL-2.0-or-later
/* Evals to files, by place and source; knows neither maps nor profiles. */
#include "evals.h"

#include <errno.h>
#include <stdlib.h>
#include <uthash.h>

#define PAGE_EVALS 1024u

/* Which files the evals from page * PAGE_EVALS on have. */
struct page {
	struct {
		uint32_t interp;
		uint32_t nr;
	} id;
	UT_hash_handle hh;
	uint32_t numbers[PAGE_EVALS]; /* number + 1 */
};

struct place {
	struct {
		uint32_t file;
		uint32_t line;
	} id;
	uint32_t nr;
	uint32_t evals;
	uint32_t files;
	uint32_t rest; /* number + 1 */
	UT_hash_handle hh;
};

/* The first file of a source at a place. */
struct known {
	struct {
		uint64_t source;
		uint32_t place;
		uint32_t pad;
	} id;
	uint32_t number;
	UT_hash_handle hh;
};

struct text {
	uint64_t source;
	char *text;
	size_t len;
	UT_hash_handle hh;
};

struct evals {
	struct page *pages; /* hashes; this one in the order of making */
	struct place *places;
	struct known *known;
	struct text *texts;
	struct eval_file *files;
	uint64_t *sources; /* of the files */
	uint32_t cnt;
	uint32_t room;
	size_t text_bytes;
	uint64_t merged;
};

struct evals *evals_new(void)
{
	return calloc(1, sizeof(struct evals));
}

void evals_free(struct evals *e)
{
	struct page *page, *next_page;
	struct place *place, *next_place;
	struct known *known, *next_known;
	struct text *text, *next_text;

	if (!e)
		return;
	HASH_ITER(hh, e->pages, page, next_page) {
		HASH_DEL(e->pages, page);
		free(page);
	}
	HASH_ITER(hh, e->places, place, next_place) {
		HASH_DEL(e->places, place);
		free(place);
	}
	HASH_ITER(hh, e->known, known, next_known) {
		HASH_DEL(e->known, known);
		free(known);
	}
	HASH_ITER(hh, e->texts, text, next_text) {
		HASH_DEL(e->texts, text);
		free(text->text);
		free(text);
	}
	free(e->files);
	free(e->sources);
	free(e);
}

/* ---------------------------------------------------------------- number of an eval */

static struct page *find_page(const struct evals *e, const struct eval_key *key)
{
	struct page *page, wanted = { .id = { key->interp, key->seq / PAGE_EVALS } };

	HASH_FIND(hh, e->pages, &wanted.id, sizeof(wanted.id), page);
	return page;
}

static struct page *make_page(struct evals *e, const struct eval_key *key)
{
	struct page *page;

	if (HASH_COUNT(e->pages) >= EVALS_KNOWN / PAGE_EVALS) {
		page = e->pages; /* the oldest */
		HASH_DEL(e->pages, page);
		free(page);
	}
	page = calloc(1, sizeof(*page));
	if (!page)
		return NULL;
	page->id.interp = key->interp;
	page->id.nr = key->seq / PAGE_EVALS;
	HASH_ADD(hh, e->pages, id, sizeof(page->id), page);
	return page;
}

uint32_t evals_find(const struct evals *e, const struct eval_key *key)
{
	const struct page *page = find_page(e, key);

	/* 0 - 1 is EVAL_NO_FILE. */
	return page ? page->numbers[key->seq % PAGE_EVALS] - 1 : EVAL_NO_FILE;
}

void evals_drop(struct evals *e, uint32_t interp)
{
	struct page *page, *next;

	HASH_ITER(hh, e->pages, page, next) {
		if (page->id.interp != interp)
			continue;
		HASH_DEL(e->pages, page);
		free(page);
	}
}

/* -------------------------------------------------------------------- files */

static struct place *get_place(struct evals *e, uint32_t file, uint32_t line)
{
	struct place *place, wanted = { .id = { file, line } };

	HASH_FIND(hh, e->places, &wanted.id, sizeof(wanted.id), place);
	if (place)
		return place;
	place = calloc(1, sizeof(*place));
	if (!place)
		return NULL;
	place->id = wanted.id;
	place->nr = HASH_COUNT(e->places);
	HASH_ADD(hh, e->places, id, sizeof(place->id), place);
	return place;
}

static struct known *find_known(const struct evals *e, const struct place *place, uint64_t source)
{
	struct known *known, wanted = { .id = { .source = source, .place = place->nr } };

	HASH_FIND(hh, e->known, &wanted.id, sizeof(wanted.id), known);
	return known;
}

static int note_known(struct evals *e, const struct place *place, uint64_t source, uint32_t number)
{
	struct known *known = find_known(e, place, source);

	if (known)
		return 0;
	known = calloc(1, sizeof(*known));
	if (!known)
		return -ENOMEM;
	known->id.source = source;
	known->id.place = place->nr;
	known->number = number;
	HASH_ADD(hh, e->known, id, sizeof(known->id), known);
	return 0;
}

static int make_room(struct evals *e)
{
	uint32_t room = e->room ? 2 * e->room : 64;
	struct eval_file *files;
	uint64_t *sources;

	if (e->cnt < e->room)
		return 0;
	files = reallocarray(e->files, room, sizeof(*files));
	if (files)
		e->files = files;
	sources = reallocarray(e->sources, room, sizeof(*sources));
	if (sources)
		e->sources = sources;
	if (!files || !sources)
		return -ENOMEM;
	e->room = room;
	return 0;
}

static uint32_t make_file(struct evals *e, struct place *place, uint32_t seq,
			  const struct eval *eval)
{
	struct eval_file *file;
	struct text *text;

	if (make_room(e) || note_known(e, place, eval->source, e->cnt))
		return EVAL_NO_FILE;
	file = &e->files[e->cnt];
	*file = (struct eval_file){ .file = place->id.file,
				    .line = place->id.line,
				    .seq = seq,
				    .has_source = eval->kind != EVAL_UNKNOWN };
	e->sources[e->cnt] = eval->source;
	HASH_FIND(hh, e->texts, &eval->source, sizeof(eval->source), text);
	if (text && eval->source) {
		file->text = text->text;
		file->len = text->len;
	}
	place->files++;
	return e->cnt++;
}

/* The last file of a place, for whatever comes. */
static uint32_t join_rest(struct evals *e, struct place *place, uint32_t seq,
			  const struct eval *eval)
{
	uint32_t number;

	if (!place->rest) {
		number = make_file(e, place, seq, eval);
		if (number == EVAL_NO_FILE)
			return number;
		e->files[number].rest = true;
		place->rest = number + 1;
	}
	return place->rest - 1;
}

static uint32_t choose_file(struct evals *e, struct place *place, uint32_t seq,
			    const struct eval *eval)
{
	const struct known *known;

	if (place->evals++ < EVALS_APART)
		return make_file(e, place, seq, eval);
	known = find_known(e, place, eval->source);
	if (known)
		return known->number;
	return place->files < EVALS_FILES ? make_file(e, place, seq, eval) :
					    join_rest(e, place, seq, eval);
}

uint32_t evals_add(struct evals *e, const struct eval_key *key, const struct eval *eval)
{
	struct eval_key parent = { .interp = key->interp, .seq = eval->file & ~FILE_EVAL };
	uint32_t file = eval->file, number = evals_find(e, key);
	struct page *page = find_page(e, key);
	struct place *place;

	if (number != EVAL_NO_FILE)
		return number;
	if (file & FILE_EVAL) {
		number = evals_find(e, &parent);
		file = number == EVAL_NO_FILE ? 0 : FILE_EVAL | number;
	}
	place = get_place(e, file, file ? eval->line ?: 1 : 1);
	page = page ?: make_page(e, key);
	number = place && page ? choose_file(e, place, key->seq, eval) : EVAL_NO_FILE;
	if (number == EVAL_NO_FILE)
		return number;
	page->numbers[key->seq % PAGE_EVALS] = number + 1;
	e->merged += e->files[number].evals++ > 0;
	return number;
}

const struct eval_file *evals_file(const struct evals *e, uint32_t number)
{
	return number < e->cnt ? &e->files[number] : NULL;
}

uint64_t evals_merged(const struct evals *e)
{
	return e->merged;
}

/* --------------------------------------------------------------------- texts */

bool evals_wants_text(const struct evals *e, uint32_t number)
{
	const struct eval_file *file = evals_file(e, number);

	/* Only its first eval has what it wants. */
	return file && file->has_source && !file->text && file->evals == 1 && e->sources[number] &&
	       e->text_bytes < SOURCES_MAX;
}

int evals_set_text(struct evals *e, uint32_t number, char *copy, size_t len)
{
	struct text *text = calloc(1, sizeof(*text));

	if (!text) {
		free(copy);
		return -ENOMEM;
	}
	text->source = e->sources[number];
	text->text = copy;
	text->len = len;
	HASH_ADD(hh, e->texts, source, sizeof(text->source), text);
	e->text_bytes += len;
	e->files[number].text = copy;
	e->files[number].len = len;
	return 0;
}
