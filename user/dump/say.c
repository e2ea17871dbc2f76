// SPDX-License-Identifier: GPL-2.0-or-later
#include "dump/say.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#include "perl/utf8.h"

struct said_text {
	uint32_t nr;
	UT_hash_handle hh;
	char text[];
};

void say_record(struct saying *s, const struct dump_record *record, const void *bytes)
{
	s->rc = s->rc ?: sandbox_say(s->w, record, sizeof(*record));
	if (record->len)
		s->rc = s->rc ?: sandbox_say(s->w, bytes, record->len);
}

static uint32_t say_new(struct saying *s, const char *text, size_t len)
{
	const struct dump_record record = { .kind = RECORD_TEXT, .len = (uint32_t)len + 1 };
	struct said_text *said = calloc(1, sizeof(*said) + len + 1);

	if (!said) {
		s->rc = s->rc ?: -ENOMEM;
		return 0;
	}
	memcpy(said->text, text, len);
	said->nr = ++s->cnt;
	HASH_ADD_KEYPTR(hh, s->texts, said->text, len, said);
	say_record(s, &record, text);
	return said->nr;
}

uint32_t say_text(struct saying *s, const char *text)
{
	struct said_text *said = NULL;
	char *made = NULL;
	uint32_t nr;

	if (!text)
		return 0;
	if (!utf8_is(text))
		text = made = utf8_from_latin1(text);
	if (text)
		HASH_FIND(hh, s->texts, text, strlen(text), said);
	nr = said ? said->nr : text ? say_new(s, text, strlen(text)) : 0;
	free(made);
	return nr;
}

void saying_release(struct saying *s)
{
	struct said_text *said, *next;

	HASH_ITER(hh, s->texts, said, next) {
		HASH_DEL(s->texts, said);
		free(said);
	}
}
