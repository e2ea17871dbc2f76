/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where a profile's bytes come from: a file, and zlib once that has started.  The counterpart of sink.h.  The first
 * error sticks: from then on there are no bytes.
 */
#ifndef NYTPROF_NYTP_INPUT_H
#define NYTPROF_NYTP_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <zlib.h>

struct error;

#define INPUT_CHUNK (64u << 10)

struct input {
	FILE *in;
	const char *name;
	struct error *err;
	int rc; /* the first error */
	uint64_t offset; /* of the next byte, in the file or in the inflated stream */
	uint64_t file_bytes; /* that were read so far, as they are in the file */
	bool inflating;
	bool ended; /* the zlib stream has */
	z_stream z;
	size_t pos, filled;
	uint8_t bytes[INPUT_CHUNK]; /* plain */
	uint8_t packed[INPUT_CHUNK];
};

/* That the file is damaged, how and where. */
void input_fail(struct input *s, const char *what);
void input_no_memory(struct input *s);

/* What follows is a zlib stream. */
void input_inflate(struct input *s);
void input_end(struct input *s);

/* All but the first fail at the file's end, and return zeros then. */
int input_byte(struct input *s); /* -1: the end */
uint32_t input_u32(struct input *s);
double input_nv(struct input *s); /* finite */

/* A string, NUL-terminated, which the caller frees; NULL on error. */
char *input_string(struct input *s, size_t *len);

/* The rest of a text record, of at most limit bytes, of which as many are kept as there is room for. */
void input_line(struct input *s, char *line, size_t size, size_t limit);

#endif
