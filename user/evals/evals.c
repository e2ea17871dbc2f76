// SPDX-License-Identifier: GPL-2.0-or-later
/* Evals to files, by place and source; knows neither maps nor profiles. */
#include "evals/evals.h"

#include <errno.h>
#include <stdlib.h>
#include <uthash.h>

#include "evals/evals_parts.h"
#include "util/allowance.h"

struct eval_place {
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

struct evals *evals_new(struct evals *parent, uint32_t parent_interp, uint64_t forked_at)
{
	struct evals *e = calloc(1, sizeof(*e));

	if (!e)
		return NULL;
	e->refs = 1;
	e->parent_interp = parent_interp;
	e->forked_at = forked_at;
	e->cut = parent && (parent->cut || parent->generation >= EVALS_GENERATIONS);
	if (!parent || parent->generation >= EVALS_GENERATIONS)
		return e;
	e->parent = parent;
	e->generation = parent->generation + 1;
	parent->refs++;
	return e;
}

void evals_charge(struct evals *e, struct allowance *allowance, uint32_t user)
{
	e->allowance = allowance;
	e->user = user;
}

static bool charge(struct evals *e, size_t bytes)
{
	if (!allowance_take(e->allowance, e->user, bytes))
		return false;
	e->charged += bytes;
	return true;
}

struct evals *evals_share(struct evals *e)
{
	e->refs++;
	return e;
}

static void free_files(struct evals *e)
{
	struct eval_place *place, *next_place;
	struct known *known, *next_known;
	struct text *text, *next_text;

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
}

void evals_free(struct evals *e)
{
	struct evals *parent;

	for (; e && !--e->refs; e = parent) {
		parent = e->parent;
		numbers_release(&e->by_seq);
		clones_release(&e->clones);
		sub_table_release(&e->table);
		free_files(e);
		allowance_give(e->allowance, e->user, e->charged);
		free(e);
	}
}

void evals_drop(struct evals *e, uint32_t interp)
{
	if (e->refs > 1)
		return; /* those that it has forked go on with them */
	if (!clones_drop(&e->clones, interp))
		return; /* and so do its clones */
	numbers_drop(&e->by_seq, interp);
	numbers_drop(&e->table.by_id, interp);
}

int evals_clone(struct evals *e, uint32_t interp, uint32_t from, uint32_t seq)
{
	return clones_add(&e->clones, interp, from, seq);
}

/* ------------------------------------------------------------- file of an eval */

static struct eval_place *get_place(struct evals *e, uint32_t file, uint32_t line)
{
	struct eval_place *place, wanted = { .id = { file, line } };

	HASH_FIND(hh, e->places, &wanted.id, sizeof(wanted.id), place);
	if (place)
		return place;
	/* It has a file at least, the last one.  Without room for that its evals are at no place. */
	if (file && !charge(e, sizeof(*place) + EVAL_FILE_SIZE))
		return get_place(e, 0, 1);
	place = calloc(1, sizeof(*place));
	if (!place)
		return NULL;
	place->id = wanted.id;
	place->nr = HASH_COUNT(e->places);
	HASH_ADD(hh, e->places, id, sizeof(place->id), place);
	return place;
}

static struct known *find_known(const struct evals *e, const struct eval_place *place,
				uint64_t source)
{
	struct known *known, wanted = { .id = { .source = source, .place = place->nr } };

	HASH_FIND(hh, e->known, &wanted.id, sizeof(wanted.id), known);
	return known;
}

static int note_known(struct evals *e, const struct eval_place *place, uint64_t source,
		      uint32_t number)
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

	if (e->cnt < e->room)
		return 0;
	files = reallocarray(e->files, room, sizeof(*files));
	if (!files)
		return -ENOMEM;
	e->files = files;
	e->room = room;
	return 0;
}

static uint32_t make_file(struct evals *e, struct eval_place *place, uint32_t seq,
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
				    .source = eval->source,
				    .has_source = eval->kind != EVAL_UNKNOWN };
	HASH_FIND(hh, e->texts, &eval->source, sizeof(eval->source), text);
	if (text && eval->source) {
		file->text = text->text;
		file->len = text->len;
	}
	place->files++;
	return e->cnt++;
}

/* The last file of a place, for whatever comes. */
static uint32_t join_rest(struct evals *e, struct eval_place *place, uint32_t seq,
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

static uint32_t choose_file(struct evals *e, struct eval_place *place, uint32_t seq,
			    const struct eval *eval)
{
	const struct known *known;
	bool apart = place->evals++ < EVALS_APART && e->cnt < EVALS_ALL;

	if (apart && charge(e, EVAL_FILE_SIZE))
		return make_file(e, place, seq, eval);
	known = find_known(e, place, eval->source);
	if (known)
		return known->number;
	if (!apart && place->files < EVALS_FILES && e->cnt < EVALS_ALL && charge(e, EVAL_FILE_SIZE))
		return make_file(e, place, seq, eval);
	return join_rest(e, place, seq, eval);
}

static uint32_t add_at(struct evals *e, const struct eval_key *key, uint32_t file,
		       const struct eval *eval)
{
	struct eval_place *place = get_place(e, file, file ? eval->line ?: 1 : 1);
	uint32_t number = place ? choose_file(e, place, key->seq, eval) : EVAL_NO_FILE;

	if (number == EVAL_NO_FILE || numbers_set(&e->by_seq, key->interp, key->seq, number))
		return EVAL_NO_FILE;
	e->merged += e->files[number].evals++ > 0;
	return number;
}

uint32_t evals_add(struct evals *e, const struct eval_key *key, const struct eval *eval)
{
	uint32_t file = eval->file, number = numbers_find(&e->by_seq, key->interp, key->seq);
	const struct eval_key outer = { .interp = key->interp, .seq = file & ~FILE_EVAL };

	if (number != EVAL_NO_FILE)
		return number;
	if (file & FILE_EVAL) {
		number = evals_find(e, &outer);
		file = number == EVAL_NO_FILE ? 0 : FILE_EVAL | number;
	}
	return add_at(e, key, file, eval);
}

/* One that an interpreter has from those that it is a clone of. */
static uint32_t find_cloned(struct evals *e, const struct eval_key *key)
{
	uint32_t number = EVAL_NO_FILE, from = key->interp;

	while (number == EVAL_NO_FILE) {
		from = clones_origin(&e->clones, from, key->seq);
		if (!from)
			return EVAL_NO_FILE;
		number = numbers_find(&e->by_seq, from, key->seq);
	}
	return numbers_set(&e->by_seq, key->interp, key->seq, number) ? EVAL_NO_FILE : number;
}

/* One that this process has compiled, or taken over before. */
static uint32_t find_own(struct evals *e, const struct eval_key *key)
{
	uint32_t number = numbers_find(&e->by_seq, key->interp, key->seq);

	return number == EVAL_NO_FILE ? find_cloned(e, key) : number;
}

/* A file of the process that forked this one, as one at a place of ours. */
static uint32_t take_over(struct evals *e, const struct eval_key *key, const struct eval_file *from,
			  uint32_t place)
{
	const struct eval eval = { .line = from->line,
				   .source = from->source,
				   .kind = from->has_source ? EVAL_TEXT : EVAL_UNKNOWN };
	uint32_t number = add_at(e, key, place, &eval);

	if (number != EVAL_NO_FILE && !e->files[number].text) {
		/* The parent lives as long as we do. */
		e->files[number].seq = from->seq;
		e->files[number].text = from->text;
		e->files[number].len = from->len;
	}
	return number;
}

/*
 * One that the process has from the one that forked it, after those that it is in and that are not
 * known yet, the outermost first.  Only the first step changes anything of the parent's.
 */
static uint32_t inherit(struct evals *e, const struct eval_key *key)
{
	struct eval_key theirs = { .interp = e->parent_interp, .seq = key->seq },
			own = { .interp = key->interp };
	uint32_t within[EVALS_NESTED], cnt = 0, place = 0, known,
				       number = evals_find(e->parent, &theirs);
	const struct eval_file *from;

	if (number == EVAL_NO_FILE)
		return EVAL_NO_FILE;
	for (known = EVAL_NO_FILE; known == EVAL_NO_FILE && cnt < EVALS_NESTED;) {
		within[cnt++] = number;
		place = evals_file(e->parent, number)->file;
		if (!(place & FILE_EVAL))
			break;
		number = place & ~FILE_EVAL;
		own.seq = evals_file(e->parent, number)->seq;
		known = find_own(e, &own);
		place = known == EVAL_NO_FILE ? 0 : FILE_EVAL | known;
	}
	do {
		from = evals_file(e->parent, within[--cnt]);
		own.seq = cnt ? from->seq : key->seq;
		number = take_over(e, &own, from, place);
		place = number == EVAL_NO_FILE ? 0 : FILE_EVAL | number;
	} while (cnt);
	return number;
}

uint32_t evals_find(struct evals *e, const struct eval_key *key)
{
	uint32_t number = find_own(e, key);

	return number == EVAL_NO_FILE && e->parent ? inherit(e, key) : number;
}

/* -------------------------------------------------------------------- files */

const struct eval_file *evals_file(const struct evals *e, uint32_t number)
{
	return number < e->cnt ? &e->files[number] : NULL;
}

bool evals_are_cut(const struct evals *e)
{
	return e->cut;
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
	return file && file->has_source && !file->text && file->evals == 1 && file->source &&
	       e->text_bytes < SOURCES_MAX;
}

int evals_set_text(struct evals *e, uint32_t number, char *copy, size_t len)
{
	struct text *text = calloc(1, sizeof(*text));
	bool room = text && charge(e, len + sizeof(*text));

	if (!room) {
		free(copy);
		free(text);
		return text ? -ENOSPC : -ENOMEM;
	}
	text->source = e->files[number].source;
	text->text = copy;
	text->len = len;
	HASH_ADD(hh, e->texts, source, sizeof(text->source), text);
	e->text_bytes += len;
	e->files[number].text = copy;
	e->files[number].len = len;
	return 0;
}

void evals_each_text(const struct evals *e, bool (*each)(void *arg, const char *text, size_t len),
		     void *arg)
{
	const struct text *text;

	for (; e; e = e->parent) {
		for (text = e->texts; text; text = text->hh.next) {
			if (!each(arg, text->text, text->len))
				return;
		}
	}
}
