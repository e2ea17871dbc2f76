// SPDX-License-Identifier: GPL-2.0-or-later
#include "drain/sql_ring.h"

#include <bpf/libbpf.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#include "drain/interps.h"
#include "nytprof/sql.h"
#include "tracee/tracee.h"

#define A_TURN	 50000 /* messages that are taken before something else is done */
#define SHORTEST 64 /* bytes of one in the ring, at least */

struct sql_ring {
	struct ring_buffer *ring;
	struct interps *interps;
	struct names *names;
	unsigned left; /* that may be taken now */
};

/* What can't be kept for want of memory makes the next drain fail. */
static int take(void *arg, void *data, size_t size)
{
	struct sql_ring *r = arg;
	const struct sql_event *ev = data;
	const size_t head = offsetof(struct sql_event, text);
	struct tracee *t;

	if (size >= head && ev->len <= size - head) {
		t = interps_tracee(r->interps, ev->interp, ev->part);
		if (t && !t->unwanted)
			tracee_add_sql(t, r->names, ev, ev->len);
	}
	return --r->left ? 0 : -EAGAIN;
}

struct sql_ring *sql_ring_new(int map, struct interps *interps, struct names *names)
{
	struct sql_ring *r = calloc(1, sizeof(*r));

	if (!r)
		return NULL;
	r->interps = interps;
	r->names = names;
	r->ring = ring_buffer__new(map, take, r, NULL);
	if (r->ring)
		return r;
	free(r);
	return NULL;
}

void sql_ring_free(struct sql_ring *r)
{
	if (!r)
		return;
	ring_buffer__free(r->ring);
	free(r);
}

int sql_ring_fd(const struct sql_ring *r)
{
	return ring_buffer__epoll_fd(r->ring);
}

void sql_ring_take(struct sql_ring *r)
{
	r->left = A_TURN;
	ring_buffer__consume(r->ring);
}

void sql_ring_take_all(struct sql_ring *r)
{
	unsigned turns = SQL_RING / SHORTEST / A_TURN + 1;

	do {
		sql_ring_take(r);
	} while (!r->left && --turns);
}
