/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A cache of deflated source texts. Short processes run the same few files, and deflating their
 * source is most of the work of writing a profile.
 */
#ifndef NYTPROF_NYTP_PACKED_H
#define NYTPROF_NYTP_PACKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct packed;
struct sink_part;

/* What the deflated bytes depend on. */
struct packed_source {
	const char *text;
	size_t len;
	uint32_t fid; /* each line's record contains it */
	int level;
};

struct packed *packed_new(void); /* NULL: out of memory */
void packed_free(struct packed *p);

/*
 * Should this source be kept? A small one is deflated with the data around it. A very large one
 * would evict all others.
 */
bool packed_takes(const struct packed_source *source);

/* NULL: not in the cache. The part stays the cache's. */
const struct sink_part *packed_find(struct packed *p, const struct packed_source *source);

/* Takes the part over, and evicts others for it. If memory is short, frees it. */
void packed_keep(struct packed *p, const struct packed_source *source, struct sink_part *part);

#endif
