// SPDX-License-Identifier: GPL-2.0-or-later
/* Subs whose code is in string evals, and which subs of a process were defined. */
#include <errno.h>
#include <stdlib.h>
#include <uthash.h>

#include "evals/evals.h"
#include "evals/evals_parts.h"
#include "util/sort.h"

/* ------------------------------------------------------------------- in evals */

int evals_add_sub(struct evals *e, const struct sub_key *key, const struct sub *sub)
{
	const struct eval_key in = { .interp = key->interp, .seq = sub->file & ~FILE_EVAL };
	static const struct eval unseen;
	uint32_t number = evals_find(e, &in);
	struct sub own = *sub;

	if (number == EVAL_NO_FILE)
		number = evals_add(e, &in, &unseen);
	if (number == EVAL_NO_FILE)
		return -ENOMEM;
	own.file = number;
	own.interp = 0;
	number = sub_table_add(&e->table, &own);
	return number == NUMBER_NONE ? -ENOMEM :
				       numbers_set(&e->table.by_id, key->interp, key->id, number);
}

/* A sub of the process that forked this one, among ours. */
static uint32_t inherit_sub(struct evals *e, uint32_t interp, const struct sub *theirs)
{
	const struct eval_file *file = evals_file(e->parent, theirs->file);
	const struct eval_key in = { .interp = interp, .seq = file->seq };
	struct sub own = *theirs;

	own.file = evals_find(e, &in);
	return own.file == EVAL_NO_FILE ? NUMBER_NONE : sub_table_add(&e->table, &own);
}

uint32_t evals_sub_number(struct evals *e, const struct sub_key *key)
{
	uint32_t number = numbers_find(&e->table.by_id, key->interp, key->id);
	struct sub_key theirs = { .interp = e->parent_interp, .id = key->id };
	const struct sub *inherited;

	if (number != NUMBER_NONE || !e->parent)
		return number;
	inherited = evals_sub(e->parent, evals_sub_number(e->parent, &theirs));
	return inherited ? inherit_sub(e, key->interp, inherited) : NUMBER_NONE;
}

const struct sub *evals_sub(const struct evals *e, uint32_t number)
{
	return sub_table_sub(&e->table, number);
}

/* --------------------------------------------------------------------- defined */

int evals_define(struct evals *e, const struct sub_key *key, uint64_t at)
{
	uint32_t id = key->id;
	struct defined *d;

	if (id & SUB_OF_EVAL) {
		id = numbers_find(&e->table.by_id, key->interp, id);
		if (id == NUMBER_NONE)
			return 0;
		id |= SUB_OF_EVAL;
	}
	HASH_FIND(hh, e->table.defined, &id, sizeof(id), d);
	if (!d) {
		d = calloc(1, sizeof(*d));
		if (!d)
			return -ENOMEM;
		d->sub.id = id;
		HASH_ADD(hh, e->table.defined, sub.id, sizeof(id), d);
	}
	if (at > d->sub.at)
		d->sub.at = at;
	return 0;
}

bool evals_has_defined(struct evals *e, const struct sub_key *key)
{
	const struct defined *d = NULL;
	const struct evals *from;
	uint32_t id = key->id;

	if (id & SUB_OF_EVAL) {
		id = numbers_find(&e->table.by_id, key->interp, id);
		if (id == NUMBER_NONE)
			return true;
		id |= SUB_OF_EVAL;
	}
	for (from = e; from && !d; from = from->parent)
		HASH_FIND(hh, from->table.defined, &id, sizeof(id), d);
	return d;
}

static int compare_defined(const void *a, const void *b)
{
	const struct defined_sub *x = a, *y = b;

	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	return x->id < y->id ? -1 : x->id > y->id;
}

struct defined_sub *evals_defined(struct evals *e, size_t *cnt)
{
	const struct evals *from;
	struct defined_sub *all;
	const struct defined *d;
	uint64_t until = UINT64_MAX;
	uint32_t number;
	size_t room = 1;

	for (from = e; from; from = from->parent)
		room += HASH_COUNT(from->table.defined);
	all = calloc(room, sizeof(*all));
	*cnt = 0;
	for (from = e; from && all; until = from->forked_at, from = from->parent) {
		for (d = from->table.defined; d; d = d->hh.next) {
			number = d->sub.id & ~SUB_OF_EVAL;
			if (d->sub.id & SUB_OF_EVAL && from == e->parent)
				number = inherit_sub(e, 0, evals_sub(from, number));
			if (d->sub.at >= until || number == NUMBER_NONE ||
			    (d->sub.id & SUB_OF_EVAL && from != e && from != e->parent))
				continue;
			all[*cnt] = d->sub;
			all[(*cnt)++].id = number | (d->sub.id & SUB_OF_EVAL);
		}
	}
	if (all)
		sort(all, *cnt, sizeof(*all), compare_defined);
	return all;
}
