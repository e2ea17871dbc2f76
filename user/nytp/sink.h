/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where a profile's bytes go: through a buffer, and through zlib once that has started. */
#ifndef NYTPROF_NYTP_SINK_H
#define NYTPROF_NYTP_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct sink;

/* NULL: no memory.  The stream stays the caller's. */
struct sink *sink_new(FILE *out);

/* Writes what is left and frees the sink; the first error, as -errno. */
int sink_end(struct sink *s);
int sink_error(const struct sink *s); /* so far */

void sink_put(struct sink *s, const void *data, size_t size);

/* The same bytes cnt times. */
void sink_put_repeated(struct sink *s, const void *data, size_t size, uint64_t cnt);

/* All that follows is one zlib stream; -ENOMEM. */
int sink_start_deflate(struct sink *s, int level);

/*
 * A part of the zlib stream that refers to nothing before it, as a run's (sink.c): it can be written again, also into another
 * file.  All that is put between begin and end.
 */
struct sink_part {
	uint8_t *data; /* deflated */
	size_t size;
	uint64_t plain; /* bytes that these were, */
	uint32_t sum; /* and their Adler-32 */
};
void sink_begin_part(struct sink *s);
/* False: it was written, but there is no memory to keep it.  Else .data is the caller's to free. */
bool sink_end_part(struct sink *s, struct sink_part *part);
void sink_put_part(struct sink *s, const struct sink_part *part);

#endif
