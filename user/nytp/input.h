/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads the bytes of a profile: from a file, and through zlib once that has started. The
 * counterpart of sink.h. After the first error every read fails.
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
	uint64_t file_bytes; /* bytes read so far, as they are in the file */
	bool inflating;
	bool ended; /* the zlib stream has ended */
	z_stream z;
	size_t pos, filled;
	uint8_t bytes[INPUT_CHUNK]; /* plain */
	uint8_t packed[INPUT_CHUNK];
};

/* Notes that the file is damaged: what is wrong, and where. */
void input_fail(struct input *s, const char *what);
void input_no_memory(struct input *s);

/* What follows is a zlib stream. */
void input_inflate(struct input *s);
void input_end(struct input *s);

/* At the end of the file, input_byte() returns -1. The others fail, and return zeros. */
int input_byte(struct input *s); /* -1: the end */
uint32_t input_u32(struct input *s);
double input_nv(struct input *s); /* finite */

/* Reads a string and appends a NUL. The caller frees it. NULL on error. */
char *input_string(struct input *s, size_t *len);

/* Reads the rest of a text record, of at most limit bytes. Keeps as many as fit into line. */
void input_line(struct input *s, char *line, size_t size, size_t limit);

#endif
