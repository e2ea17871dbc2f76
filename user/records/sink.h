/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes the bytes of a profile: through a buffer, and through zlib once that has started. */
#ifndef NYTPROF_RECORDS_SINK_H
#define NYTPROF_RECORDS_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct sink;

/* NULL: out of memory. The caller keeps the stream; without one only parts come of it. */
struct sink *sink_new(FILE *out);

/* Writes the rest and frees the sink. Returns the first error, as -errno. */
int sink_end(struct sink *s);
int sink_error(const struct sink *s); /* the first error so far, as -errno */

void sink_put(struct sink *s, const void *data, size_t size);

/* Writes the same bytes cnt times. */
void sink_put_repeated(struct sink *s, const void *data, size_t size, uint64_t cnt);

/* All that follows is one zlib stream. -ENOMEM. */
int sink_start_deflate(struct sink *s, int level);

/*
 * A part of the zlib stream that refers to nothing before it, like a run's (sink.c). So it can be
 * written again, also into another file. It has all that is put between sink_begin_part() and
 * sink_end_part().
 */
struct sink_part {
	uint8_t *data; /* deflated */
	size_t size;
	uint64_t plain; /* bytes before deflating */
	uint32_t sum; /* Adler-32 of these bytes */
};
void sink_begin_part(struct sink *s);
/*
 * True: part->data is the caller's to free. False: the part was written, but memory was short to
 * keep it.
 */
bool sink_end_part(struct sink *s, struct sink_part *part);
void sink_put_part(struct sink *s, const struct sink_part *part);

#endif
