// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * An SQL statement; its first byte chooses the library and whether it is cut.
 *
 * Nothing of a literal may survive. A secret in quotes, which the target puts behind the text where that
 * is the begin of a statement, must not be shown.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sql_text/sql_text.h"

static void check_shown(const char *shown)
{
	const char *at;

	if (strlen(shown) >= SQL_SHOWN_MAX)
		abort();
	for (at = shown; *at; at++) {
		if ((unsigned char)*at < ' ' || *at == 127)
			abort();
	}
}

/* Has the text nothing that could make a quote something else? */
static bool is_plain(const uint8_t *data, size_t size)
{
	size_t i;

	for (i = 0; i < size; i++) {
		if (strchr("'\"`[$\\-#/*", data[i]) && data[i])
			return false;
	}
	return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char secret[] = " 'sEkReT'";
	char shown[SQL_SHOWN_MAX], again[SQL_SHOWN_MAX], *text;
	enum sql_library library;

	if (!size)
		return 0;
	library = data[0] % SQL_LIBRARIES;
	text = malloc(size + sizeof(secret)); /* exactly: what is read behind it is seen */
	memcpy(text, data + 1, size - 1);
	sql_text_strip(library, text, size - 1, data[0] & 64, shown);
	check_shown(shown);
	sql_text_strip(library, shown, strlen(shown), false, again);
	check_shown(again);
	memcpy(text + size - 1, secret, sizeof(secret) - 1);
	sql_text_strip(library, text, size - 1 + sizeof(secret) - 1, data[0] & 64, shown);
	if (is_plain(data + 1, size - 1) && !memmem(data, size, "sEkReT", 6) &&
	    strstr(shown, "sEkReT"))
		abort();
	free(text);
	return 0;
}
