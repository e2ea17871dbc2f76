/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads the bytes of a profile: from a file, and through zlib once that has started. The
 * counterpart of sink.h. After the first error every read fails.
 */
#ifndef NYTPROF_RECORDS_INPUT_H
#define NYTPROF_RECORDS_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <zlib.h>

struct error;

#define INPUT_CHUNK  (64u << 10)
#define INPUT_BUFFER (256u << 10) /* zlib copies its window once for each of these */

/* What is wrong with a record. */
struct input_fault {
	int tag; /* of the record; 0: it is the end of the file that is wrong */
	uint64_t record; /* offset of the tag */
	uint64_t offset; /* up to which it was read */
	bool inflated; /* offsets count the inflated bytes; else those of the file */
	bool fatal; /* nothing behind it can be read */
	const char *what;
};

struct input {
	FILE *in;
	const char *name;
	struct error *err;
	int rc; /* the first error */
	uint64_t offset; /* of the next byte, in the file or in the inflated stream */
	uint64_t file_bytes; /* bytes read so far, as they are in the file */
	uint64_t memory; /* that what was read takes, about */
	int tag; /* of the record that is being read, */
	uint64_t record; /* and its offset */
	void (*found)(void *arg, const struct input_fault *fault); /* NULL: nobody asks */
	void *found_arg;
	bool inflating;
	bool ended; /* the zlib stream has ended */
	z_stream z;
	size_t pos, filled;
	uint8_t bytes[INPUT_BUFFER]; /* plain */
	uint8_t packed[INPUT_CHUNK];
};

/* Notes that the file is damaged: what is wrong, and where. */
void input_fail(struct input *s, const char *what);
void input_no_memory(struct input *s);

/* Tells what is wrong with the record, if it is read on all the same. */
void input_note(struct input *s, const char *what);

/*
 * What is read takes memory in proportion to its file: zlib makes up to a thousand bytes of one, and
 * a record of a few bytes may need a page of lines. input_charge() fails if there is no room.
 */
bool input_has_room(const struct input *s, uint64_t bytes);
void input_charge(struct input *s, uint64_t bytes);

/* What follows is a zlib stream. */
void input_inflate(struct input *s);
void input_end(struct input *s);

/* At the end of the file, input_tag() and input_byte() return -1. The others fail, and return zeros. */
int input_tag(struct input *s); /* of the next record */
int input_byte(struct input *s); /* -1: the end */
uint32_t input_u32(struct input *s);
double input_nv(struct input *s); /* finite */

/* Reads a string and appends a NUL. The caller frees it. NULL on error. */
char *input_string(struct input *s, size_t *len);

/* Reads the rest of a text record, of at most limit bytes. Keeps as many as fit into line. */
void input_line(struct input *s, char *line, size_t size, size_t limit);

#endif
