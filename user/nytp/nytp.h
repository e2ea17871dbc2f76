/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The NYTProf file, both ways.
 */
#ifndef NYTPROF_NYTP_H
#define NYTPROF_NYTP_H

#include <stdio.h>

struct error;
struct packed;
struct profile;

#define NYTP_COMPRESS_DEFAULT 6

struct nytp_settings {
	int compress; /* zlib level, 0: none */
	struct packed *packed; /* NULL: none; source that was deflated before */
	int calls; /* the calling-context tree: 0 none, 1 times, 2 times and counts */
};

/*
 * Writes a profile; its call tree gets linked.  -errno with err set.  The stream is not flushed.
 */
int nytp_write(struct profile *profile, FILE *out, const struct nytp_settings *settings,
	       struct error *err);

/*
 * Reads a profile, ours or NYTProf's own.  NULL with errno and err set: EBADMSG if it is none
 * or is damaged.  name is for messages.
 */
struct profile *nytp_read(FILE *in, const char *name, struct error *err);

#endif
