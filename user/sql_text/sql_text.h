/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SQL statements without their data: each literal becomes a "?", and comments go. What is left is the
 * same for all executions of a statement.
 */
#ifndef NYTPROF_SQL_TEXT_H
#define NYTPROF_SQL_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "nytprof/sql.h"

#define SQL_SHOWN_MAX 1536 /* bytes of a result, with its NUL */

/*
 * Fills out. library: whose rules hold. cut: the text is only the begin of the statement; this is
 * said by "..." at the end, as is a result that is too long. Where the text can be read in two
 * ways, and one of them would show data, its rest is left out, which "..." says, too. The result is
 * valid UTF-8 if the text is, and has no control characters.
 */
void sql_text_strip(enum sql_library library, const char *text, size_t len, bool cut,
		    char out[SQL_SHOWN_MAX]);

#endif
