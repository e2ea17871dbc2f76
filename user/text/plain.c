// SPDX-License-Identifier: GPL-2.0-or-later
/* A stream for a terminal; the characters are plain.h's. */
#include "text/plain.h"

#include <stdlib.h>
#include <unistd.h>

#define PART	 4096u
#define HELD_MAX 3u /* bytes of a character whose last one is still to come */

struct plain {
	FILE *to;
	char held[HELD_MAX];
	size_t held_len;
};

/* How many bytes at the end may become a character with what is still to come. */
static size_t unfinished(const char *text, size_t len)
{
	size_t back;

	for (back = 1; back <= HELD_MAX && back <= len; back++) {
		unsigned char c = (unsigned char)text[len - back];

		if (c >= 0xc2)
			return (c >= 0xf0 ? 4u : c >= 0xe0 ? 3u : 2u) > back ? back : 0;
		if (c < 0x80)
			return 0;
	}
	return 0;
}

static void print_lines(const char *text, size_t len, FILE *to)
{
	const char *end = text + len, *line_end;

	for (; (line_end = memchr(text, '\n', (size_t)(end - text))); text = line_end + 1) {
		plain_print_len(text, (size_t)(line_end - text), '?', to);
		fputc('\n', to);
	}
	plain_print_len(text, (size_t)(end - text), '?', to);
}

static void print_part(struct plain *p, const char *from, size_t size)
{
	char text[HELD_MAX + PART];
	size_t len = p->held_len + size, held;

	memcpy(text, p->held, p->held_len);
	memcpy(text + p->held_len, from, size);
	held = unfinished(text, len);
	print_lines(text, len - held, p->to);
	memcpy(p->held, text + len - held, held);
	p->held_len = held;
}

static ssize_t plain_write(void *cookie, const char *from, size_t size)
{
	struct plain *p = cookie;
	size_t done, part;

	for (done = 0; done < size; done += part) {
		part = size - done < PART ? size - done : PART;
		print_part(p, from + done, part);
	}
	return fflush(p->to) || ferror(p->to) ? 0 : (ssize_t)size;
}

static int plain_close(void *cookie)
{
	struct plain *p = cookie;
	int rc;

	print_lines(p->held, p->held_len, p->to);
	rc = fflush(p->to);
	free(p);
	return rc;
}

FILE *plain_open(FILE *to)
{
	const cookie_io_functions_t functions = { .write = plain_write, .close = plain_close };
	struct plain *p = calloc(1, sizeof(*p));
	FILE *plain;

	if (!p)
		return NULL;
	p->to = to;
	plain = fopencookie(p, "w", functions);
	if (!plain)
		free(p);
	else if (fileno(to) >= 0 && isatty(fileno(to)))
		setvbuf(plain, NULL, _IOLBF, 0);
	return plain;
}
