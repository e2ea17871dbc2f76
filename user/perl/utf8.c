// SPDX-License-Identifier: GPL-2.0-or-later
/* Latin-1 and UTF-8; knows no locale. */
#include "perl/utf8.h"

#include <stdlib.h>
#include <string.h>

bool utf8_is(const char *text)
{
	const unsigned char *p = (const unsigned char *)text;
	int more = 0;

	for (; *p; p++) {
		if (more) {
			if ((*p & 0xc0) != 0x80)
				return false;
			more--;
		} else if (*p >= 0x80) {
			more = *p >= 0xf0 ? 3 : *p >= 0xe0 ? 2 : *p >= 0xc0 ? 1 : -1;
			if (more < 0)
				return false;
		}
	}
	return !more;
}

char *utf8_from_latin1(const char *text)
{
	const unsigned char *p = (const unsigned char *)text;
	char *utf8 = malloc(2 * strlen(text) + 1), *to = utf8;

	if (!utf8)
		return NULL;
	for (; *p; p++) {
		if (*p >= 0x80)
			*to++ = (char)(0xc0 | *p >> 6);
		*to++ = (char)(*p >= 0x80 ? 0x80 | (*p & 0x3f) : *p);
	}
	*to = '\0';
	return utf8;
}
