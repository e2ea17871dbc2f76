/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of a statement's text share. */
#ifndef NYTPROF_SQL_TEXT_PARTS_H
#define NYTPROF_SQL_TEXT_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "nytprof/sql.h"
#include "sql_text/sql_text.h"

#define SQL_TEXT_END  " ..."
#define SQL_TEXT_ROOM (SQL_SHOWN_MAX - sizeof(SQL_TEXT_END)) /* bytes before that, at most */

/* ------------------------------------------------------------------------------ lexer.c */

/* One way to read a text. */
struct lexing {
	enum sql_library library;
	const char *text;
	size_t len;
	bool backslash; /* it escapes a quote in a plain string */
	bool stops; /* at the first string in which that matters */
};

struct lexed {
	size_t len; /* of what is shown */
	bool doubtful; /* there is such a string */
	bool senseless; /* read in this way, the text is no SQL */
	bool over; /* something is left out at the end */
};

/* Writes the text without its literals to out, which has SQL_TEXT_ROOM bytes, without a NUL. */
struct lexed lexer_read(const struct lexing *how, char *out);

bool lexer_is_in_word(unsigned char c);

/* ------------------------------------------------------------------------------ lists.c */

/*
 * Shows lists of placeholders, and rows behind the first one, in short. text: without literals. out: has
 * SQL_TEXT_ROOM bytes. Returns how many it has then. full: something is left out at the end.
 */
size_t lists_shorten(const char *text, char *out, bool *full);

#endif
