// SPDX-License-Identifier: GPL-2.0-or-later
#include "drain/kevent_totals.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "profile/kevents.h"

static struct kevent_total *find(const struct kevent_totals *t, const struct kevent_total_id *id)
{
	struct kevent_total *total;

	HASH_FIND(hh, t->all, id, sizeof(*id), total);
	return total;
}

/* All bytes of the id count. NULL: out of memory. */
static struct kevent_total *total_of(struct kevent_totals *t, struct kevent_total_id *id)
{
	struct kevent_total *total = find(t, id);

	if (!total && HASH_COUNT(t->all) >= KEVENT_TOTALS_MAX) {
		memset(id->kind, 0, sizeof(id->kind));
		snprintf(id->kind, sizeof(id->kind), "other");
		total = find(t, id);
	}
	if (total || !(total = calloc(1, sizeof(*total))))
		return total;
	total->id = *id;
	total->by_bytes = kevent_is_by_bytes(id->event);
	HASH_ADD(hh, t->all, id, sizeof(total->id), total);
	return total;
}

static int begin_one(const char *event, const char *kind, void *arg)
{
	struct kevent_total_id id = {};

	snprintf(id.event, sizeof(id.event), "%s", event);
	snprintf(id.kind, sizeof(id.kind), "%s", kind);
	return total_of(arg, &id) ? 0 : -ENOMEM;
}

int kevent_totals_begin(struct kevent_totals *t, unsigned events,
			const struct tracepoint *tracepoints)
{
	return kevent_fixed_words(events, tracepoints, begin_one, t);
}

int kevent_totals_add(struct kevent_totals *t, const struct kevent_key *key,
		      const struct tracepoint *tracepoints, const struct kevent_sum *add)
{
	struct kevent_total_id id = {};
	struct kevent_total *total;

	kevent_kind_words(key, tracepoints, id.event, id.kind);
	total = total_of(t, &id);
	if (!total)
		return -ENOMEM;
	kevent_sum_add(&total->sum, add);
	return 0;
}

void kevent_totals_release(struct kevent_totals *t)
{
	struct kevent_total *total, *next;

	HASH_ITER(hh, t->all, total, next) {
		HASH_DEL(t->all, total);
		free(total);
	}
}
