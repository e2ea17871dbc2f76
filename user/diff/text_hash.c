// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/text_hash.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"
#include "util/sort.h"

static uint64_t hash_line(const char *text, const char *end)
{
	uint64_t hash = 14695981039346656037u; /* FNV-1a */

	while (text < end && isspace((unsigned char)*text))
		text++;
	while (end > text && isspace((unsigned char)end[-1]))
		end--;
	for (; text < end; text++)
		hash = (hash ^ (unsigned char)*text) * 1099511628211u;
	return hash;
}

static const char *end_of_line(const char *text, const char *end)
{
	const char *newline = memchr(text, '\n', (size_t)(end - text));

	return newline ? newline + 1 : end;
}

static int compare(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

void text_hash_release(struct text_hash *text)
{
	free(text->lines);
	free(text->sorted);
	*text = (struct text_hash){};
}

int text_hash_make(struct text_hash *text, const struct profile_file *file)
{
	const char *at = file->source, *end = at ? at + file->source_len : at, *next;
	uint32_t cnt = 0;

	for (; at < end && cnt < LINE_MAX_NR; at = end_of_line(at, end))
		cnt++;
	if (!cnt)
		return 0;
	text->lines = calloc(cnt, sizeof(*text->lines));
	text->sorted = calloc(cnt, sizeof(*text->sorted));
	if (!text->lines || !text->sorted) {
		text_hash_release(text);
		return -ENOMEM;
	}
	for (at = file->source; text->cnt < cnt; at = next) {
		next = end_of_line(at, end);
		text->lines[text->cnt++] = hash_line(at, next);
	}
	memcpy(text->sorted, text->lines, cnt * sizeof(*text->lines));
	sort(text->sorted, cnt, sizeof(*text->sorted), compare);
	return 0;
}

double text_hash_share(const struct text_hash *a, const struct text_hash *b)
{
	uint32_t i = 0, k = 0, same = 0, most = a->cnt > b->cnt ? a->cnt : b->cnt;

	while (i < a->cnt && k < b->cnt) {
		if (a->sorted[i] == b->sorted[k])
			same++, i++, k++;
		else if (a->sorted[i] < b->sorted[k])
			i++;
		else
			k++;
	}
	return most ? (double)same / most : 0;
}
