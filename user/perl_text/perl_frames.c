// SPDX-License-Identifier: GPL-2.0-or-later
/* What brackets open and close: statements, blocks, subs. */
#include "perl_text/perl_scan.h"

#include <stdlib.h>
#include <string.h>

#include "perl_text/text_subs.h"

#define SUBS_MAX 65536u

/* ------------------------------------------------------------------ what is found */

static void *grown(void *list, size_t cnt, size_t *room, size_t size)
{
	void *more;

	if (cnt < *room)
		return list;
	more = reallocarray(list, *room ? 2 * *room : 16, size);
	if (more)
		*room = *room ? 2 * *room : 16;
	return more;
}

void scan_add_hidden(void *arg, uint32_t from, uint32_t to)
{
	struct scan *sc = arg;
	struct text_subs *f = sc->found;
	struct line_range *more = grown(f->hidden, f->hidden_cnt, &f->hidden_room, sizeof(*more));

	if (!more || f->hidden_cnt >= SUBS_MAX) {
		sc->t.lost = true;
		sc->no_memory |= !more;
		return;
	}
	f->hidden = more;
	f->hidden[f->hidden_cnt++] = (struct line_range){ from, to };
}

static void add_sub(struct scan *sc, const struct text_sub *sub)
{
	struct text_subs *f = sc->found;
	struct text_sub *more;

	if (sc->t.foreign)
		return;
	more = grown(f->subs, f->cnt, &f->room, sizeof(*more));
	if (!more || f->cnt >= SUBS_MAX) {
		sc->t.lost = true;
		sc->no_memory |= !more;
		return;
	}
	f->subs = more;
	f->subs[f->cnt++] = *sub;
}

/*
 * One that may have a signature has its first statement in that, or, if it is a prototype, in the
 * block.
 */
static void add_frame(struct scan *sc, const struct frame *f)
{
	const struct header *h = &f->header;
	uint32_t close = sc->t.line;
	struct text_sub sub = {
		.first = h->first,
		.last = close,
		.first_stmt = { f->from ?: f->line, f->first_to ?: close },
		.last_stmt = { f->last_from    ?:
				       f->from ?:
						 f->line,
			       close },
		.name = h->name,
		.name_len = h->name_len,
		.unclear = f->unclear,
		.certain = f->kind == FRAME_SUB,
	};

	if (!h->only_signature)
		add_sub(sc, &sub);
	if (!h->signature)
		return;
	sub.first = h->only_signature ? h->first : h->signature;
	sub.first_stmt = (struct line_range){ h->signature, f->line };
	sub.twin = !h->only_signature;
	if (!f->last_from)
		sub.last_stmt.from = h->signature;
	add_sub(sc, &sub);
}

/* ------------------------------------------------------------------ statements */

struct frame *scan_top(struct scan *sc)
{
	return &sc->frames[sc->depth];
}

bool scan_variable_ahead(const struct scan *sc)
{
	const char *s = sc->t.s, *end = perl_text_near(&sc->t);

	while (s < end && strchr(" \t\r\n(!\\+", *s) && *s)
		s++;
	if (s < end && strchr("$@%", *s) && *s)
		return true;
	return (end - s > 3 && (!memcmp(s, "my ", 3) || !memcmp(s, "my(", 3))) ||
	       (end - s > 8 && (!memcmp(s, "defined ", 8) || !memcmp(s, "defined(", 8))) ||
	       (end - s > 4 && (!memcmp(s, "ref ", 4) || !memcmp(s, "ref(", 4)));
}

void scan_begin_statement(struct scan *sc, bool counts, bool sure)
{
	struct frame *f = scan_top(sc);

	if (f->stmt || f->open == '(' || f->open == '[')
		return;
	f->stmt = f->label ?: sc->t.line;
	f->label = 0;
	f->counts = counts;
	f->sure = sure;
	f->from = f->from ?: f->stmt;
	if (counts)
		f->last_from = f->stmt;
}

void scan_begin_term(struct scan *sc)
{
	if (!scan_top(sc)->stmt)
		scan_begin_statement(sc, true, scan_variable_ahead(sc));
}

void scan_end_statement(struct scan *sc)
{
	struct frame *f = scan_top(sc);

	if (f->stmt && f->counts && f->sure && !f->first_to)
		f->first_to = sc->t.line;
	f->stmt = 0;
	f->compound = false;
}

/* ------------------------------------------------------------------ brackets */

struct frame *scan_push(struct scan *sc, enum frame_kind kind)
{
	struct frame *f;

	if (sc->depth + 1 >= DEPTH_MAX) {
		sc->t.lost = true;
		return NULL;
	}
	f = &sc->frames[++sc->depth];
	*f = (struct frame){ .kind = kind, .open = *sc->t.s, .line = sc->t.line };
	return f;
}

void scan_open_bracket(struct scan *sc)
{
	bool call = sc->before == AFTER_WORD && sc->word == WORD_OTHER;
	struct frame *f;

	scan_begin_term(sc);
	f = scan_push(sc, FRAME_PAREN);
	if (!f)
		return;
	f->unclear = call;
	sc->t.s++;
	sc->before = AT_TERM;
}

void scan_open_sub(struct scan *sc, const struct header *h)
{
	struct frame *f = scan_push(sc, FRAME_SUB);

	if (!f)
		return;
	f->header = *h;
	sc->t.s++;
	sc->before = AT_STATEMENT;
}

static enum frame_kind kind_behind_word(const struct scan *sc)
{
	switch (sc->word) {
	case WORD_BUILTIN:
	case WORD_LIST_BLOCK:
		return FRAME_LIST;
	case WORD_VALUE_BLOCK:
		return FRAME_VALUE;
	case WORD_OPERATOR:
		return FRAME_HASH;
	case WORD_BLOCK:
	case WORD_DECLARES:
		return FRAME_BLOCK;
	case WORD_VALUE:
		return FRAME_SUBSCRIPT;
	default:
		return FRAME_MAYBE;
	}
}

static enum frame_kind brace_kind(const struct scan *sc)
{
	switch (sc->before) {
	case AT_STATEMENT:
		return FRAME_BLOCK;
	case AFTER_VARIABLE:
	case AFTER_ARROW:
	case AFTER_SIGIL:
		return FRAME_SUBSCRIPT;
	case AFTER_WORD:
		return kind_behind_word(sc);
	case AFTER_VALUE:
		return FRAME_MAYBE;
	default:
		return FRAME_HASH;
	}
}

/* An if or while: its condition, the first line of its block. */
static bool ends_compound(struct scan *sc)
{
	struct frame *f = scan_top(sc);

	return f->compound && (sc->before == AFTER_VALUE || sc->before == AFTER_VARIABLE ||
			       sc->before == AFTER_WORD);
}

void scan_open_brace(struct scan *sc)
{
	bool compound = ends_compound(sc), after_value = sc->before == AFTER_VALUE;
	enum frame_kind kind = compound ? FRAME_BLOCK : brace_kind(sc);
	struct frame *f;

	if (compound && scan_top(sc)->sure && !scan_top(sc)->first_to)
		scan_top(sc)->first_to = sc->t.line;
	scan_begin_statement(sc, true, false);
	f = scan_push(sc, kind);
	if (!f)
		return;
	f->header.first = f->line;
	f->unclear = after_value;
	sc->t.s++;
	sc->opened = kind == FRAME_SUBSCRIPT;
	sc->before = kind == FRAME_HASH || kind == FRAME_SUBSCRIPT ? AT_TERM : AT_STATEMENT;
}

void scan_close_brace(struct scan *sc)
{
	struct frame *f = scan_top(sc);
	enum frame_kind kind = f->kind;
	bool statement = kind == FRAME_BLOCK || (kind == FRAME_SUB && f->header.name);

	scan_end_statement(sc);
	if (kind == FRAME_SUB || kind == FRAME_MAYBE)
		add_frame(sc, f);
	sc->depth--;
	sc->t.s++;
	if (statement) {
		scan_end_statement(sc);
		sc->before = AT_STATEMENT;
	} else if (kind == FRAME_LIST || kind == FRAME_MAYBE) {
		sc->before = AFTER_BLOCK;
	} else {
		sc->before = kind == FRAME_SUBSCRIPT ? AFTER_VARIABLE : AFTER_VALUE;
	}
}
