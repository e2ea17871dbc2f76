/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes and reads NYTProf files. */
#ifndef NYTPROF_NYTP_H
#define NYTPROF_NYTP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct error;
struct input_fault;
struct packed;
struct profile;

#define NYTP_COMPRESS_DEFAULT 6

struct nytp_settings {
	int compress; /* zlib level, 0: none */
	struct packed *packed; /* source that was deflated before; NULL: none */
	int calls; /* the calling-context tree: 0 none, 1 times, 2 times and counts */
};

/*
 * Writes a profile, and links its call tree (call_tree_link). -errno with err set. Does not flush
 * the stream.
 */
int nytp_write(struct profile *profile, FILE *out, const struct nytp_settings *settings,
	       struct error *err);

/*
 * Reads a profile that this agent or NYTProf has written. NULL with errno and err set. EBADMSG: it
 * is not a profile, or is damaged. name: for messages.
 */
struct profile *nytp_read(FILE *in, const char *name, struct error *err);

/* The same with the calling-context tree, if the file has it (its option calls is not 0). */
struct profile *nytp_read_with_tree(FILE *in, const char *name, struct error *err);

/* What a file has, as far as it was read. */
struct nytp_seen {
	uint64_t records; /* without most statements */
	uint64_t stmts; /* statement records */
	uint64_t callers; /* records of calls */
	uint64_t returns;
	uint64_t bytes; /* inflated, where they are compressed */
	uint32_t fids; /* declared file numbers, */
	uint32_t fid_max; /* and the highest of them */
	bool ended; /* a process has its end */
};

struct nytp_reading {
	bool tree; /* with the calling-context tree */
	bool rescue; /* what is before a fault is a profile; then err has the fault */
	/*
	 * Gets each fault, also those that a reader can live with; see records/input.h. NULL:
	 * nobody asks.
	 */
	void (*found)(void *arg, const struct input_fault *fault);
	void *arg;
	struct nytp_seen seen; /* the result, also of a file that can't be read */
};

/* The same, for those who check files. NULL with errno and err set. */
struct profile *nytp_read_as(FILE *in, const char *name, struct nytp_reading *how,
			     struct error *err);

#endif
