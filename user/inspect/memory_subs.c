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

struct found_text {
	UT_hash_handle hh;
	char text[];
};

struct found {
	unsigned refs; /* the profiles of its process, and the processes that it has forked */
	struct found *parent;
	unsigned generation; /* how many parents there are */
	struct found *model; /* NULL: none */
	uint8_t *in_model; /* of the first model_cnt of its subs, those that are here, too: a bit each */
	uint32_t model_cnt;
	uint32_t shared_cnt; /* bits that are set */
	struct found_entry *subs; /* that are not the model's */
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

void found_free(struct found *f)
{
	struct found *parent;

	for (; f && !--f->refs; f = parent) {
		parent = f->parent;
		free_lists(f);
		found_free(
			f->model); /* which has none itself, and nor has its parent: it was met late */
		free(f);
	}
}

/* ---------------------------------------------------------------------- a model */

bool found_is_shared(const struct found *f)
{
	return f->refs > 1;
}

bool found_has_model(const struct found *f)
{
	return f->model != NULL;
}

bool found_take_model(struct found *f, struct found *model)
{
	uint32_t cnt = HASH_COUNT(model->subs);

	if (f == model || f->model || f->subs || model->model || model->parent)
		return false;
	f->in_model = calloc(cnt / 8 + 1, 1);
	if (!f->in_model)
		return false;
	f->model = found_share(model);
	f->model_cnt = cnt;
	return true;
}

static bool has_of_model(const struct found *f, const struct found_entry *entry)
{
	return entry->nr < f->model_cnt && (f->in_model[entry->nr / 8] & 1u << entry->nr % 8);
}

/* Is it the same there, to the last bit?  Then a bit is all that is kept. */
static bool add_by_model(struct found *f, const struct found_sub *sub)
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

/* From that one of the model's on, the first that is here, too; then come those that are not the model's. */
static struct found_sub *next_shared(struct found *f, struct found_entry *entry)
{
	while (entry && !has_of_model(f, entry))
		entry = entry->hh.next;
	entry = entry ?: f->subs;
	return entry ? &entry->sub : NULL;
}

/* ----------------------------------------------------------------------- the list */

static struct found_text *find_text(const struct found *f, const char *text, size_t len)
{
	struct found_text *known;

	HASH_FIND(hh, f->texts, text, len, known);
	return known;
}

const char *found_text(struct found *f, const char *text)
{
	size_t len = strlen(text);
	struct found_text *known = f->model ? find_text(f->model, text, len) : NULL;

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

int found_add(struct found *f, const struct found_sub *sub)
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

struct found_sub *found_next(struct found *f, const struct found_sub *sub)
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
struct found_sub *found_next_of_eval(struct found *f, const struct found_sub *sub)
{
	struct found_entry *entry = sub ? ((const struct found_entry *)sub)->hh.next : f->subs;

	while (f->eval_cnt && entry && !entry->sub.eval)
		entry = entry->hh.next;
	return f->eval_cnt && entry ? &entry->sub : NULL;
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
