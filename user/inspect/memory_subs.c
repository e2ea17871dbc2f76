// SPDX-License-Identifier: GPL-2.0-or-later
/* Keeps what was found; knows neither processes nor profiles. */
#include "inspect/memory_subs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

struct found_entry {
	struct found_sub sub;
	uint32_t nr; /* how many its list had before */
	bool of_model; /* of a list that others may have as their model */
	UT_hash_handle hh; /* by what was found of .sub */
};

#define FOUND_KEY offsetof(struct found_sub, eval_file)

struct memory_subs_text {
	UT_hash_handle hh;
	char text[];
};

struct memory_subs {
	unsigned refs; /* the profiles of its process, and the processes that it has forked */
	struct memory_subs *parent;
	unsigned generation; /* how many parents there are */
	struct memory_subs *model; /* NULL: none */
	uint8_t *in_model; /* of the first model_cnt of its subs, those that are here, too: a bit each */
	uint32_t model_cnt;
	uint32_t shared_cnt; /* bits that are set */
	struct found_entry *subs; /* that are not the model's */
	struct memory_subs_text *texts;
	unsigned eval_cnt; /* of .subs, those in string evals */
	uint64_t spent_ns;
	unsigned waits; /* how often somebody is still to look */
	bool incomplete;
};

struct memory_subs *memory_subs_new(struct memory_subs *parent)
{
	struct memory_subs *f = calloc(1, sizeof(*f));

	if (!f)
		return NULL;
	f->refs = 1;
	f->incomplete = parent && parent->generation >= FOUND_GENERATIONS;
	if (!parent || f->incomplete)
		return f;
	f->parent = memory_subs_share(parent);
	f->generation = parent->generation + 1;
	return f;
}

struct memory_subs *memory_subs_share(struct memory_subs *f)
{
	f->refs++;
	return f;
}

static void free_lists(struct memory_subs *f)
{
	struct found_entry *sub, *next_sub;
	struct memory_subs_text *text, *next_text;

	free(f->in_model);
	HASH_ITER(hh, f->subs, sub, next_sub) {
		HASH_DEL(f->subs, sub);
		free(sub);
	}
	HASH_ITER(hh, f->texts, text, next_text) {
		HASH_DEL(f->texts, text);
		free(text);
	}
}

void memory_subs_free(struct memory_subs *f)
{
	struct memory_subs *parent;

	for (; f && !--f->refs; f = parent) {
		parent = f->parent;
		free_lists(f);
		memory_subs_free(
			f->model); /* which has none itself, and nor has its parent: it was met late */
		free(f);
	}
}

/* ---------------------------------------------------------------------- a model */

bool memory_subs_is_shared(const struct memory_subs *f)
{
	return f->refs > 1;
}

bool memory_subs_has_model(const struct memory_subs *f)
{
	return f->model != NULL;
}

bool memory_subs_take_model(struct memory_subs *f, struct memory_subs *model)
{
	uint32_t cnt = HASH_COUNT(model->subs);

	if (f == model || f->model || f->subs || model->model || model->parent)
		return false;
	f->in_model = calloc(cnt / 8 + 1, 1);
	if (!f->in_model)
		return false;
	f->model = memory_subs_share(model);
	f->model_cnt = cnt;
	return true;
}

static bool has_of_model(const struct memory_subs *f, const struct found_entry *entry)
{
	return entry->nr < f->model_cnt && (f->in_model[entry->nr / 8] & 1u << entry->nr % 8);
}

/* Is it the same there, to the last bit?  Then a bit is all that is kept. */
static bool add_by_model(struct memory_subs *f, const struct found_sub *sub)
{
	struct found_entry *entry = NULL;

	if (!f->model || sub->eval)
		return false;
	HASH_FIND(hh, f->model->subs, sub, FOUND_KEY, entry);
	if (!entry || entry->nr >= f->model_cnt)
		return false;
	f->shared_cnt += !has_of_model(f, entry);
	f->in_model[entry->nr / 8] |= (uint8_t)(1u << entry->nr % 8);
	return true;
}

/*
 * From that one of the model's on, the first that is here, too; then come those that are not the
 * model's.
 */
static struct found_sub *next_shared(struct memory_subs *f, struct found_entry *entry)
{
	while (entry && !has_of_model(f, entry))
		entry = entry->hh.next;
	entry = entry ?: f->subs;
	return entry ? &entry->sub : NULL;
}

/* ----------------------------------------------------------------------- the list */

static struct memory_subs_text *find_text(const struct memory_subs *f, const char *text, size_t len)
{
	struct memory_subs_text *known;

	HASH_FIND(hh, f->texts, text, len, known);
	return known;
}

const char *memory_subs_text(struct memory_subs *f, const char *text)
{
	size_t len = strlen(text);
	struct memory_subs_text *known = f->model ? find_text(f->model, text, len) : NULL;

	known = known ?: find_text(f, text, len);
	if (known)
		return known->text;
	known = malloc(sizeof(*known) + len + 1);
	if (!known)
		return NULL;
	memcpy(known->text, text, len + 1);
	HASH_ADD(hh, f->texts, text, len, known);
	return known->text;
}

int memory_subs_add(struct memory_subs *f, const struct found_sub *sub)
{
	struct found_entry *entry;

	if (add_by_model(f, sub))
		return 0;
	HASH_FIND(hh, f->subs, sub, FOUND_KEY, entry);
	if (entry)
		return 0;
	if (HASH_COUNT(f->subs) + f->shared_cnt >= FOUND_MAX)
		return -ENOSPC;
	entry = calloc(1, sizeof(*entry));
	if (!entry)
		return -ENOMEM;
	entry->sub = *sub;
	entry->nr = HASH_COUNT(f->subs);
	entry->of_model = !f->model;
	HASH_ADD(hh, f->subs, sub, FOUND_KEY, entry);
	f->eval_cnt += sub->eval != 0;
	return 0;
}

struct found_sub *memory_subs_next(struct memory_subs *f, const struct found_sub *sub)
{
	const struct found_entry *entry = (const struct found_entry *)sub;

	if (f->model && !entry)
		return next_shared(f, f->model->subs);
	if (f->model && entry->of_model)
		return next_shared(f, entry->hh.next);
	entry = entry ? entry->hh.next : f->subs;
	return entry ? (struct found_sub *)&entry->sub : NULL;
}

/* None of these is the model's. */
struct found_sub *memory_subs_next_of_eval(struct memory_subs *f, const struct found_sub *sub)
{
	struct found_entry *entry = sub ? ((const struct found_entry *)sub)->hh.next : f->subs;

	while (f->eval_cnt && entry && !entry->sub.eval)
		entry = entry->hh.next;
	return f->eval_cnt && entry ? &entry->sub : NULL;
}

struct memory_subs *memory_subs_parent(const struct memory_subs *f)
{
	return f->parent;
}

void memory_subs_add_time(struct memory_subs *f, uint64_t ns)
{
	f->spent_ns += ns;
}

uint64_t memory_subs_time_left(const struct memory_subs *f, uint64_t limit_ns)
{
	return limit_ns > f->spent_ns ? limit_ns - f->spent_ns : 0;
}

void memory_subs_set_incomplete(struct memory_subs *f)
{
	f->incomplete = true;
}

void memory_subs_wait(struct memory_subs *f)
{
	f->waits++;
}

void memory_subs_end_wait(struct memory_subs *f)
{
	f->waits--;
}

bool memory_subs_is_incomplete(const struct memory_subs *f)
{
	for (; f && !f->incomplete && !f->waits; f = f->parent)
		;
	return f != NULL;
}
