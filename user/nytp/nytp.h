/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The NYTProf file, both ways.
 */
#ifndef NYTPROF_NYTP_H
#define NYTPROF_NYTP_H

#include <stdio.h>

struct error;
struct profile;

#define NYTP_COMPRESS_DEFAULT 6

/*
 * Writes a profile; compress is a zlib level, 0 for none.  -errno with err set.  The stream is
 * not flushed.
 */
int nytp_write(const struct profile *profile, FILE *out, int compress, struct error *err);

/*
 * Reads a profile, ours or NYTProf's own.  NULL with errno and err set: EBADMSG if it is none
 * or is damaged.  name is for messages.
 */
struct profile *nytp_read(FILE *in, const char *name, struct error *err);

#endif
