// SPDX-License-Identifier: GPL-2.0-or-later
/* Lists whose length is no part of the statement: "IN (?, ?)" and the rows of VALUES. */
#include <string.h>
#include <strings.h>

#include "sql_text/sql_text_parts.h"

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
	while (lexer_is_in_word((unsigned char)text[at]))
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
	       (len == size || !lexer_is_in_word((unsigned char)text[len - size - 1]));
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

/* What is appended to; .len < SQL_TEXT_ROOM. */
struct shown {
	char *text;
	size_t len;
	bool full;
};

static void show(struct shown *to, const char *bytes, size_t len)
{
	to->full |= to->len + len >= SQL_TEXT_ROOM;
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

size_t lists_shorten(const char *text, char *out, bool *full)
{
	struct shown to = { .text = out };
	size_t at = 0, behind;

	while (text[at] && !to.full) {
		behind = show_list(&to, text, at);
		if (!behind)
			show(&to, text + at, 1);
		at = behind ?: at + 1;
	}
	*full = to.full;
	return to.len;
}
