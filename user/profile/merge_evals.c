// SPDX-License-Identifier: GPL-2.0-or-later
/* Evals by place and source. */
#include "merge_evals.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#include "profile/merge.h"
#include "profile/profile.h"

struct place_id {
	uint32_t fid; /* of the sum */
	uint32_t line;
};

struct eval_id {
	struct place_id place;
	uint64_t source; /* hash of it, or of the name */
};

struct merge_eval {
	struct eval_id id;
	uint32_t fid;
	UT_hash_handle hh;
};

struct merge_place {
	struct place_id id;
	uint32_t cnt; /* of evals with a file of their own */
	uint32_t last; /* the last one's fid */
	UT_hash_handle hh;
};

void merge_evals_release(struct merge_evals *e)
{
	struct merge_eval *eval, *next_eval;
	struct merge_place *place, *next_place;

	HASH_ITER(hh, e->known, eval, next_eval) {
		HASH_DEL(e->known, eval);
		free(eval);
	}
	HASH_ITER(hh, e->places, place, next_place) {
		HASH_DEL(e->places, place);
		free(place);
	}
}

/* FNV-1a */
static uint64_t hash_text(const char *text, size_t len)
{
	uint64_t hash = 0xcbf29ce484222325ull;
	size_t i;

	for (i = 0; i < len; i++)
		hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3ull;
	return hash;
}

static struct merge_place *place_of(struct merge_evals *e, const struct place_id *id)
{
	struct merge_place *place;

	HASH_FIND(hh, e->places, id, sizeof(*id), place);
	if (place)
		return place;
	place = calloc(1, sizeof(*place));
	if (!place)
		return NULL;
	place->id = *id;
	HASH_ADD(hh, e->places, id, sizeof(place->id), place);
	return place;
}

/* The number in "(eval 12)[file:3]"; 0: there is none. */
static uint32_t number_of(const char *name, int *len)
{
	unsigned number = 0;

	*len = 0;
	return sscanf(name, "(eval %9u)%n", &number, len) == 1 && *len ? number : 0;
}

/* A file under the eval's name, or under one that nobody has. */
static struct profile_file *make_file(struct merge_evals *e, struct profile *p,
				      const struct profile_file *eval, uint32_t parent)
{
	struct profile_file *file = NULL, *taken;
	uint32_t number;
	char *name;
	int len;

	number = number_of(eval->name, &len);
	if (number > e->highest)
		e->highest = number;
	HASH_FIND_STR(p->files_by_name, eval->name, taken);
	if (!taken)
		return profile_file(p, eval->name, parent, eval->eval_line, eval->flags);
	do {
		if (asprintf(&name, "(eval %u)%s", ++e->highest, eval->name + len) < 0)
			return NULL;
		HASH_FIND_STR(p->files_by_name, name, taken);
		if (!taken)
			file = profile_file(p, name, parent, eval->eval_line, eval->flags);
		free(name);
	} while (taken);
	return file;
}

struct profile_file *merge_evals_file(struct merge_evals *e, struct profile *p,
				      const struct profile_file *eval, uint32_t parent)
{
	struct eval_id id = { .place = { .fid = parent, .line = eval->eval_line } };
	struct merge_place *place = place_of(e, &id.place);
	struct merge_eval *known;
	struct profile_file *file;

	id.source = eval->source ? hash_text(eval->source, eval->source_len) :
				   ~hash_text(eval->name, strlen(eval->name));
	HASH_FIND(hh, e->known, &id, sizeof(id), known);
	if (known)
		return profile_find_fid(p, known->fid);
	if (!place)
		return NULL;
	if (place->cnt >= MERGE_EVALS)
		return profile_find_fid(p, place->last);
	file = make_file(e, p, eval, parent);
	known = file ? calloc(1, sizeof(*known)) : NULL;
	if (!known)
		return NULL;
	known->id = id;
	known->fid = place->last = file->fid;
	place->cnt++;
	HASH_ADD(hh, e->known, id, sizeof(known->id), known);
	return file;
}
