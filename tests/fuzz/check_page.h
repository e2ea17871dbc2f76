/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What each page must be, whatever a profile has: the tags of ours, UTF-8, and complete data. */
#ifndef NYTPROF_FUZZ_CHECK_PAGE_H
#define NYTPROF_FUZZ_CHECK_PAGE_H

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

#include "text/plain.h"

static const char *const tags[] = {
	"!doctype", "a",     "b",    "body", "button",	 "caption", "code",    "dd",	"dialog",
	"div",	    "dl",    "dt",   "h2",   "head",	 "header",  "html",    "input", "kbd",
	"li",	    "main",  "meta", "nav",  "noscript", "p",	    "section", "span",	"style",
	"table",    "tbody", "td",   "th",   "thead",	 "title",   "tr",      "ul",	"wbr",
};

static void expect_tag(const char *name)
{
	size_t len = strspn(name,
			    "!abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"),
	       i;

	for (i = 0; i < sizeof(tags) / sizeof(tags[0]); i++) {
		if (strlen(tags[i]) == len && !strncasecmp(name, tags[i], len))
			return;
	}
	abort();
}

/* Up to the data, which are base64, and the script, which is ours. */
static void expect_page(const char *text, size_t len)
{
	const char *data = memmem(text, len, "<script", 7), *at;
	size_t left = (size_t)(data - text), plain;

	if (!data)
		abort();
	for (at = text; at < data; at += plain, left -= plain) {
		plain = strchr("\n\t", *at) ? 1 : plain_len(at, left);
		if (!*at || !plain || (plain == 1 && (unsigned char)*at >= 0x80))
			abort();
		if (*at == '<')
			expect_tag(at + 1 + (at[1] == '/'));
	}
}

static int value_of(char c)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const char *at = c ? strchr(digits, c) : NULL;

	return at ? (int)(at - digits) : -1;
}

static size_t decode(const char *text, unsigned char *raw)
{
	unsigned bits = 0, cnt = 0;
	size_t len = 0;

	for (; value_of(*text) >= 0; text++) {
		bits = bits << 6 | (unsigned)value_of(*text);
		cnt += 6;
		if (cnt >= 8) {
			cnt -= 8;
			raw[len++] = (unsigned char)(bits >> cnt);
		}
	}
	if (*text != '=' && *text != '"')
		abort();
	return len;
}

/* It is complete, and text without controls but line ends. */
static void expect_data(const char *text, size_t len)
{
	static const char begin[] = "id=\"data\">\"";
	const char *data = memmem(text, len, begin, sizeof(begin) - 1);
	unsigned char *raw = malloc(len), out[4096];
	z_stream z = {};
	size_t i;
	int rc;

	if (!data || !raw || inflateInit(&z) != Z_OK)
		abort();
	z.next_in = raw;
	z.avail_in = (unsigned)decode(data + sizeof(begin) - 1, raw);
	do {
		z.next_out = out;
		z.avail_out = sizeof(out);
		rc = inflate(&z, Z_NO_FLUSH);
		for (i = 0; i < sizeof(out) - z.avail_out; i++) {
			if (out[i] < ' ' && out[i] != '\n')
				abort();
		}
	} while (rc == Z_OK);
	if (rc != Z_STREAM_END)
		abort();
	inflateEnd(&z);
	free(raw);
}

/* Aborts if it is not. */
static void check_page(const char *text, size_t len)
{
	expect_page(text, len);
	expect_data(text, len);
}

#endif
