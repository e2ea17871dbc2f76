// SPDX-License-Identifier: GPL-2.0-or-later
/* Variables and operators, and what may be an operator or the beginning of a literal. */
#include "perl_text/perl_scan.h"

#include <string.h>

void scan_take_number(struct scan *sc)
{
	struct perl_text *t = &sc->t;

	scan_begin_statement(sc, true, false);
	while (t->s < t->end && (perl_is_word(*t->s) || (*t->s == '.' && t->end - t->s > 1 &&
							 t->s[1] >= '0' && t->s[1] <= '9')))
		t->s++;
	sc->before = AFTER_VALUE;
}

/* In a signature, a sigil can stand alone. */
static bool is_placeholder(const struct scan *sc, const char *s)
{
	return sc->frames[sc->depth].kind == FRAME_SIGNATURE && s < sc->t.end && *s &&
	       strchr(" \t\r\n,)=|/", *s);
}

/* Behind the sigil of a scalar: names, and the one character of a special variable. */
static void take_scalar(struct scan *sc)
{
	struct perl_text *t = &sc->t;
	const char *end = t->end;

	while (end - t->s > 1 &&
	       ((*t->s == '$' && (perl_is_word(t->s[1]) || strchr("${:", t->s[1]))) ||
		(*t->s == '#' && (t->s[1] == '{' || t->s[1] == '$'))))
		t->s++;
	if (end - t->s > 1 && *t->s == '#' && perl_is_word(t->s[1]))
		t->s++;
	sc->before = AFTER_VARIABLE;
	if (t->s >= end)
		return;
	if (*t->s == '{' || *t->s == ' ' || *t->s == '\t' || *t->s == '\n')
		sc->before = AFTER_SIGIL;
	else if (perl_is_word(*t->s))
		t->s += perl_text_word_len(t);
	else if (end - t->s > 1 && t->s[0] == ':' && t->s[1] == ':')
		t->s += 2, t->s += perl_text_word_len(t);
	else if (*t->s == '^' && end - t->s > 1)
		t->s += 2;
	else
		t->s++;
}

static void take_variable(struct scan *sc)
{
	struct perl_text *t = &sc->t;
	char sigil = *t->s;

	scan_begin_statement(sc, true, true);
	t->s++;
	if (is_placeholder(sc, t->s))
		sc->before = AFTER_VALUE;
	else if (sigil == '$')
		take_scalar(sc);
	else if (t->s < t->end && *t->s == '$')
		t->s++, take_scalar(sc);
	else if (t->s < t->end && perl_is_word(*t->s))
		t->s += perl_text_word_len(t), sc->before = AFTER_VARIABLE;
	else if (t->s < t->end && *t->s == '{')
		sc->before = AFTER_SIGIL;
	else if (t->end - t->s > 1 && t->s[0] == ':' && t->s[1] == ':')
		t->s += 2, t->s += perl_text_word_len(t), sc->before = AFTER_VARIABLE;
	else if (sigil == '@' && t->s < t->end && strchr("-+", *t->s) && *t->s)
		t->s++, sc->before = AFTER_VARIABLE;
	else
		sc->before = sigil == '@' ? AFTER_SIGIL : AT_TERM;
}

/* ->@*, ->%*, ->$#*, ->&*, ->** */
static bool take_postfix_deref(struct scan *sc)
{
	struct perl_text *t = &sc->t;
	const char *s = t->s + 1;

	if (s < t->end && *t->s == '$' && *s == '#')
		s++;
	if (s < t->end && *s == '*') {
		t->s = s + 1;
		sc->before = AFTER_VALUE;
		return true;
	}
	if (s < t->end && *t->s != '$' && (*s == '[' || *s == '{')) {
		t->s = s;
		sc->before = AFTER_ARROW;
		return true;
	}
	return false;
}

static bool value_is_behind(const struct scan *sc)
{
	return sc->before == AFTER_VALUE || sc->before == AFTER_VARIABLE;
}

void scan_take_operator(struct scan *sc, size_t len)
{
	scan_begin_term(sc);
	sc->t.s += len;
	sc->before = AT_TERM;
}

/* Would a pattern here and a division come to the same for the braces? */
static bool slash_does_not_matter(const struct perl_text *t)
{
	const char *s;

	for (s = t->s + 1; s < t->end && *s != '\n'; s++) {
		if (strchr("{}()[]\"'`#;\\qmsy<", *s))
			break;
		if (*s == '/')
			return true;
	}
	for (; s < t->end && *s != '\n' && *s != '/'; s++)
		;
	return s == t->end || *s == '\n'; /* it is the only one of the line */
}

/* PI / 2: behind a word, perl has a pattern begin where no blank follows. */
static bool is_spaced(const struct perl_text *t)
{
	return t->s > t->text && t->s[-1] == ' ' && t->end - t->s > 1 && t->s[1] == ' ';
}

void scan_take_slash(struct scan *sc)
{
	struct perl_text *t = &sc->t;
	bool twice = t->end - t->s > 1 && t->s[1] == '/';
	bool unknown = sc->before == AFTER_BLOCK ||
		       (sc->before == AFTER_WORD &&
			(sc->word == WORD_OTHER || (twice && sc->word == WORD_BUILTIN)));

	if (value_is_behind(sc) || (unknown && twice)) {
		scan_take_operator(sc, twice ? 2 : 1);
	} else if (unknown && (is_spaced(t) || slash_does_not_matter(t))) {
		scan_take_operator(sc, 1);
	} else if (unknown) {
		t->lost = true;
	} else {
		scan_begin_statement(sc, true, false);
		perl_text_skip_quoted(t, true);
		while (t->s < t->end && perl_is_word(*t->s))
			t->s++;
		sc->before = AFTER_VALUE;
	}
}

void scan_take_less(struct scan *sc)
{
	struct perl_text *t = &sc->t;
	const char *s = t->s + 1, *near = perl_text_near(t);

	if (s < t->end && *s == '<' && (!value_is_behind(sc) || sc->printing == PRINTS_TO) &&
	    perl_text_take_heredoc(t)) {
		scan_begin_statement(sc, true, false);
		sc->before = AFTER_VALUE;
		return;
	}
	while (s < near && (perl_is_word(*s) || *s == '$' || *s == ':'))
		s++;
	if (sc->before == AT_TERM || sc->before == AT_STATEMENT ||
	    (sc->before == AFTER_WORD && sc->word != WORD_OTHER)) {
		while (s < near && *s != '>' && *s != '\n')
			s++;
	}
	if (s < t->end && *s == '>' && !value_is_behind(sc)) {
		scan_begin_statement(sc, true, false);
		t->s = s + 1;
		sc->before = AFTER_VALUE;
	} else {
		scan_take_operator(sc, t->end - t->s > 1 && t->s[1] == '<' ? 2 : 1);
	}
}

void scan_take_minus(struct scan *sc)
{
	const char *s = sc->t.s;
	size_t left = (size_t)(sc->t.end - s);

	if (left > 1 && s[1] == '>') {
		sc->t.s += 2;
		sc->before = AFTER_ARROW;
	} else if (left > 2 && !value_is_behind(sc) && (s[1] | 32) >= 'a' && (s[1] | 32) <= 'z' &&
		   !perl_is_word(s[2])) {
		scan_take_operator(sc, 2);
	} else if (left > 1 && s[1] == '-') {
		scan_begin_term(sc);
		sc->t.s += 2; /* what is behind it is as before */
		sc->before = value_is_behind(sc) ? AFTER_VALUE : AT_TERM;
	} else {
		scan_take_operator(sc, 1);
	}
}

/* *!, *^O */
static void take_glob(struct scan *sc)
{
	scan_begin_statement(sc, true, false);
	sc->t.s += sc->t.end - sc->t.s > 2 && sc->t.s[1] == '^' ? 3 : 2;
	if (sc->t.s > sc->t.end || sc->t.s[-1] == '\n')
		sc->t.lost = true;
	sc->before = AFTER_VARIABLE;
}

void scan_take_sigil(struct scan *sc)
{
	const struct perl_text *t = &sc->t;
	char next = t->end - t->s > 1 ? t->s[1] : ' ';

	if (sc->before == AFTER_ARROW && take_postfix_deref(sc))
		return;
	if (*t->s == '$' || *t->s == '@')
		take_variable(sc);
	else if (value_is_behind(sc) || next == '=' || next == *t->s)
		scan_take_operator(sc, next == *t->s ? 2 : 1);
	else if (perl_is_word(next) || next == '$' || next == '{' || next == ':' ||
		 is_placeholder(sc, t->s + 1))
		take_variable(sc);
	else if (*t->s == '*' && next != ' ')
		take_glob(sc);
	else
		scan_take_operator(sc, 1);
}
