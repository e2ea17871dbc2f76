// SPDX-License-Identifier: GPL-2.0-or-later
/* From a file's bytes, plain or through zlib, to numbers and texts. */
#include "input.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "records/format.h"
#include "util/error.h"

#define STRING_LIMIT (64u << 20) /* no name and no source line is longer */
#define INFLATED_LIMIT \
	(4ull << 30) /* a few bytes of zlib's can stand for any number of statements */

#define MEMORY_BASE   (64u << 20)
#define MEMORY_FACTOR 64u

static void tell(struct input *s, const char *what, bool fatal)
{
	const struct input_fault fault = { .tag = s->tag,
					   .record = s->record,
					   .offset = s->offset,
					   .inflated = s->inflating,
					   .fatal = fatal,
					   .what = what };

	if (s->found)
		s->found(s->found_arg, &fault);
}

void input_note(struct input *s, const char *what)
{
	tell(s, what, false);
}

void input_fail(struct input *s, const char *what)
{
	if (s->rc)
		return;
	tell(s, what, true);
	s->rc = error_set(s->err, EBADMSG, "%s is damaged: %s, at %s %llu", s->name, what,
			  s->inflating ? "inflated byte" : "byte", (unsigned long long)s->offset);
}

bool input_has_room(const struct input *s, uint64_t bytes)
{
	return s->memory + bytes <= MEMORY_BASE + MEMORY_FACTOR * s->file_bytes;
}

void input_charge(struct input *s, uint64_t bytes)
{
	if (!input_has_room(s, bytes))
		input_fail(s, "its records need more memory than a file of this size may use");
	s->memory += bytes;
}

void input_no_memory(struct input *s)
{
	if (!s->rc)
		s->rc = error_set(s->err, ENOMEM, "can't read %s: out of memory", s->name);
}

static size_t read_file(struct input *s, uint8_t *to)
{
	size_t got = fread(to, 1, INPUT_CHUNK, s->in);

	s->file_bytes += got;
	return got;
}

static bool refill_inflated(struct input *s)
{
	if (s->z.total_out >= INFLATED_LIMIT) {
		input_fail(s, "it inflates to more than 4 GiB");
		return false;
	}
	s->z.next_out = s->bytes;
	s->z.avail_out = sizeof(s->bytes);
	while (s->z.avail_out == sizeof(s->bytes) && !s->ended) {
		int z;

		if (!s->z.avail_in) {
			s->z.next_in = s->packed;
			s->z.avail_in = (uInt)read_file(s, s->packed);
			if (!s->z.avail_in) {
				input_fail(s, "its compressed part is cut off");
				return false;
			}
		}
		z = inflate(&s->z, Z_NO_FLUSH);
		if (z == Z_STREAM_END) {
			s->ended = true;
		} else if (z != Z_OK) {
			input_fail(s, "its compressed part can't be inflated");
			return false;
		}
	}
	s->filled = sizeof(s->bytes) - s->z.avail_out;
	return s->filled > 0;
}

static bool refill(struct input *s)
{
	s->pos = s->filled = 0;
	if (s->rc)
		return false;
	if (s->inflating)
		return refill_inflated(s);
	s->filled = read_file(s, s->bytes);
	return s->filled > 0;
}

int input_byte(struct input *s)
{
	if (s->pos == s->filled && !refill(s))
		return -1;
	s->offset++;
	return s->bytes[s->pos++];
}

int input_tag(struct input *s)
{
	s->record = s->offset;
	s->tag = 0;
	s->tag = input_byte(s);
	return s->tag;
}

static uint8_t need_byte(struct input *s)
{
	int byte = input_byte(s);

	if (byte < 0)
		input_fail(s, "it ends in the middle of a record");
	return (uint8_t)byte;
}

void input_inflate(struct input *s)
{
	size_t rest = s->filled - s->pos; /* not more than a chunk, as it is read by chunks */

	if (s->inflating) {
		input_fail(s, "a second compressed part");
		return;
	}
	memcpy(s->packed, s->bytes + s->pos, rest);
	s->pos = s->filled = 0;
	s->z.next_in = s->packed;
	s->z.avail_in = (uInt)rest;
	s->offset = 0;
	if (inflateInit(&s->z) != Z_OK)
		input_fail(s, "zlib can't be started");
	else
		s->inflating = true;
}

/* ------------------------------------------------------------------ primitives */

uint32_t input_u32(struct input *s)
{
	uint8_t first = need_byte(s);
	int more;
	uint32_t v;

	if (first < 0x80)
		return first;
	if (first < 0xc0)
		v = first & 0x3f, more = 1;
	else if (first < 0xe0)
		v = first & 0x1f, more = 2;
	else if (first < 0xff)
		v = first & 0x0f, more = 3;
	else
		v = 0, more = 4;
	while (more--)
		v = v << 8 | need_byte(s);
	return v;
}

double input_nv(struct input *s)
{
	uint8_t bytes[sizeof(double)];
	double v;
	size_t i;

	for (i = 0; i < sizeof(bytes); i++)
		bytes[i] = need_byte(s);
	memcpy(&v, bytes, sizeof(v));
	if (!isfinite(v)) {
		input_fail(s, "a time is not a number");
		return 0;
	}
	return v;
}

/* At least one byte, as far as there are some; 0: there is none. */
static size_t take_bytes(struct input *s, char *to, size_t size)
{
	size_t len;

	if (s->pos == s->filled && !refill(s)) {
		input_fail(s, "it ends in the middle of a record");
		return 0;
	}
	len = s->filled - s->pos < size ? s->filled - s->pos : size;
	memcpy(to, s->bytes + s->pos, len);
	s->pos += len;
	s->offset += len;
	return len;
}

/* What has come so far decides how much room there is: the file may promise more than it has. */
static char *take_text(struct input *s, size_t size)
{
	size_t room = size < INPUT_CHUNK ? size : INPUT_CHUNK, len = 0, got;
	char *text = malloc(room + 1), *more;

	while (text && len < size) {
		got = take_bytes(s, text + len, room - len);
		if (!got)
			break;
		len += got;
		if (len < room || len == size)
			continue;
		room = size - room < room ? size : 2 * room;
		more = realloc(text, room + 1);
		if (!more)
			free(text);
		text = more;
	}
	if (text)
		text[len] = '\0';
	else
		input_no_memory(s);
	return text;
}

char *input_string(struct input *s, size_t *len)
{
	uint8_t tag = need_byte(s);
	uint32_t size = input_u32(s);
	char *text = NULL;

	if (!s->rc && tag != NYTP_STRING && tag != NYTP_STRING_UTF8)
		input_fail(s, "a string is missing");
	if (!s->rc && size > STRING_LIMIT)
		input_fail(s, "a string is too long");
	if (!s->rc)
		text = take_text(s, size);
	if (s->rc) {
		free(text);
		return NULL;
	}
	if (len)
		*len = size;
	return text;
}

void input_line(struct input *s, char *line, size_t size, size_t limit)
{
	size_t len = 0, all = 0;
	int byte;

	while ((byte = input_byte(s)) != '\n') {
		if (byte < 0 || all++ == limit) {
			input_fail(s, byte < 0 ? "it ends in the middle of a line" :
						 "a line is too long");
			break;
		}
		if (len + 1 < size)
			line[len++] = (char)byte;
	}
	line[len] = '\0';
}

void input_end(struct input *s)
{
	if (s->inflating)
		inflateEnd(&s->z);
	s->inflating = false;
}
