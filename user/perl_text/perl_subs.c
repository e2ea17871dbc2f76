// SPDX-License-Identifier: GPL-2.0-or-later
/* Tokens of Perl text, as far as they matter for braces: no grammar, but a stack of what is open. */
#include "perl_text/perl_subs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "perl_text/perl_scan.h"
#include "perl_text/text_subs.h"
#include "util/cleanup.h"

/* ------------------------------------------------------------------ sub */

static void skip_attributes(struct scan *sc)
{
	struct perl_text *t = &sc->t;

	while (t->s < t->end && !t->lost && (*t->s == ':' || perl_is_word(*t->s))) {
		t->s += *t->s == ':' ? 1 : perl_text_word_len(t);
		if (t->s < t->end && *t->s == '(')
			perl_text_skip_quoted(t, false);
		perl_text_skip_space(t, false);
	}
}

/* Does the parenthesis hold but the characters of a prototype? */
static bool is_prototype(const struct perl_text *t)
{
	const char *s = t->s + 1;

	while (s < t->end && *s && strchr("$@%&*;\\[]+_ \t\n", *s))
		s++;
	return s < t->end && *s == ')';
}

/* Behind the name, behind attributes, or behind the signature. */
static void sub_header(struct scan *sc, struct header *h)
{
	struct perl_text *t = &sc->t;
	struct frame *f;

	perl_text_skip_space(t, false);
	if (!h->first)
		h->first = t->line;
	skip_attributes(sc);
	if (t->s >= t->end || t->lost)
		return;
	if (*t->s == '{') {
		scan_open_sub(sc, h);
	} else if (*t->s == '(' && !h->only_signature) {
		h->signature = t->line;
		h->only_signature = true;
		f = scan_push(sc, FRAME_SIGNATURE);
		if (f) {
			f->header = *h;
			t->s++;
		}
		sc->before = AT_TERM;
	} else {
		sc->before = AFTER_VALUE;
	}
}

static void take_sub(struct scan *sc)
{
	struct perl_text *t = &sc->t;
	struct header h = {};

	perl_text_skip_space(t, false);
	h.name_len = perl_text_word_len(t);
	h.name = h.name_len ? t->s : NULL;
	t->s += h.name_len;
	perl_text_skip_space(t, false);
	if (t->s < t->end && *t->s == '(' && is_prototype(t)) {
		h.signature = t->line;
		perl_text_skip_quoted(t, false);
		perl_text_skip_space(t, false);
		h.first = t->line;
	}
	sub_header(sc, &h);
}

/* ------------------------------------------------------------------ words */

static bool is_quoted_by_arrow(const struct scan *sc, const char *s)
{
	while (s < sc->t.end && *s && strchr(" \t\r\n", *s))
		s++;
	return sc->t.end - s > 1 && s[0] == '=' && s[1] == '>';
}

static bool closes_subscript(const struct scan *sc, const char *s)
{
	while (s < sc->t.end && (*s == ' ' || *s == '\t'))
		s++;
	return sc->opened && s < sc->t.end && *s == '}';
}

static bool is_label(const struct scan *sc, const char *s)
{
	while (s < sc->t.end && (*s == ' ' || *s == '\t'))
		s++;
	return sc->before == AT_STATEMENT && sc->t.end - s > 1 && s[0] == ':' && s[1] != ':';
}

static bool is_this(const char *word, size_t len, const char *wanted)
{
	return len == strlen(wanted) && !memcmp(word, wanted, len);
}

/* Behind if, while and such: those that begin a statement have a block. */
static void take_compound(struct scan *sc, const char *word, size_t len)
{
	struct frame *f = scan_top(sc);
	bool loop = is_this(word, len, "for") || is_this(word, len, "foreach"),
	     begins = sc->before == AT_STATEMENT;

	scan_begin_statement(sc, !is_this(word, len, "elsif"), true);
	if (begins)
		f->compound = true;
	f->sure &= loop || scan_variable_ahead(sc);
}

static void skip_to_format(struct scan *sc)
{
	const char *s = sc->t.s, *end = sc->t.end;

	while (s < end && (perl_is_word(*s) || *s == ' ' || *s == '\t' || *s == ':'))
		s++;
	if (s == end || *s++ != '=')
		return;
	while (s < end && (*s == ' ' || *s == '\t' || *s == '\r'))
		s++;
	if (s == end || *s != '\n')
		return;
	sc->t.s = s;
	perl_text_step(&sc->t);
	perl_text_skip_format(&sc->t);
	sc->before = AT_STATEMENT;
}

static bool declares_sub(const struct scan *sc)
{
	const char *s = sc->t.s;

	while (s < sc->t.end && (*s == ' ' || *s == '\t'))
		s++;
	return sc->t.end - s > 4 && !memcmp(s, "sub", 3) && !perl_is_word(s[3]);
}

static void take_builtin(struct scan *sc, const char *word, size_t len)
{
	bool our = is_this(word, len, "our");
	bool state = is_this(word, len, "state");
	bool my = is_this(word, len, "my");

	scan_begin_statement(sc, !our && !((my || state) && declares_sub(sc)), !our && !state);
}

static void take_other(struct scan *sc)
{
	const struct perl_text *t = &sc->t;
	bool call = t->end - t->s > 1 &&
		    ((t->s[0] == '(' && t->s[1] != ')') || (t->s[0] == '-' && t->s[1] == '>'));

	scan_begin_statement(sc, true, call);
}

static void take_phase(struct scan *sc, const char *word, size_t len)
{
	struct header h = { .name = word, .name_len = len };

	perl_text_skip_space(&sc->t, false);
	if (sc->before != AT_STATEMENT || sc->t.s >= sc->t.end || *sc->t.s != '{') {
		sc->before = AFTER_VALUE;
		return;
	}
	scan_begin_statement(sc, false, false);
	h.first = sc->t.line;
	scan_open_sub(sc, &h);
}

static void take_known_word(struct scan *sc, const char *word, size_t len)
{
	switch (sc->word) {
	case WORD_COMPOUND:
		take_compound(sc, word, len);
		break;
	case WORD_BUILTIN:
		take_builtin(sc, word, len);
		break;
	case WORD_OTHER:
		take_other(sc);
		break;
	case WORD_DECLARES:
		scan_begin_statement(sc, false, false);
		scan_top(sc)->compound = *word != 'u' && *word != 'n'; /* package NAME { */
		break;
	case WORD_BLOCK:
		scan_begin_statement(sc, false, false);
		break;
	default:
		scan_begin_statement(sc, true, false);
	}
	sc->before = sc->word == WORD_VALUE ? AFTER_VALUE : AFTER_WORD;
}

/* Any delimiter can follow a quote-like operator, so that a quote is none of a name there. */
static size_t take_len(const struct perl_text *t)
{
	const char *s = t->s;

	while (s < t->end && s - t->s < 3 && perl_is_word(*s))
		s++;
	if (s < t->end && (*s == '\'' || *s == ':') &&
	    perl_word_kind(t->s, (size_t)(s - t->s)) == WORD_QUOTE)
		return (size_t)(s - t->s);
	return perl_text_word_len(t);
}

static void take_word(struct scan *sc)
{
	const char *word = sc->t.s;
	size_t len = take_len(&sc->t);
	bool method = sc->before == AFTER_ARROW, statement = sc->before == AT_STATEMENT;

	if (method || is_quoted_by_arrow(sc, word + len) || closes_subscript(sc, word + len)) {
		scan_begin_statement(sc, true, false);
		sc->t.s += len;
		sc->before = AFTER_VALUE;
		return;
	}
	sc->word = perl_word_kind(word, len);
	if (sc->word == WORD_OTHER && is_label(sc, word + len)) {
		if (!scan_top(sc)->stmt && !scan_top(sc)->label)
			scan_top(sc)->label = sc->t.line;
		sc->t.s = memchr(word + len, ':', (size_t)(sc->t.end - word) - len);
		sc->t.s++;
		return;
	}
	sc->t.s += len;
	switch (sc->word) {
	case WORD_QUOTE:
		scan_begin_statement(sc, true, false);
		perl_text_skip_quote_like(&sc->t, word, len);
		sc->before = AFTER_VALUE;
		break;
	case WORD_SUB:
		scan_begin_statement(sc, false, false);
		take_sub(sc);
		break;
	case WORD_PHASE:
		take_phase(sc, word, len);
		break;
	case WORD_END:
		sc->t.s = sc->t.end;
		break;
	default:
		take_known_word(sc, word, len);
		if (sc->word == WORD_FORMAT && statement)
			skip_to_format(sc);
	}
}

/* ------------------------------------------------------------------ all tokens */

static bool fits(char open, char close)
{
	return (open == '(' && close == ')') || (open == '[' && close == ']') ||
	       (open == '{' && close == '}');
}

static void close_bracket(struct scan *sc)
{
	struct frame *f = scan_top(sc);
	struct header header;

	if (!sc->depth || !fits(f->open, *sc->t.s)) {
		sc->t.lost = true;
	} else if (f->open == '{') {
		scan_close_brace(sc);
	} else {
		header = f->header;
		sc->depth--;
		sc->t.s++;
		sc->before = f->open == '(' && f->unclear ? AFTER_VALUE : AFTER_VARIABLE;
		if (f->kind == FRAME_SIGNATURE)
			sub_header(sc, &header);
	}
}

static void take_plain(struct scan *sc)
{
	switch (*sc->t.s) {
	case ';':
		if (scan_top(sc)->open != '(')
			scan_end_statement(sc);
		sc->t.s++;
		sc->before = scan_top(sc)->open == '(' ? AT_TERM : AT_STATEMENT;
		break;
	case '+':
		if ((sc->before == AFTER_VALUE || sc->before == AFTER_VARIABLE) &&
		    sc->t.end - sc->t.s > 1 && sc->t.s[1] == '+') {
			sc->t.s += 2;
			sc->before = AFTER_VALUE;
			break;
		}
		scan_take_operator(sc, 1);
		break;
	case '\4':
	case '\32':
		sc->t.s = sc->t.end;
		break;
	default:
		scan_take_operator(sc, 1);
	}
}

static void take_token(struct scan *sc)
{
	switch (*sc->t.s) {
	case '(':
	case '[':
		scan_open_bracket(sc);
		break;
	case '{':
		scan_open_brace(sc);
		break;
	case ')':
	case ']':
	case '}':
		close_bracket(sc);
		break;
	case '"':
	case '\'':
	case '`':
		scan_begin_statement(sc, true, false);
		perl_text_skip_quoted(&sc->t, *sc->t.s != '\'');
		sc->before = AFTER_VALUE;
		break;
	case '$':
	case '@':
	case '%':
	case '&':
	case '*':
		scan_take_sigil(sc);
		break;
	case '/':
		scan_take_slash(sc);
		break;
	case '<':
		scan_take_less(sc);
		break;
	case '-':
		scan_take_minus(sc);
		break;
	default:
		take_plain(sc);
	}
}

/* print $fh <<X: here comes no shift. */
static void note_printing(struct scan *sc, const char *token)
{
	size_t len = (size_t)(sc->t.s - token);

	if (sc->printing == PRINTS && *token == '$' && sc->before == AFTER_VARIABLE)
		sc->printing = PRINTS_TO;
	else if (sc->before == AFTER_WORD &&
		 (is_this(token, len, "print") || is_this(token, len, "printf") ||
		  is_this(token, len, "say")))
		sc->printing = PRINTS;
	else
		sc->printing = PRINTS_NOT;
}

int text_subs_find(const char *text, size_t len, const char *name, struct text_subs *subs)
{
	struct scan *sc __cleanup(free_ptr) = calloc(1, sizeof(*sc));
	const char *token;
	bool opened;

	memset(subs, 0, sizeof(*subs));
	if (!sc)
		return -ENOMEM;
	perl_text_begin(&sc->t, text, len, name);
	sc->t.hidden = scan_add_hidden;
	sc->t.arg = sc;
	sc->found = subs;
	while (!sc->t.lost) {
		perl_text_skip_space(&sc->t,
				     sc->before == AT_STATEMENT || sc->before == AFTER_BLOCK);
		if (sc->t.s >= sc->t.end || sc->t.lost)
			break;
		opened = sc->opened;
		token = sc->t.s;
		if (*sc->t.s >= '0' && *sc->t.s <= '9')
			scan_take_number(sc);
		else if (perl_is_word(*sc->t.s))
			take_word(sc);
		else
			take_token(sc);
		sc->opened &= !opened;
		note_printing(sc, token);
	}
	subs->whole = !sc->t.lost && !sc->depth;
	return sc->no_memory ? -ENOMEM : 0;
}
