// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * From a statement to the same one without literals and comments, read in one way. The rules are
 * those of PostgreSQL 15 (manual, 4.1 Lexical Structure), MariaDB 10.11 (Knowledge Base, "String
 * Literals", "Comment Syntax") and SQLite 3.40 (tokenize.c).
 */
#include <string.h>
#include <strings.h>

#include "sql_text/sql_text_parts.h"

struct lexer {
	struct lexing how;
	struct lexed is;
	size_t at;
	bool spaced; /* white space or a comment is before the next token */
	char *out;
	size_t word; /* where the last word begins in out; behind all of it: there is none */
};

/* -------------------------------------------------------------------------- output */

static void put(struct lexer *l, const char *bytes, size_t len)
{
	const size_t room = SQL_TEXT_ROOM;

	if (l->is.over)
		return;
	if (l->spaced && l->is.len && l->is.len < room)
		l->out[l->is.len++] = ' ';
	l->spaced = false;
	l->is.over = l->is.len + len > room;
	if (l->is.over)
		len = room - l->is.len;
	memcpy(l->out + l->is.len, bytes, len);
	l->is.len += len;
}

static char last(const struct lexer *l)
{
	return l->is.len ? l->out[l->is.len - 1] : '(';
}

static void put_literal(struct lexer *l)
{
	/* A sign that belongs to the literal: behind an operator, a comma or a parenthesis. */
	if (l->is.len > 1 && last(l) == '-' && !l->spaced) {
		size_t before = l->is.len - 1;

		while (before && l->out[before - 1] == ' ')
			before--;
		if (!before || strchr("(,=<>+*/%|", l->out[before - 1])) {
			l->is.len--;
			if (l->is.len && last(l) == ' ') {
				l->is.len--;
				l->spaced = true;
			}
		}
	}
	put(l, "?", 1);
	l->word = l->is.len;
}

/* --------------------------------------------------------------------------- input */

static unsigned char peek(const struct lexer *l, size_t ahead)
{
	return l->at + ahead < l->how.len ? (unsigned char)l->how.text[l->at + ahead] : 0;
}

static bool is_space(unsigned char c)
{
	return c <= ' ' || c == 127;
}

static bool is_digit(unsigned char c)
{
	return c >= '0' && c <= '9';
}

static bool begins_word(unsigned char c)
{
	return c == '_' || c >= 128 || (c | 32) - 'a' + 0u < 26u;
}

bool lexer_is_in_word(unsigned char c)
{
	return begins_word(c) || is_digit(c) || c == '$';
}

/* Behind a comment of a line, or the end. */
static void skip_line(struct lexer *l)
{
	while (l->at < l->how.len && l->how.text[l->at] != '\n')
		l->at++;
}

/* In PostgreSQL they are nested. */
static void skip_comment(struct lexer *l)
{
	unsigned depth = 1;

	for (l->at += 2; l->at < l->how.len && depth; l->at++) {
		if (peek(l, 0) == '*' && peek(l, 1) == '/') {
			depth--;
			l->at++;
		} else if (l->how.library == SQL_PG && peek(l, 0) == '/' && peek(l, 1) == '*') {
			depth++;
			l->at++;
		}
	}
	l->is.senseless |= depth > 0;
}

static bool skip_blank(struct lexer *l)
{
	const unsigned char c = peek(l, 0), next = peek(l, 1);

	if (is_space(c)) {
		l->at++;
	} else if (c == '-' && next == '-' &&
		   (l->how.library != SQL_MYSQL || l->at + 2 >= l->how.len ||
		    is_space(peek(l, 2)))) {
		skip_line(l);
	} else if (c == '#' && l->how.library == SQL_MYSQL) {
		skip_line(l);
	} else if (c == '/' && next == '*') {
		skip_comment(l);
	} else {
		return false;
	}
	l->spaced = true;
	return true;
}

/*
 * From a quote to its end: two quotes are one in the text. escapes: so is one behind a backslash. False:
 * it has no end.
 */
static bool skip_quoted(struct lexer *l, bool escapes, bool *doubtful)
{
	const char quote = l->how.text[l->at];
	size_t slashes = 0; /* before this byte */

	for (l->at++; l->at < l->how.len; l->at++) {
		const char c = l->how.text[l->at];

		if (c == '\\') {
			slashes++;
			continue;
		}
		if (c == quote) {
			*doubtful |= slashes % 2;
			if (!(escapes && slashes % 2)) {
				if (peek(l, 1) != (unsigned char)quote) {
					l->at++;
					return true;
				}
				l->at++;
			}
		}
		slashes = 0;
	}
	return false;
}

/* ------------------------------------------------------------------------ literals */

/* always: a backslash is one in every setting, as in E'...'. */
static void take_string(struct lexer *l, bool always)
{
	bool doubtful = false, plain = !always && l->how.library != SQL_SQLITE;

	if (!skip_quoted(l, always || (plain && l->how.backslash), &doubtful))
		l->is.senseless = true;
	put_literal(l);
	if (!plain || !doubtful)
		return;
	l->is.doubtful = true;
	l->is.over |= l->how.stops;
}

/* Of the last word: no string of SQLite's comes behind these. */
static bool names_follow(const struct lexer *l)
{
	static const char *const words[] = { "from",  "join",	"into",	   "update", "table",
					     "index", "view",	"as",	   "exists", "references",
					     "by",    "column", "trigger", "rename", "to" };
	const size_t len = l->word < l->is.len ? l->is.len - l->word : 0;
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (strlen(words[i]) == len && !strncasecmp(l->out + l->word, words[i], len))
			return true;
	}
	return last(l) == '.';
}

/* In place of each byte that could harm a terminal. */
static void put_name(struct lexer *l, const char *name, size_t len)
{
	size_t from = 0, i;

	put(l, "", 0);
	for (i = 0; i <= len; i++) {
		if (i < len && !is_space((unsigned char)name[i]))
			continue;
		put(l, name + from, i - from);
		if (i < len)
			put(l, name[i] == ' ' ? " " : "_", 1);
		from = i + 1;
	}
	l->word = l->is.len;
}

/*
 * "x": a literal in MySQL. In SQLite it is one, too, if there is no column of that name, so that it
 * stays only where no literal can be.
 */
static void take_double(struct lexer *l)
{
	const size_t from = l->at;
	const bool named = l->how.library == SQL_PG ||
			   (l->how.library == SQL_SQLITE && names_follow(l));
	bool ignored = false;

	if (l->how.library == SQL_MYSQL) {
		take_string(l, false);
		return;
	}
	l->is.senseless |= !skip_quoted(l, false, &ignored);
	if (named || (l->how.library == SQL_SQLITE && peek(l, 0) == '.'))
		put_name(l, l->how.text + from, l->at - from);
	else
		put_literal(l);
}

/* `x`, and SQLite's [x]. */
static void take_name(struct lexer *l, char end)
{
	const size_t from = l->at++;

	while (l->at < l->how.len && l->how.text[l->at] != end)
		l->at++;
	l->is.senseless |= l->at == l->how.len;
	l->at += l->at < l->how.len;
	put_name(l, l->how.text + from, l->at - from);
}

/* 12, 1.5e-3, 0x1f, 0b01, .5 */
static void take_number(struct lexer *l)
{
	unsigned char c, before = 0;

	while ((c = peek(l, 0))) {
		const bool sign = (c == '+' || c == '-') && (before | 32) == 'e' &&
				  (is_digit(peek(l, 1)));

		if (!lexer_is_in_word(c) && c != '.' && !sign)
			break;
		before = c;
		l->at++;
	}
	put_literal(l);
}

/* $tag$ ... $tag$. False: it is none. */
static bool take_dollars(struct lexer *l)
{
	size_t tag = 1, i;

	if (l->how.library != SQL_PG || is_digit(peek(l, 1)))
		return false;
	while (lexer_is_in_word(peek(l, tag)) && peek(l, tag) != '$')
		tag++;
	if (peek(l, tag) != '$')
		return false;
	tag++;
	for (i = l->at + tag; i + tag <= l->how.len; i++) {
		if (!memcmp(l->how.text + i, l->how.text + l->at, tag))
			break;
	}
	l->is.senseless |= i + tag > l->how.len;
	l->at = i + tag > l->how.len ? l->how.len : i + tag;
	put_literal(l);
	return true;
}

/* A word; or a letter before a string, which is part of it. */
static void take_word(struct lexer *l)
{
	const size_t from = l->at;
	size_t len;

	while (lexer_is_in_word(peek(l, 0)))
		l->at++;
	len = l->at - from;
	if (len == 1 && peek(l, 0) == '\'' && strchr("eExXbBnN", l->how.text[from])) {
		take_string(l, l->how.library == SQL_PG && (l->how.text[from] | 32) == 'e');
		return;
	}
	put(l, "", 0);
	l->word = l->is.len;
	put(l, l->how.text + from, len);
}

/* ?, ?1, $1, $name, :name, @name, @@name */
static bool take_placeholder(struct lexer *l)
{
	const size_t from = l->at;
	const unsigned char c = peek(l, 0), next = peek(l, 1);
	const bool named = c == '$'		? lexer_is_in_word(next) :
			   c == ':' || c == '@' ? begins_word(next) || (c == '@' && next == '@') :
						  c == '?';

	if (!named)
		return false;
	l->at++;
	if (c == '@' && next == '@')
		l->at++;
	while (c == '?' ? is_digit(peek(l, 0)) : lexer_is_in_word(peek(l, 0)))
		l->at++;
	put(l, l->how.text + from, l->at - from);
	l->word = l->is.len;
	return true;
}

static void take_token(struct lexer *l)
{
	const unsigned char c = peek(l, 0);

	if (c == '\'') {
		take_string(l, false);
	} else if (c == '"') {
		take_double(l);
	} else if (c == '`' && l->how.library != SQL_PG) {
		take_name(l, '`');
	} else if (c == '[' && l->how.library == SQL_SQLITE) {
		take_name(l, ']');
	} else if (is_digit(c) || (c == '.' && is_digit(peek(l, 1)) && last(l) != '"')) {
		take_number(l);
	} else if (begins_word(c)) {
		take_word(l);
	} else if ((c == '$' && take_dollars(l)) || take_placeholder(l)) {
		return;
	} else {
		l->is.senseless |= c == '\\';
		put(l, l->how.text + l->at, 1);
		l->at++;
		if (c == ':' && peek(l, 0) == ':') { /* a cast */
			put(l, ":", 1);
			l->at++;
		}
	}
}

static void read_all(struct lexer *l)
{
	while (l->at < l->how.len && !l->is.over) {
		if (!skip_blank(l))
			take_token(l);
	}
}

struct lexed lexer_read(const struct lexing *how, char *out)
{
	struct lexer l = { .how = *how, .out = out };

	read_all(&l);
	return l.is;
}
