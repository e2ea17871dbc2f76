// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Whether a backslash escapes a quote is a setting of the server that nobody tells:
 * standard_conforming_strings, NO_BACKSLASH_ESCAPES. A text in which that matters is read in both ways.
 * If just one of them makes sense, that one is right.
 */
#include "sql_text/sql_text.h"

#include <string.h>

#include "sql_text/sql_text_parts.h"

/* Without half a character at the end. */
static size_t whole_len(const char *text, size_t len)
{
	size_t at = len, bytes;
	unsigned char c;

	while (at && len - at < 3 && ((unsigned char)text[at - 1] & 0xc0) == 0x80)
		at--;
	c = at ? (unsigned char)text[at - 1] : 0;
	bytes = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : c >= 0xc0 ? 2 : 1;
	return bytes > 1 && len - at + 1 < bytes ? at - 1 : len;
}

/* True: something is left out at the end. */
static bool strip(enum sql_library library, const char *text, size_t len, bool cut,
		  char out[SQL_SHOWN_MAX])
{
	const struct lexing usual = {
		.library = library, .text = text, .len = len, .backslash = library == SQL_MYSQL
	};
	struct lexing other = usual, stops = usual;
	struct lexed is = lexer_read(&usual, out);
	bool usual_fails = is.senseless, other_fails;

	other.backslash = !usual.backslash;
	stops.stops = true;
	if (is.doubtful) {
		is = lexer_read(&other, out);
		other_fails = is.senseless;
		if (cut || usual_fails == other_fails)
			is = lexer_read(&stops, out);
		else if (other_fails)
			is = lexer_read(&usual, out);
	}
	while (is.len && strchr("; ", out[is.len - 1]))
		is.len--;
	out[is.len] = '\0';
	return is.over;
}

void sql_text_strip(enum sql_library library, const char *text, size_t len, bool cut,
		    char out[SQL_SHOWN_MAX])
{
	char stripped[SQL_SHOWN_MAX];
	bool full;

	cut |= strip(library, text, len, cut, stripped);
	len = lists_shorten(stripped, out, &full);
	len = whole_len(out, len);
	strcpy(out + len, cut || full ? SQL_TEXT_END : "");
}
