// SPDX-License-Identifier: GPL-2.0-or-later
/* Bytes of a profile on their way out; knows of the format only where zlib starts. */
#include "records/sink.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "records/format.h"

#define BUFFER_SIZE (64 << 10)
#define RUN_LEAST   (8 << 20) /* bytes of a run that is not deflated as a whole */
#define RUN_PARTS   16
#define RUN_MOST    (4 << 20) /* bytes of a part: they deflate to 4 kB */

struct sink {
	FILE *out;
	int rc; /* the first error sticks */
	size_t used;
	bool deflating;
	z_stream z; /* without zlib's header and sum, which are added here */
	uLong adler;
	bool keeping; /* what is deflated, in .part */
	bool lacking; /* the memory to do so */
	struct sink_part part;
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
	if (!s->rc && size && s->out && fwrite(data, 1, size, s->out) != size)
		s->rc = errno ? -errno : -EIO;
}

static void keep_plain(struct sink *s)
{
	if (!s->keeping)
		return;
	s->part.sum = (uint32_t)adler32(s->part.sum, s->buffer, (uInt)s->used);
	s->part.plain += s->used;
}

static void keep_packed(struct sink *s, size_t size)
{
	uint8_t *more;

	if (!s->keeping || s->lacking || !size)
		return;
	more = realloc(s->part.data, s->part.size + size);
	s->lacking = !more;
	if (!more)
		return;
	memcpy(more + s->part.size, s->packed, size);
	s->part.data = more;
	s->part.size += size;
}

static void sink_deflate(struct sink *s, int flush)
{
	size_t size;
	int z;

	s->z.next_in = s->buffer;
	s->z.avail_in = (uInt)s->used;
	s->adler = adler32(s->adler, s->buffer, (uInt)s->used);
	keep_plain(s);
	do {
		s->z.next_out = s->packed;
		s->z.avail_out = sizeof(s->packed);
		z = deflate(&s->z, flush);
		size = sizeof(s->packed) - s->z.avail_out;
		sink_write(s, s->packed, size);
		keep_packed(s, size);
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

/* Fills the empty buffer with what a run repeats; how often it fits. */
static size_t fill_buffer(struct sink *s, const void *data, size_t size)
{
	size_t fits = sizeof(s->buffer) / size, i;

	for (i = 0; i < fits; i++)
		memcpy(s->buffer + i * size, data, size);
	s->used = fits * size;
	return fits;
}

/* What the buffer holds, deflated so many times in a row, into packed; 0: there is no room for it. */
static size_t pack_part(struct sink *s, uint64_t times)
{
	int z = Z_OK;

	s->z.next_out = s->packed;
	s->z.avail_out = sizeof(s->packed);
	for (; times && z == Z_OK && s->z.avail_out; times--) {
		s->z.next_in = s->buffer;
		s->z.avail_in = (uInt)s->used;
		z = deflate(&s->z, times == 1 ? Z_FULL_FLUSH : Z_NO_FLUSH);
	}
	return s->z.avail_out ? sizeof(s->packed) - s->z.avail_out : 0;
}

/*
 * A long run, or most of it: one part is deflated, and written again and again. Between full
 * flushes deflated data refers to nothing before it and ends with a byte (RFC 1951, 3.2.4), so this
 * is what deflating all of it would give, but for some 30 bytes a part. 10^8 statements: 0.1 s
 * instead of 4. Returns how many are left.
 */
static uint64_t sink_put_run(struct sink *s, const void *data, size_t size, uint64_t cnt)
{
	uint64_t part = cnt * size / RUN_PARTS, parts, fills, i;
	size_t fits, packed;
	uLong sum;

	sink_deflate(s, Z_FULL_FLUSH);
	fits = fill_buffer(s, data, size);
	fills = (part < RUN_MOST ? part : RUN_MOST) / s->used;
	parts = cnt / (fills * fits);
	for (i = 0, sum = adler32(0, NULL, 0); i < fills; i++)
		sum = adler32(sum, s->buffer, (uInt)s->used);
	packed = pack_part(s, fills);
	if (!packed)
		s->rc = s->rc ?: -EOVERFLOW;
	for (i = 0; i < parts && !s->rc; i++) {
		sink_write(s, s->packed, packed);
		s->adler = adler32_combine(s->adler, sum, (z_off_t)(fills * s->used));
	}
	s->used = 0;
	return cnt - parts * fills * fits;
}

void sink_put_repeated(struct sink *s, const void *data, size_t size, uint64_t cnt)
{
	if (s->deflating && cnt >= RUN_LEAST / size)
		cnt = sink_put_run(s, data, size, cnt);
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

static void sink_flush_fully(struct sink *s)
{
	sink_deflate(s, Z_FULL_FLUSH);
	s->used = 0;
}

void sink_begin_part(struct sink *s)
{
	sink_flush_fully(s);
	s->keeping = true;
	s->lacking = false;
	s->part = (struct sink_part){ .sum = (uint32_t)adler32(0, NULL, 0) };
}

bool sink_end_part(struct sink *s, struct sink_part *part)
{
	sink_flush_fully(s);
	s->keeping = false;
	if (s->lacking || s->rc) {
		free(s->part.data);
		return false;
	}
	*part = s->part;
	return true;
}

void sink_put_part(struct sink *s, const struct sink_part *part)
{
	sink_flush_fully(s);
	sink_write(s, part->data, part->size);
	s->adler = adler32_combine(s->adler, part->sum, (z_off_t)part->plain);
}

int sink_start_deflate(struct sink *s, int level)
{
	/* The tag; then method, window and level, with a sum that 31 divides (RFC 1950, 2.2). */
	static const uint8_t start[] = { NYTP_START_DEFLATE, 0x78, 0x9c };

	sink_put(s, start, sizeof(start));
	sink_flush(s);
	s->adler = adler32(0, NULL, 0);
	if (deflateInit2(&s->z, level, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY) != Z_OK)
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
		sink_write(s,
			   (uint8_t[]){ (uint8_t)(s->adler >> 24), (uint8_t)(s->adler >> 16),
					(uint8_t)(s->adler >> 8), (uint8_t)s->adler },
			   4);
	} else {
		sink_flush(s);
	}
	rc = s->rc;
	free(s);
	return rc;
}
