// SPDX-License-Identifier: GPL-2.0-or-later
/* A list, the one that was used last first. */
#include "nytp/packed.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>

#include "records/sink.h"

#define LEAST 4096
#define MOST  (1 << 20)
#define ROOM  (8 << 20) /* of texts and what they were deflated to */

struct entry {
	struct packed_source source;
	struct sink_part part;
	struct entry *prev, *next;
};

struct packed {
	struct entry *entries;
	size_t used;
};

struct packed *packed_new(void)
{
	return calloc(1, sizeof(struct packed));
}

static size_t entry_size(const struct entry *e)
{
	return sizeof(*e) + e->source.len + e->part.size;
}

static void entry_free(struct entry *e)
{
	free((char *)e->source.text);
	free(e->part.data);
	free(e);
}

/* The one that was not used for the longest time. */
static void drop_last(struct packed *p)
{
	struct entry *last = p->entries->prev; /* utlist: the head's is the tail */

	p->used -= entry_size(last);
	DL_DELETE(p->entries, last);
	entry_free(last);
}

void packed_free(struct packed *p)
{
	while (p && p->entries)
		drop_last(p);
	free(p);
}

bool packed_takes(const struct packed_source *source)
{
	return source->level && source->len >= LEAST && source->len <= MOST;
}

/* By all its bytes: a hash could be forged, and would give one user's source to another. */
static bool is_same(const struct packed_source *a, const struct packed_source *b)
{
	return a->len == b->len && a->fid == b->fid && a->level == b->level &&
	       !memcmp(a->text, b->text, a->len);
}

const struct sink_part *packed_find(struct packed *p, const struct packed_source *source)
{
	struct entry *e;

	DL_FOREACH(p->entries, e) {
		if (!is_same(&e->source, source))
			continue;
		DL_DELETE(p->entries, e);
		DL_PREPEND(p->entries, e);
		return &e->part;
	}
	return NULL;
}

void packed_keep(struct packed *p, const struct packed_source *source, struct sink_part *part)
{
	struct entry *e = calloc(1, sizeof(*e));
	char *text = malloc(source->len);

	if (!e || !text) {
		free(e);
		free(text);
		free(part->data);
		return;
	}
	memcpy(text, source->text, source->len);
	e->source = *source;
	e->source.text = text;
	e->part = *part;
	DL_PREPEND(p->entries, e);
	p->used += entry_size(e);
	while (p->used > ROOM)
		drop_last(p);
}
