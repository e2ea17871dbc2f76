/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Source texts as they were deflated: short processes run the same few files, and to deflate their source is most of what
 * writing a profile takes.
 */
#ifndef NYTPROF_NYTP_PACKED_H
#define NYTPROF_NYTP_PACKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct packed;
struct sink_part;

/* What the deflated bytes are made of. */
struct packed_source {
	const char *text;
	size_t len;
	uint32_t fid; /* it is in each line's record */
	int level;
};

struct packed *packed_new(void); /* NULL: no memory */
void packed_free(struct packed *p);

/* Is it worth it?  A small one is deflated with what is around it, one that is too large would drive out all others. */
bool packed_takes(const struct packed_source *source);

/* NULL: it is not there. */
const struct sink_part *packed_find(struct packed *p, const struct packed_source *source);

/* Takes the part over, and makes room for it.  Without memory it is just not kept. */
void packed_keep(struct packed *p, const struct packed_source *source, struct sink_part *part);

#endif
