/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Makes text of a target safe for a terminal or a log: it can't begin a new line or drive the
 * terminal.
 */
#ifndef NYTPROF_PLAIN_H
#define NYTPROF_PLAIN_H

#include <stddef.h>
#include <stdio.h>
#include <string.h>

/*
 * The length of the multi-byte character here, which must be UTF-8 in its shortest form. 0: there
 * is none.
 */
static inline size_t plain_utf8(const unsigned char *s, size_t left)
{
	static const unsigned least[] = { 0x80, 0x800, 0x10000 };
	size_t more = s[0] < 0xc2 || s[0] > 0xf4 ? 0 : 1u + (s[0] >= 0xe0) + (s[0] >= 0xf0), i;
	unsigned c = more ? s[0] & (0x3fu >> more) : 0;

	if (!more || more >= left)
		return 0;
	for (i = 1; i <= more; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (s[i] & 0x3f);
	}
	if (c < least[more - 1] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
		return 0; /* RFC 3629, 3 */
	return more + 1;
}

/*
 * How many bytes may be shown as they are; 0: the first one drives a terminal. The controls above
 * 0x7f (C1; 0x9b begins an escape sequence) do so as a byte, and in UTF-8 as c2 80 to c2 9f.
 */
static inline size_t plain_len(const char *text, size_t left)
{
	const unsigned char *s = (const unsigned char *)text;
	size_t len = plain_utf8(s, left);

	if (len)
		return s[0] == 0xc2 && s[1] < 0xa0 ? 0 : len;
	return s[0] >= ' ' && (s[0] < 0x7f || s[0] >= 0xa0);
}

static inline void plain_text(char *text, size_t len)
{
	size_t i = 0, plain;

	while (i < len) {
		plain = plain_len(text + i, len - i);
		if (!plain)
			text[i] = '?';
		i += plain + !plain;
	}
}

static inline void plain_print_len(const char *text, size_t len, char instead, FILE *to)
{
	size_t i = 0, plain;

	while (i < len) {
		plain = plain_len(text + i, len - i);
		if (plain)
			fwrite(text + i, 1, plain, to);
		else
			fputc(instead, to);
		i += plain + !plain;
	}
}

static inline void plain_print(const char *text, FILE *to)
{
	plain_print_len(text, strlen(text), '?', to);
}

/*
 * A stream that passes lines on to another one, without what drives a terminal. Line breaks pass;
 * use plain_print() for text that must stay on its line. Closing it flushes the other stream and
 * leaves it open. NULL: out of memory.
 */
FILE *plain_open(FILE *to);

#endif
