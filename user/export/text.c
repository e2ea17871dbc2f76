// SPDX-License-Identifier: GPL-2.0-or-later
#include "export/text.h"

#include <string.h>

#include "text/plain.h"

size_t text_char(const char *text, size_t left, uint32_t *c)
{
	const unsigned char *s = (const unsigned char *)text;
	size_t len = plain_utf8(s, left), i;

	*c = len ? s[0] & (0x7fu >> len) : s[0];
	for (i = 1; i < len; i++)
		*c = *c << 6 | (s[i] & 0x3f);
	return len ?: 1;
}

void text_put_char(uint32_t c, FILE *out)
{
	if (c < 0x80) {
		putc((int)c, out);
		return;
	}
	if (c < 0x800) {
		putc((int)(0xc0 | c >> 6), out);
	} else {
		if (c < 0x10000) {
			putc((int)(0xe0 | c >> 12), out);
		} else {
			putc((int)(0xf0 | c >> 18), out);
			putc((int)(0x80 | (c >> 12 & 0x3f)), out);
		}
		putc((int)(0x80 | (c >> 6 & 0x3f)), out);
	}
	putc((int)(0x80 | (c & 0x3f)), out);
}

void text_put_xml_char(uint32_t c, FILE *out)
{
	if (c == '<')
		fputs("&lt;", out);
	else if (c == '>')
		fputs("&gt;", out);
	else if (c == '&')
		fputs("&amp;", out);
	else if (c == '"')
		fputs("&quot;", out);
	else
		text_put_char(c, out);
}

void text_put_utf8(const char *text, size_t left, FILE *out)
{
	uint32_t c;
	size_t len;

	for (; left; text += len, left -= len) {
		len = text_char(text, left, &c);
		text_put_char(c, out);
	}
}

void text_put_line(const char *text, size_t left, const char *bad, FILE *out)
{
	uint32_t c;
	size_t len;

	for (; left; text += len, left -= len) {
		len = text_char(text, left, &c);
		if (c == '\t')
			c = ' ';
		else if (c < ' ' || (c >= 0x7f && c < 0xa0) || (c < 0x7f && strchr(bad, (int)c)))
			c = '?';
		text_put_char(c, out);
	}
}
