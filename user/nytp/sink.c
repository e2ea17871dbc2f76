// SPDX-License-Identifier: GPL-2.0-or-later
/* Bytes of a profile on their way out; knows of the format only where zlib starts. */
#include "nytp/sink.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "nytp/format.h"

#define BUFFER_SIZE (64 << 10)

struct sink {
	FILE *out;
	int rc; /* the first error sticks */
	size_t used;
	bool deflating;
	z_stream z;
	uint8_t buffer[BUFFER_SIZE];
	uint8_t packed[BUFFER_SIZE];
};

struct sink *sink_new(FILE *out)
{
	struct sink *s = calloc(1, sizeof(*s));

	if (s)
		s->out = out;
	return s;
}

int sink_error(const struct sink *s)
{
	return s->rc;
}

static void sink_write(struct sink *s, const void *data, size_t size)
{
	errno = 0;
	if (!s->rc && size && fwrite(data, 1, size, s->out) != size)
		s->rc = errno ? -errno : -EIO;
}

static void sink_deflate(struct sink *s, int flush)
{
	int z;

	s->z.next_in = s->buffer;
	s->z.avail_in = (uInt)s->used;
	do {
		s->z.next_out = s->packed;
		s->z.avail_out = sizeof(s->packed);
		z = deflate(&s->z, flush);
		sink_write(s, s->packed, sizeof(s->packed) - s->z.avail_out);
	} while (!s->rc && (s->z.avail_out == 0 || (flush == Z_FINISH && z == Z_OK)));
}

static void sink_flush(struct sink *s)
{
	if (s->deflating)
		sink_deflate(s, Z_NO_FLUSH);
	else
		sink_write(s, s->buffer, s->used);
	s->used = 0;
}

void sink_put(struct sink *s, const void *data, size_t size)
{
	const uint8_t *p = data;

	while (size) {
		size_t part = sizeof(s->buffer) - s->used;

		part = part < size ? part : size;
		memcpy(s->buffer + s->used, p, part);
		s->used += part;
		p += part;
		size -= part;
		if (s->used == sizeof(s->buffer))
			sink_flush(s);
	}
}

void sink_put_repeated(struct sink *s, const void *data, size_t size, uint64_t cnt)
{
	while (cnt && !s->rc) {
		size_t room = (sizeof(s->buffer) - s->used) / size, i;

		if (!room) {
			sink_flush(s);
			continue;
		}
		room = room < cnt ? room : (size_t)cnt;
		for (i = 0; i < room; i++, s->used += size)
			memcpy(s->buffer + s->used, data, size);
		cnt -= room;
	}
}

int sink_start_deflate(struct sink *s, int level)
{
	uint8_t tag = NYTP_START_DEFLATE;

	sink_put(s, &tag, 1);
	sink_flush(s);
	if (deflateInit2(&s->z, level, Z_DEFLATED, 15, 9, Z_DEFAULT_STRATEGY) != Z_OK)
		return -ENOMEM;
	s->deflating = true;
	return 0;
}

int sink_end(struct sink *s)
{
	int rc;

	if (s->deflating) {
		sink_deflate(s, Z_FINISH);
		deflateEnd(&s->z);
	} else {
		sink_flush(s);
	}
	rc = s->rc;
	free(s);
	return rc;
}
