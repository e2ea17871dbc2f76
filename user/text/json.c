// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/json.h"

#include <string.h>

#include "text/plain.h"

/* How many bytes need no escape. */
static size_t plain_ascii(const unsigned char *s, size_t left)
{
	size_t len = 0;

	while (len < left && s[len] >= ' ' && s[len] < 0x7f && s[len] != '"' && s[len] != '\\')
		len++;
	return len;
}

void json_put_text(const char *text, size_t left, FILE *out)
{
	const unsigned char *s = (const unsigned char *)text;
	size_t len;

	putc('"', out);
	for (; left; s += len, left -= len) {
		len = plain_ascii(s, left);
		if (len) {
			fwrite(s, 1, len, out);
			continue;
		}
		len = plain_utf8(s, left);
		if (len > 1 && (s[0] != 0xc2 || s[1] >= 0xa0))
			fwrite(s, 1, len, out);
		else if (len > 1)
			fprintf(out, "\\u%04x", s[1]);
		else if (*s == '"' || *s == '\\')
			fprintf(out, "\\%c", *s);
		else
			fprintf(out, "\\u%04x", *s);
		len = len ?: 1;
	}
	putc('"', out);
}

void json_put_string(const char *text, FILE *out)
{
	if (text)
		json_put_text(text, strlen(text), out);
	else
		fputs("null", out);
}
