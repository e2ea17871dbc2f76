// SPDX-License-Identifier: GPL-2.0-or-later
/* Keeps what was found; knows neither processes nor profiles. */
#include "found.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

struct found_entry {
	struct found_sub sub;
	UT_hash_handle hh; /* by what was found of .sub */
};

#define FOUND_KEY offsetof(struct found_sub, eval_file)

struct found_text {
	UT_hash_handle hh;
	char text[];
};

struct found {
	unsigned refs; /* the profiles of its process, and the processes that it has forked */
	struct found *parent;
	unsigned generation; /* how many parents there are */
	struct found_entry *subs;
	struct found_text *texts;
	unsigned eval_cnt; /* of .subs, those in string evals */
	uint64_t spent_ns;
	unsigned waits; /* how often somebody is still to look */
	bool incomplete;
};

struct found *found_new(struct found *parent)
{
	struct found *f = calloc(1, sizeof(*f));

	if (!f)
		return NULL;
	f->refs = 1;
	f->incomplete = parent && parent->generation >= FOUND_GENERATIONS;
	if (!parent || f->incomplete)
		return f;
	f->parent = found_share(parent);
	f->generation = parent->generation + 1;
	return f;
}

struct found *found_share(struct found *f)
{
	f->refs++;
	return f;
}

static void free_lists(struct found *f)
{
	struct found_entry *sub, *next_sub;
	struct found_text *text, *next_text;

	HASH_ITER(hh, f->subs, sub, next_sub) {
		HASH_DEL(f->subs, sub);
		free(sub);
	}
	HASH_ITER(hh, f->texts, text, next_text) {
		HASH_DEL(f->texts, text);
		free(text);
	}
}

void found_free(struct found *f)
{
	struct found *parent;

	for (; f && !--f->refs; f = parent) {
		parent = f->parent;
		free_lists(f);
		free(f);
	}
}

const char *found_text(struct found *f, const char *text)
{
	size_t len = strlen(text);
	struct found_text *known;

	HASH_FIND(hh, f->texts, text, len, known);
	if (known)
		return known->text;
	known = malloc(sizeof(*known) + len + 1);
	if (!known)
		return NULL;
	memcpy(known->text, text, len + 1);
	HASH_ADD(hh, f->texts, text, len, known);
	return known->text;
}

int found_add(struct found *f, const struct found_sub *sub)
{
	struct found_entry *entry;

	HASH_FIND(hh, f->subs, sub, FOUND_KEY, entry);
	if (entry)
		return 0;
	if (HASH_COUNT(f->subs) >= FOUND_MAX)
		return -ENOSPC;
	entry = calloc(1, sizeof(*entry));
	if (!entry)
		return -ENOMEM;
	entry->sub = *sub;
	HASH_ADD(hh, f->subs, sub, FOUND_KEY, entry);
	f->eval_cnt += sub->eval != 0;
	return 0;
}

struct found_sub *found_next(struct found *f, const struct found_sub *sub)
{
	struct found_entry *entry = sub ? ((const struct found_entry *)sub)->hh.next : f->subs;

	return entry ? &entry->sub : NULL;
}

struct found_sub *found_next_of_eval(struct found *f, const struct found_sub *sub)
{
	struct found_sub *next = f->eval_cnt ? found_next(f, sub) : NULL;

	while (next && !next->eval)
		next = found_next(f, next);
	return next;
}

struct found *found_parent(const struct found *f)
{
	return f->parent;
}

void found_add_time(struct found *f, uint64_t ns)
{
	f->spent_ns += ns;
}

uint64_t found_time_left(const struct found *f, uint64_t limit_ns)
{
	return limit_ns > f->spent_ns ? limit_ns - f->spent_ns : 0;
}

void found_set_incomplete(struct found *f)
{
	f->incomplete = true;
}

void found_wait(struct found *f)
{
	f->waits++;
}

void found_end_wait(struct found *f)
{
	f->waits--;
}

bool found_is_incomplete(const struct found *f)
{
	for (; f && !f->incomplete && !f->waits; f = f->parent)
		;
	return f != NULL;
}
