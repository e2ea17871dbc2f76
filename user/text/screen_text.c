// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/screen_text.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "text/plain.h"

/* A character of valid UTF-8, and its length. */
static uint32_t decode(const char *text, size_t *len)
{
	const unsigned char *s = (const unsigned char *)text;
	size_t i, cnt = s[0] < 0x80 ? 1 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
	uint32_t c = cnt == 1 ? s[0] : s[0] & (0x7fu >> cnt);

	for (i = 1; i < cnt; i++)
		c = c << 6 | (s[i] & 0x3f);
	*len = cnt;
	return c;
}

struct range {
	uint32_t first, last;
};

static bool is_in(uint32_t c, const struct range *ranges, size_t cnt)
{
	size_t i;

	for (i = 0; i < cnt; i++) {
		if (c >= ranges[i].first && c <= ranges[i].last)
			return true;
	}
	return false;
}

/* Characters that show nothing, or make others show in another place (Unicode, category Cf). */
static bool is_invisible(uint32_t c)
{
	static const struct range ranges[] = {
		{ 0xad, 0xad },	    { 0x61c, 0x61c },	  { 0x180e, 0x180e }, { 0x200b, 0x200f },
		{ 0x2028, 0x202e }, { 0x2060, 0x206f },	  { 0xd800, 0xdfff }, { 0xfeff, 0xfeff },
		{ 0xfff0, 0xfffb }, { 0xe0000, 0xe0fff }, { 0x110000, ~0u }
	};

	return is_in(c, ranges, sizeof(ranges) / sizeof(ranges[0]));
}

/* Combining marks: the blocks that have nothing else. */
static bool is_mark(uint32_t c)
{
	static const struct range ranges[] = { { 0x300, 0x36f },   { 0x483, 0x489 },
					       { 0x591, 0x5bd },   { 0x610, 0x61a },
					       { 0x64b, 0x65f },   { 0x1ab0, 0x1aff },
					       { 0x1dc0, 0x1dff }, { 0x20d0, 0x20ff },
					       { 0xfe00, 0xfe0f }, { 0xfe20, 0xfe2f } };

	return is_in(c, ranges, sizeof(ranges) / sizeof(ranges[0]));
}

/* East Asian characters and pictures (Unicode, East_Asian_Width W and F). */
static bool is_wide(uint32_t c)
{
	static const struct range ranges[] = {
		{ 0x1100, 0x115f },   { 0x2e80, 0x303e },   { 0x3041, 0x33ff },
		{ 0x3400, 0x4dbf },   { 0x4e00, 0x9fff },   { 0xa000, 0xa4cf },
		{ 0xa960, 0xa97f },   { 0xac00, 0xd7a3 },   { 0xf900, 0xfaff },
		{ 0xfe30, 0xfe6f },   { 0xff00, 0xff60 },   { 0xffe0, 0xffe6 },
		{ 0x17000, 0x18cff }, { 0x1b000, 0x1b2ff }, { 0x1f300, 0x1f64f },
		{ 0x1f680, 0x1f6ff }, { 0x1f900, 0x1faff }, { 0x20000, 0x3fffd }
	};

	return is_in(c, ranges, sizeof(ranges) / sizeof(ranges[0]));
}

static size_t char_width(uint32_t c)
{
	return is_mark(c) ? 0 : is_wide(c) ? 2 : 1;
}

/* The bytes at the begin of a foreign text that may be shown; 0: none. */
static size_t clean_len(const char *from, size_t left)
{
	size_t len = plain_len(from, left), ignored;

	if (len == 1 && (unsigned char)*from >= 0x80)
		return 0; /* Latin-1 */
	return len && !is_invisible(decode(from, &ignored)) ? len : 0;
}

/* Those that take the place of one that may not be shown. */
static size_t skip_len(const char *from, size_t left)
{
	return plain_utf8((const unsigned char *)from, left) ?: 1;
}

void text_clean(char to[TEXT_MAX], const char *from, size_t len)
{
	size_t at = 0, i = 0, one;

	while (i < len && at + 5 < TEXT_MAX) {
		one = clean_len(from + i, len - i);
		if (one) {
			memcpy(to + at, from + i, one);
			at += one;
			i += one;
		} else {
			to[at++] = from[i] == '\t' ? ' ' : '?';
			i += skip_len(from + i, len - i);
		}
	}
	to[at] = '\0';
}

void text_to_ascii(char *text)
{
	char *to = text;
	size_t len;

	for (; *text; text += len) {
		decode(text, &len);
		*to++ = len > 1 ? '?' : *text;
	}
	*to = '\0';
}

size_t text_width(const char *text)
{
	size_t width = 0, len;

	for (; *text; text += len)
		width += char_width(decode(text, &len));
	return width;
}

/* The bytes of a text's begin that fit into so many columns, with the marks behind them. */
static size_t head_len(const char *text, size_t width)
{
	size_t at = 0, used = 0, len, one;

	for (; text[at]; at += len, used += one) {
		one = char_width(decode(text + at, &len));
		if (used + one > width)
			break;
	}
	return at;
}

/* Where the end of a text begins that fits into so many columns. */
static size_t tail_at(const char *text, size_t width)
{
	size_t all = text_width(text), at = 0, len;

	while (all > width || (text[at] && all && !char_width(decode(text + at, &len)))) {
		all -= char_width(decode(text + at, &len));
		at += len;
	}
	return at;
}

size_t text_cut_end(char *text, size_t width)
{
	text[head_len(text, width)] = '\0';
	return text_width(text);
}

size_t text_cut_begin(char *text, size_t width)
{
	size_t tail, len = strlen(text);

	if (text_width(text) <= width)
		return text_width(text);
	if (width < 2) {
		*text = '\0';
		return 0;
	}
	tail = tail_at(text, width - 2);
	if (tail < 2) /* one wide character is all that goes */
		return text_cut_end(text, width);
	memcpy(text, "..", 2);
	memmove(text + 2, text + tail, len - tail + 1);
	return text_width(text);
}

#define CUT_LEAST 6 /* columns that are worth a mark */

size_t text_cut(char *text, size_t width)
{
	size_t head, tail, len = strlen(text);

	if (text_width(text) <= width)
		return text_width(text);
	if (width < CUT_LEAST)
		return text_cut_end(text, width);
	head = head_len(text, (width - 2) / 2);
	tail = tail_at(text, width - 2 - (width - 2) / 2);
	/* What is left out takes two columns at least: two bytes, unless it is one wide character. */
	if (tail < head + 2)
		return text_cut_end(text, width);
	memcpy(text + head, "..", 2);
	memmove(text + head + 2, text + tail, len - tail + 1);
	return text_width(text);
}

void text_percent(char to[16], uint64_t part, uint64_t whole)
{
	double percent = whole ? 100.0 * (double)part / (double)whole : 0;

	if (!part || !whole)
		*to = '\0';
	else if (percent >= 999.5)
		snprintf(to, 16, "%.*e", 0, percent);
	else
		snprintf(to, 16, "%.*f", percent >= 99.95 ? 0 : 1, percent);
}

void text_amount(char to[16], int64_t amount)
{
	static const char units[] = "kMGTPE";
	double value = (double)amount / 1000, size = value < 0 ? -value : value;
	size_t unit = 0;

	for (; size >= 999.5 && unit < sizeof(units) - 2; size /= 1000, value /= 1000)
		unit++;
	if (!amount)
		*to = '\0';
	else if (amount > -1000000 && amount < 1000000)
		snprintf(to, 16, "%d", (int)amount);
	else
		snprintf(to, 16, "%.*f%c",
			 size < 9.995 ? 2 :
			 size < 99.95 ? 1 :
					0,
			 value, units[unit]);
}

void text_seconds(char to[16], double seconds)
{
	unsigned s = seconds > 0 && seconds < 4e9 ? (unsigned)seconds : 0;

	if (seconds <= 0)
		*to = '\0';
	else if (seconds < 0.9995)
		snprintf(to, 16, "%.0fms", seconds * 1e3);
	else if (seconds < 99.95)
		snprintf(to, 16, "%.*fs", seconds < 9.995 ? 2 : 1, seconds);
	else if (s < 6000)
		snprintf(to, 16, "%um%02us", s / 60, s % 60);
	else if (s < 360000)
		snprintf(to, 16, "%uh%02um", s / 3600, s % 3600 / 60);
	else
		snprintf(to, 16, "%ud%02uh", s / 86400, s % 86400 / 3600);
}
