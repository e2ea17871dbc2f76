// SPDX-License-Identifier: GPL-2.0-or-later
/* Reads the strings that bpf/names/string.bpf.h writes. */
#include "tracee/names.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#include "attach/object_maps.h"
#include "nytprof/budgets.h"
#include "nytprof/caches.h"
#include "nytprof/interp.h"
#include "nytprof/limits.h"
#include "nytprof/node_hash.h"
#include "perl/utf8.h"
#include "util/cleanup.h"

struct name_entry {
	uint32_t id;
	struct name name;
	UT_hash_handle hh;
};

struct sub_entry {
	uint32_t id;
	struct sub sub;
	UT_hash_handle hh;
};

/*
 * A piece of source that was removed from the map. An eval that was compiled before the removal,
 * but is collected later, may still name it.
 */
struct piece {
	uint32_t id;
	uint32_t age; /* in collections */
	uint64_t hash;
	uint32_t len;
	char *text;
	UT_hash_handle hh;
};

struct names {
	struct maps maps;
	struct piece *taken;
	struct name_entry *strings;
	struct sub_entry *subs;
	struct usage removed; /* the BPF programs read this */
};

struct names *names_new(const struct maps *maps)
{
	struct names *n = calloc(1, sizeof(*n));

	if (n)
		n->maps = *maps;
	return n;
}

static void free_name(struct name_entry *entry)
{
	if (entry && entry->name.utf8 != entry->name.text)
		free(entry->name.utf8);
	if (entry)
		free(entry->name.text);
	free(entry);
}

static void free_piece(struct names *n, struct piece *piece)
{
	HASH_DEL(n->taken, piece);
	free(piece->text);
	free(piece);
}

void names_free(struct names *n)
{
	struct name_entry *name, *next_name;
	struct sub_entry *sub, *next_sub;

	if (!n)
		return;
	HASH_ITER(hh, n->strings, name, next_name) {
		HASH_DEL(n->strings, name);
		free_name(name);
	}
	HASH_ITER(hh, n->subs, sub, next_sub) {
		HASH_DEL(n->subs, sub);
		free(sub);
	}
	while (n->taken)
		free_piece(n, n->taken);
	free(n);
}

/* Joins the parts of a string. The head was already read. */
static int pull_text(struct names *n, uint32_t id, const struct string_head *head, char *text)
{
	struct string_key key = { .id = id };
	struct string_part part;
	uint32_t at = sizeof(head->data), len = head->len;

	memcpy(text, head->data, len < at ? len : at);
	for (key.part = 1; at < len; key.part++, at += sizeof(part.data)) {
		uint32_t size = len - at < sizeof(part.data) ? len - at : sizeof(part.data);

		if (bpf_map_lookup_elem(n->maps.strings, &key, &part))
			return -ENOENT;
		memcpy(text + at, part.data, size);
	}
	text[len] = '\0';
	return 0;
}

static struct name_entry *pull_string(struct names *n, uint32_t id)
{
	struct string_key key = { .id = id };
	struct string_part part;
	struct name_entry *entry;
	char *text;

	if (bpf_map_lookup_elem(n->maps.strings, &key, &part) || part.head.len > STRING_MAX)
		return NULL;
	entry = calloc(1, sizeof(*entry));
	text = malloc(part.head.len + 1ul);
	if (!entry || !text || pull_text(n, id, &part.head, text)) {
		free(entry);
		free(text);
		return NULL;
	}
	entry->id = id;
	entry->name.text = entry->name.utf8 = text;
	entry->name.len = part.head.len;
	if (!(part.head.flags & STRING_UTF8) && !utf8_is(text))
		entry->name.utf8 = utf8_from_latin1(text);
	if (!entry->name.utf8) {
		free_name(entry);
		return NULL;
	}
	return entry;
}

const struct name *names_string(struct names *n, uint32_t id)
{
	struct name_entry *entry;

	HASH_FIND(hh, n->strings, &id, sizeof(id), entry);
	if (!entry && id) {
		entry = pull_string(n, id);
		if (entry)
			HASH_ADD(hh, n->strings, id, sizeof(id), entry);
	}
	return entry ? &entry->name : NULL;
}

const struct sub *names_sub(struct names *n, uint32_t id)
{
	struct sub_entry *entry;
	struct sub sub;

	HASH_FIND(hh, n->subs, &id, sizeof(id), entry);
	if (!entry && id && !bpf_map_lookup_elem(n->maps.subs, &id, &sub)) {
		entry = calloc(1, sizeof(*entry));
		if (!entry)
			return NULL;
		entry->id = id;
		entry->sub = sub;
		HASH_ADD(hh, n->subs, id, sizeof(id), entry);
	}
	return entry ? &entry->sub : NULL;
}

/* Copies a piece of source to text, which has room for it. Returns its length, or -ENOENT. */
static int pull_piece(struct names *n, uint32_t id, uint32_t room, char *text, uint64_t *hash)
{
	struct string_key key = { .id = id };
	struct string_part part;
	struct piece *piece;

	if (id && !bpf_map_lookup_elem(n->maps.strings, &key, &part) && part.head.len <= room &&
	    !pull_text(n, id, &part.head, text)) {
		*hash = part.head.hash[0];
		return (int)part.head.len;
	}
	HASH_FIND(hh, n->taken, &id, sizeof(id), piece);
	if (!piece || piece->len > room)
		return -ENOENT;
	memcpy(text, piece->text, piece->len + 1ul);
	*hash = piece->hash;
	return (int)piece->len;
}

const struct name *names_cwd(struct names *n, uint32_t interp, uint32_t file)
{
	struct cwd_key key = { .family = interp, .file = file };
	struct known_cwd known;
	struct interp in;

	if (!bpf_map_lookup_elem(n->maps.interps, &interp, &in) && in.family)
		key.family = in.family;
	if (bpf_map_lookup_elem(n->maps.cwds, &key, &known) || known.check != LRU_CHECK(&key))
		return NULL;
	return names_string(n, known.cwd);
}

/*
 * Joins the pieces in text, which has room for len bytes and a NUL. Returns the length, or -ENOENT.
 */
static int join_pieces(struct names *n, const struct eval *eval, uint32_t len, char *text)
{
	uint64_t source = hash_pair(EVAL_TEXT, eval->len), hash = 0;
	uint32_t at = 0, i;

	for (i = 0; i < EVAL_PIECES && at < len; i++) {
		int got = pull_piece(n, eval->pieces[i], len - at, text + at, &hash);

		if (got <= 0)
			return -ENOENT;
		source = hash_pair(source, hash);
		at += (uint32_t)got;
	}
	/* The id may name other text by now. */
	return source == eval->source ? (int)at : -ENOENT;
}

/* Formats a number as perl does (sv.c, Perl_sv_2pv_flags, 5.36). */
static int number_text(const struct eval *eval, char *text)
{
	double nv;

	if (eval->kind == EVAL_IV)
		return sprintf(text, "%lld", (long long)eval->number);
	memcpy(&nv, &eval->number, sizeof(nv));
	return sprintf(text, "%.15g", nv);
}

int names_source(struct names *n, const struct eval *eval, char **source, size_t *source_len)
{
	const uint32_t most = EVAL_PIECES * STRING_MAX;
	uint32_t len = eval->len < most ? eval->len : most;
	char *text __cleanup(free_ptr) = malloc(len + 128ul);
	int at;

	if (!text)
		return -ENOMEM;
	at = eval->kind == EVAL_TEXT ? join_pieces(n, eval, len, text) : number_text(eval, text);
	if (at < 0)
		return at;
	if (eval->len > most)
		at += sprintf(text + at, "\n# nytprof-bpf kept %u of %u bytes", most, eval->len);
	/* perl appends a semicolon (toke.c, Perl_lex_start, 5.36) */
	at += sprintf(text + at, "\n;");
	*source_len = (size_t)at;
	*source = realloc(text, (size_t)at + 1);
	if (*source)
		text = NULL;
	return *source ? 0 : -ENOMEM;
}

/* If memory is short, the piece is not kept, and an eval may have no source. */
static void keep_piece(struct names *n, uint32_t id, const struct string_head *head)
{
	struct piece *piece;

	HASH_FIND(hh, n->taken, &id, sizeof(id), piece);
	if (piece)
		free_piece(n, piece);
	piece = calloc(1, sizeof(*piece));
	if (piece)
		piece->text = malloc(head->len + 1ul);
	if (!piece || !piece->text || pull_text(n, id, head, piece->text)) {
		if (piece)
			free(piece->text);
		free(piece);
		return;
	}
	piece->id = id;
	piece->hash = head->hash[0];
	piece->len = head->len;
	HASH_ADD(hh, n->taken, id, sizeof(id), piece);
}

void names_age_source(struct names *n)
{
	struct piece *piece, *next;

	HASH_ITER(hh, n->taken, piece, next) {
		if (piece->age++)
			free_piece(n, piece);
	}
}

/* Removes the head first: a reader who finds the head then finds all parts. */
static void forget_piece(struct names *n, uint32_t id)
{
	struct string_key key = { .id = id };
	struct string_part part;
	uint32_t parts, len;

	if (!id || bpf_map_lookup_elem(n->maps.strings, &key, &part) ||
	    !(part.head.flags & STRING_SOURCE) || part.head.len > STRING_MAX)
		return;
	keep_piece(n, id, &part.head);
	len = part.head.len;
	for (parts = 0; parts <= len / STRING_PART + 1; parts++) {
		key.part = parts;
		bpf_map_delete_elem(n->maps.strings, &key);
	}
	n->removed.string_parts += 1 + len / STRING_PART; /* as string_store counts them */
}

void names_forget_source(struct names *n, const struct eval *eval)
{
	uint32_t which = USAGE_REMOVED, i;

	for (i = 0; i < EVAL_PIECES && eval->pieces[i]; i++)
		forget_piece(n, eval->pieces[i]);
	if (i)
		bpf_map_update_elem(n->maps.usages, &which, &n->removed, BPF_ANY);
}
