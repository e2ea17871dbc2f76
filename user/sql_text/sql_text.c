// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The rules are those of PostgreSQL 15 (manual, 4.1 Lexical Structure), MariaDB 10.11 (Knowledge Base,
 * "String Literals", "Comment Syntax") and SQLite 3.40 (tokenize.c).
 *
 * Whether a backslash escapes a quote is a setting of the server that nobody tells:
 * standard_conforming_strings, NO_BACKSLASH_ESCAPES. A text in which that matters is read in both ways.
 * If just one of them makes sense, that one is right.
 */
#include "sql_text/sql_text.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

#define END " ..."

struct lexer {
	enum sql_library library;
	const char *text;
	size_t len;
	size_t at;
	bool backslash; /* it escapes a quote in a plain string */
	bool stops; /* at the first string in which that matters */
	bool doubtful; /* there is such a string */
	bool senseless; /* read in this way, the text is no SQL */
	bool over; /* nothing more is to be shown */
	bool spaced; /* white space or a comment is before the next token */
	char *out;
	size_t out_len;
	size_t word; /* where the last word begins in out; out_len and more: there is none */
};

/* -------------------------------------------------------------------------- output */

static void put(struct lexer *l, const char *bytes, size_t len)
{
	const size_t room = SQL_SHOWN_MAX - sizeof(END);

	if (l->over)
		return;
	if (l->spaced && l->out_len && l->out_len < room)
		l->out[l->out_len++] = ' ';
	l->spaced = false;
	l->over = l->out_len + len > room;
	if (l->over)
		len = room - l->out_len;
	memcpy(l->out + l->out_len, bytes, len);
	l->out_len += len;
}

static char last(const struct lexer *l)
{
	return l->out_len ? l->out[l->out_len - 1] : '(';
}

static void put_literal(struct lexer *l)
{
	/* A sign that belongs to the literal: behind an operator, a comma or a parenthesis. */
	if (l->out_len > 1 && last(l) == '-' && !l->spaced) {
		size_t before = l->out_len - 1;

		while (before && l->out[before - 1] == ' ')
			before--;
		if (!before || strchr("(,=<>+*/%|", l->out[before - 1])) {
			l->out_len--;
			if (l->out_len && last(l) == ' ') {
				l->out_len--;
				l->spaced = true;
			}
		}
	}
	put(l, "?", 1);
	l->word = l->out_len;
}

/* --------------------------------------------------------------------------- input */

static unsigned char peek(const struct lexer *l, size_t ahead)
{
	return l->at + ahead < l->len ? (unsigned char)l->text[l->at + ahead] : 0;
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

static bool is_in_word(unsigned char c)
{
	return begins_word(c) || is_digit(c) || c == '$';
}

/* Behind a comment of a line, or the end. */
static void skip_line(struct lexer *l)
{
	while (l->at < l->len && l->text[l->at] != '\n')
		l->at++;
}

/* In PostgreSQL they are nested. */
static void skip_comment(struct lexer *l)
{
	unsigned depth = 1;

	for (l->at += 2; l->at < l->len && depth; l->at++) {
		if (peek(l, 0) == '*' && peek(l, 1) == '/') {
			depth--;
			l->at++;
		} else if (l->library == SQL_PG && peek(l, 0) == '/' && peek(l, 1) == '*') {
			depth++;
			l->at++;
		}
	}
	l->senseless |= depth > 0;
}

static bool skip_blank(struct lexer *l)
{
	const unsigned char c = peek(l, 0), next = peek(l, 1);

	if (is_space(c)) {
		l->at++;
	} else if (c == '-' && next == '-' &&
		   (l->library != SQL_MYSQL || l->at + 2 >= l->len || is_space(peek(l, 2)))) {
		skip_line(l);
	} else if (c == '#' && l->library == SQL_MYSQL) {
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
	const char quote = l->text[l->at];
	size_t slashes = 0; /* before this byte */

	for (l->at++; l->at < l->len; l->at++) {
		const char c = l->text[l->at];

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
	bool doubtful = false, plain = !always && l->library != SQL_SQLITE;

	if (!skip_quoted(l, always || (plain && l->backslash), &doubtful))
		l->senseless = true;
	put_literal(l);
	if (!plain || !doubtful)
		return;
	l->doubtful = true;
	l->over |= l->stops;
}

/* Of the last word: no string of SQLite's comes behind these. */
static bool names_follow(const struct lexer *l)
{
	static const char *const words[] = { "from",  "join",	"into",	   "update", "table",
					     "index", "view",	"as",	   "exists", "references",
					     "by",    "column", "trigger", "rename", "to" };
	const size_t len = l->word < l->out_len ? l->out_len - l->word : 0;
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
	l->word = l->out_len;
}

/*
 * "x": a literal in MySQL. In SQLite it is one, too, if there is no column of that name, so that it
 * stays only where no literal can be.
 */
static void take_double(struct lexer *l)
{
	const size_t from = l->at;
	const bool named = l->library == SQL_PG || (l->library == SQL_SQLITE && names_follow(l));
	bool ignored = false;

	if (l->library == SQL_MYSQL) {
		take_string(l, false);
		return;
	}
	l->senseless |= !skip_quoted(l, false, &ignored);
	if (named || (l->library == SQL_SQLITE && peek(l, 0) == '.'))
		put_name(l, l->text + from, l->at - from);
	else
		put_literal(l);
}

/* `x`, and SQLite's [x]. */
static void take_name(struct lexer *l, char end)
{
	const size_t from = l->at++;

	while (l->at < l->len && l->text[l->at] != end)
		l->at++;
	l->senseless |= l->at == l->len;
	l->at += l->at < l->len;
	put_name(l, l->text + from, l->at - from);
}

/* 12, 1.5e-3, 0x1f, 0b01, .5 */
static void take_number(struct lexer *l)
{
	unsigned char c, before = 0;

	while ((c = peek(l, 0))) {
		const bool sign = (c == '+' || c == '-') && (before | 32) == 'e' &&
				  (is_digit(peek(l, 1)));

		if (!is_in_word(c) && c != '.' && !sign)
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

	if (l->library != SQL_PG || is_digit(peek(l, 1)))
		return false;
	while (is_in_word(peek(l, tag)) && peek(l, tag) != '$')
		tag++;
	if (peek(l, tag) != '$')
		return false;
	tag++;
	for (i = l->at + tag; i + tag <= l->len; i++) {
		if (!memcmp(l->text + i, l->text + l->at, tag))
			break;
	}
	l->senseless |= i + tag > l->len;
	l->at = i + tag > l->len ? l->len : i + tag;
	put_literal(l);
	return true;
}

/* A word; or a letter before a string, which is part of it. */
static void take_word(struct lexer *l)
{
	const size_t from = l->at;
	size_t len;

	while (is_in_word(peek(l, 0)))
		l->at++;
	len = l->at - from;
	if (len == 1 && peek(l, 0) == '\'' && strchr("eExXbBnN", l->text[from])) {
		take_string(l, l->library == SQL_PG && (l->text[from] | 32) == 'e');
		return;
	}
	put(l, "", 0);
	l->word = l->out_len;
	put(l, l->text + from, len);
}

/* ?, ?1, $1, $name, :name, @name, @@name */
static bool take_placeholder(struct lexer *l)
{
	const size_t from = l->at;
	const unsigned char c = peek(l, 0), next = peek(l, 1);
	const bool named = c == '$'		? is_in_word(next) :
			   c == ':' || c == '@' ? begins_word(next) || (c == '@' && next == '@') :
						  c == '?';

	if (!named)
		return false;
	l->at++;
	if (c == '@' && next == '@')
		l->at++;
	while (c == '?' ? is_digit(peek(l, 0)) : is_in_word(peek(l, 0)))
		l->at++;
	put(l, l->text + from, l->at - from);
	l->word = l->out_len;
	return true;
}

static void take_token(struct lexer *l)
{
	const unsigned char c = peek(l, 0);

	if (c == '\'') {
		take_string(l, false);
	} else if (c == '"') {
		take_double(l);
	} else if (c == '`' && l->library != SQL_PG) {
		take_name(l, '`');
	} else if (c == '[' && l->library == SQL_SQLITE) {
		take_name(l, ']');
	} else if (is_digit(c) || (c == '.' && is_digit(peek(l, 1)) && last(l) != '"')) {
		take_number(l);
	} else if (begins_word(c)) {
		take_word(l);
	} else if ((c == '$' && take_dollars(l)) || take_placeholder(l)) {
		return;
	} else {
		l->senseless |= c == '\\';
		put(l, l->text + l->at, 1);
		l->at++;
		if (c == ':' && peek(l, 0) == ':') { /* a cast */
			put(l, ":", 1);
			l->at++;
		}
	}
}

static void read_all(struct lexer *l)
{
	while (l->at < l->len && !l->over) {
		if (!skip_blank(l))
			take_token(l);
	}
}

/* -------------------------------------------------------------------------- lists */

/* In a stripped text. */
static size_t behind_blank(const char *text, size_t at)
{
	return at + (text[at] == ' ');
}

/* Behind one placeholder; 0: there is none. */
static size_t behind_placeholder(const char *text, size_t at)
{
	const size_t from = at;

	if (!text[at] || !strchr("?$:", text[at]))
		return 0;
	at++;
	while (is_in_word((unsigned char)text[at]))
		at++;
	return text[from] == '?' || at > from + 1 ? at : 0;
}

/* Behind "(?, ?, ?)"; 0: there is something else in it. */
static size_t behind_list(const char *text, size_t at)
{
	for (at = behind_blank(text, at + 1);; at = behind_blank(text, at + 1)) {
		at = behind_placeholder(text, at);
		if (!at)
			return 0;
		at = behind_blank(text, at);
		if (text[at] == ')')
			return at + 1;
		if (text[at] != ',')
			return 0;
	}
}

/* Behind a parenthesis and all that is in it; 0: it is not closed. */
static size_t behind_row(const char *text, size_t at)
{
	char quote = 0;
	unsigned depth = 0;

	for (; text[at]; at++) {
		if (quote) {
			quote = text[at] == quote ? 0 : quote;
		} else if (text[at] == '"' || text[at] == '`') {
			quote = text[at];
		} else if (text[at] == '(') {
			depth++;
		} else if (text[at] == ')' && !--depth) {
			return at + 1;
		}
	}
	return 0;
}

static bool ends_with_word(const char *text, size_t len, const char *word)
{
	const size_t size = strlen(word);

	if (len && text[len - 1] == ' ')
		len--;
	return len >= size && !strncasecmp(text + len - size, word, size) &&
	       (len == size || !is_in_word((unsigned char)text[len - size - 1]));
}

/* All rows behind the first one: ", (?, ?)". */
static size_t behind_rows(const char *text, size_t at)
{
	size_t next, row;

	for (;; at = row) {
		next = behind_blank(text, at);
		if (text[next] != ',')
			return at;
		next = behind_blank(text, next + 1);
		row = text[next] == '(' ? behind_row(text, next) : 0;
		if (!row) /* the text ends in it */
			return text[next] == '(' ? strlen(text) : at;
	}
}

/* What is appended to; .len < SQL_SHOWN_MAX - sizeof(END). */
struct shown {
	char *text;
	size_t len;
	bool full;
};

static void show(struct shown *to, const char *bytes, size_t len)
{
	to->full |= to->len + len >= SQL_SHOWN_MAX - sizeof(END);
	if (to->full)
		return;
	memcpy(to->text + to->len, bytes, len);
	to->len += len;
}

/* Shows a list in short, and returns what is behind it; 0: there is none. */
static size_t show_list(struct shown *to, const char *text, size_t at)
{
	size_t row = 0, behind = 0;

	if (text[at] != '(')
		return 0;
	if (ends_with_word(to->text, to->len, "in")) {
		behind = behind_list(text, at);
		if (behind)
			show(to, "(?)", 3);
		return behind;
	}
	if (ends_with_word(to->text, to->len, "values") ||
	    ends_with_word(to->text, to->len, "value"))
		row = behind_row(text, at);
	if (row)
		behind = behind_rows(text, row);
	if (behind <= row)
		return 0;
	show(to, text + at, row - at);
	show(to, ", ...", 5);
	return behind;
}

static void collapse(const char *text, struct shown *to)
{
	size_t at = 0, behind;

	while (text[at] && !to->full) {
		behind = show_list(to, text, at);
		if (!behind)
			show(to, text + at, 1);
		at = behind ?: at + 1;
	}
}

/* ----------------------------------------------------------------------------- all */

static struct lexer lex(enum sql_library library, const char *text, size_t len, bool backslash,
			bool stops, char *out)
{
	struct lexer l = { .library = library,
			   .text = text,
			   .len = len,
			   .backslash = backslash,
			   .stops = stops,
			   .out = out };

	read_all(&l);
	return l;
}

/* Not in the middle of a character. */
static void drop_half(struct shown *to)
{
	size_t at = to->len, bytes;
	unsigned char c;

	while (at && to->len - at < 3 && ((unsigned char)to->text[at - 1] & 0xc0) == 0x80)
		at--;
	c = at ? (unsigned char)to->text[at - 1] : 0;
	bytes = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : c >= 0xc0 ? 2 : 1;
	if (bytes > 1 && to->len - at + 1 < bytes)
		to->len = at - 1;
}

/* True: something is left out at the end. */
static bool strip(enum sql_library library, const char *text, size_t len, bool cut,
		  char out[SQL_SHOWN_MAX])
{
	const bool usual = library == SQL_MYSQL;
	struct lexer l = lex(library, text, len, usual, false, out);
	bool usual_fails = l.senseless, other_fails;

	if (l.doubtful) {
		l = lex(library, text, len, !usual, false, out);
		other_fails = l.senseless;
		if (cut || usual_fails == other_fails)
			l = lex(library, text, len, usual, true, out);
		else if (other_fails)
			l = lex(library, text, len, usual, false, out);
	}
	while (l.out_len && strchr("; ", last(&l)))
		l.out_len--;
	out[l.out_len] = '\0';
	return l.over;
}

void sql_text_strip(enum sql_library library, const char *text, size_t len, bool cut,
		    char out[SQL_SHOWN_MAX])
{
	char stripped[SQL_SHOWN_MAX];
	struct shown to = { .text = out };

	cut |= strip(library, text, len, cut, stripped);
	collapse(stripped, &to);
	drop_half(&to);
	strcpy(out + to.len, cut || to.full ? END : "");
}
