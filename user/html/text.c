// SPDX-License-Identifier: GPL-2.0-or-later
#include "html/text.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "export/text.h"
#include "write/time_text.h"

/* Controls, and what has no width or changes the direction: the same as in page/text.js. */
static bool is_unseen(uint32_t c)
{
	return (c < ' ' && c != '\t' && c != '\n') || (c >= 0x7f && c < 0xa0) || c == 0x61c ||
	       (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
	       (c >= 0x2060 && c <= 0x2069) || c == 0xfeff || (c & 0xfffe) == 0xfffe;
}

static void put_char(uint32_t c, FILE *out)
{
	if (is_unseen(c))
		fputs("\xef\xbf\xbd", out);
	else if (c == '\'')
		fputs("&#39;", out);
	else
		text_put_xml_char(c, out);
}

void html_put_text(const char *text, size_t left, FILE *out)
{
	uint32_t c;
	size_t len;

	for (; left; text += len, left -= len) {
		len = text_char(text, left, &c);
		put_char(c, out);
	}
}

void html_put(const char *text, FILE *out)
{
	html_put_text(text, strlen(text), out);
}

void html_put_hash(const char *text, FILE *out)
{
	static const char kept[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				   "-_.!~*():/";
	size_t left = strlen(text), len, i;
	uint32_t c;

	for (; left; text += len, left -= len) {
		len = text_char(text, left, &c);
		if (c < 0x80 && strchr(kept, (int)c))
			putc((int)c, out);
		else if (c >= 0x80 && len == 1) /* Latin-1 */
			fprintf(out, "%%%02X%%%02X", 0xc0 | c >> 6, 0x80 | (c & 0x3f));
		else
			for (i = 0; i < len; i++)
				fprintf(out, "%%%02X", (unsigned char)text[i]);
	}
}

void html_put_time(int64_t ns, FILE *out)
{
	char text[TIME_TEXT];

	fputs(ns > 0 ? time_text(ns, text) : "0", out);
}

void html_put_count(uint64_t cnt, FILE *out)
{
	char digits[24];
	int len = snprintf(digits, sizeof(digits), "%" PRIu64, cnt), i;

	for (i = 0; i < len; i++) {
		if (i && (len - i) % 3 == 0)
			fputs("\xe2\x80\xaf", out);
		putc(digits[i], out);
	}
}
