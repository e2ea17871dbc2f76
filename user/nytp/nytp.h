/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes and reads NYTProf files. */
#ifndef NYTPROF_NYTP_H
#define NYTPROF_NYTP_H

#include <stdio.h>

struct error;
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

#endif
