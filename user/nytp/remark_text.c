// SPDX-License-Identifier: GPL-2.0-or-later
#include "nytp/remark_text.h"

#include <stdio.h>
#include <string.h>

#include "records/encode.h"
#include "records/format.h"
#include "records/sink.h"

void remark_put_key(struct sink *s, const char *key)
{
	nytp_put_tag(s, NYTP_COMMENT);
	sink_put(s, key, strlen(key));
}

void remark_put_text(struct sink *s, const char *text)
{
	char escaped[8];

	for (; *text; text++) {
		const unsigned char c = (unsigned char)*text;

		if (c >= ' ' && c != '\\' && c != 127) {
			sink_put(s, text, 1);
			continue;
		}
		snprintf(escaped, sizeof(escaped), "\\x%02x", c);
		sink_put(s, escaped, strlen(escaped));
	}
}

void remark_read_text(char *text)
{
	char *to = text;
	unsigned c;

	while (*text) {
		if (!strncmp(text, "\\x", 2) && sscanf(text + 2, "%2x", &c) == 1 && c) {
			*to++ = (char)c;
			text += text[3] ? 4 : 3;
		} else {
			*to++ = *text++;
		}
	}
	*to = '\0';
}

char *remark_cut(char *text)
{
	char *tab = text ? strchr(text, '\t') : NULL;

	if (tab)
		*tab++ = '\0';
	return tab;
}
