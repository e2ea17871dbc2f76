// SPDX-License-Identifier: GPL-2.0-or-later
#include "html/armor.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define LEVEL  6
#define BUFFER (48u * 1024) /* a multiple of 3 */

struct armor {
	FILE *out;
	z_stream z;
	unsigned char raw[BUFFER]; /* deflated */
	size_t used;
};

/* RFC 4648, 4. */
static void put_base64(const unsigned char *raw, size_t len, FILE *out)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	char text[4 * 256];
	size_t i, used = 0;

	for (i = 0; i < len; i += 3) {
		unsigned left = len - i < 3 ? (unsigned)(len - i) : 3;
		unsigned bits = (unsigned)raw[i] << 16 |
				(left > 1 ? (unsigned)raw[i + 1] << 8 : 0) |
				(left > 2 ? raw[i + 2] : 0);

		text[used++] = digits[bits >> 18];
		text[used++] = digits[bits >> 12 & 63];
		text[used++] = left > 1 ? digits[bits >> 6 & 63] : '=';
		text[used++] = left > 2 ? digits[bits & 63] : '=';
		if (used == sizeof(text) || i + 3 >= len) {
			fwrite(text, 1, used, out);
			used = 0;
		}
	}
}

/* The groups of three that are complete; at the end, all. */
static void pass_on(struct armor *a, int flush)
{
	size_t len = flush == Z_FINISH ? a->used : a->used / 3 * 3;

	put_base64(a->raw, len, a->out);
	a->used -= len;
	memmove(a->raw, a->raw + len, a->used);
}

/* With room in the output, deflate() has no error. */
static void deflate_all(struct armor *a, int flush)
{
	unsigned room;

	do {
		if (a->used > BUFFER / 2)
			pass_on(a, Z_NO_FLUSH);
		room = (unsigned)(BUFFER - a->used);
		a->z.next_out = a->raw + a->used;
		a->z.avail_out = room;
		deflate(&a->z, flush);
		a->used += room - a->z.avail_out;
	} while (!a->z.avail_out);
}

static ssize_t armor_write(void *cookie, const char *text, size_t len)
{
	struct armor *a = cookie;

	a->z.next_in = (unsigned char *)text;
	a->z.avail_in = (unsigned)len;
	deflate_all(a, Z_NO_FLUSH);
	return (ssize_t)len;
}

static int armor_close(void *cookie)
{
	struct armor *a = cookie;

	a->z.avail_in = 0;
	deflate_all(a, Z_FINISH);
	pass_on(a, Z_FINISH);
	deflateEnd(&a->z);
	free(a);
	return 0;
}

FILE *armor_open(FILE *out)
{
	const cookie_io_functions_t functions = { .write = armor_write, .close = armor_close };
	struct armor *a = calloc(1, sizeof(*a));
	FILE *stream;

	if (!a)
		return NULL;
	a->out = out;
	if (deflateInit(&a->z, LEVEL) != Z_OK) {
		free(a);
		return NULL;
	}
	stream = fopencookie(a, "w", functions);
	if (!stream) {
		deflateEnd(&a->z);
		free(a);
	}
	return stream;
}
