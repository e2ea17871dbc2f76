// SPDX-License-Identifier: GPL-2.0-or-later
#include "util/json.h"

#include <string.h>

#include "util/plain.h"

void json_put_text(const char *text, size_t left, FILE *out)
{
	const unsigned char *s = (const unsigned char *)text;
	size_t len;

	putc('"', out);
	for (; left; s += len, left -= len) {
		len = plain_utf8(s, left);
		if (len > 1 && (s[0] != 0xc2 || s[1] >= 0xa0))
			fwrite(s, 1, len, out);
		else if (len > 1)
			fprintf(out, "\\u%04x", s[1]);
		else if (*s == '"' || *s == '\\')
			fprintf(out, "\\%c", *s);
		else if (*s < ' ' || *s >= 0x7f)
			fprintf(out, "\\u%04x", *s);
		else
			putc(*s, out);
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
