// SPDX-License-Identifier: GPL-2.0-or-later
#include "drain/eval_batch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "drain/interps.h"
#include "nytprof/names.h"
#include "tracee/names.h"
#include "tracee/tracee.h"
#include "util/sort.h"

struct eval_entry {
	struct eval_key key;
	struct eval eval;
};

int eval_batch_add(struct eval_batch *b, const struct eval_key *key, const struct eval *eval)
{
	size_t room = b->room ? 2 * b->room : 256;
	struct eval_entry *more;

	if (b->cnt == b->room) {
		more = reallocarray(b->entries, room, sizeof(*more));
		if (!more)
			return -ENOMEM;
		b->entries = more;
		b->room = room;
	}
	b->entries[b->cnt].key = *key;
	b->entries[b->cnt++].eval = *eval;
	return 0;
}

static int compare_evals(const void *a, const void *b)
{
	const struct eval_key *x = &((const struct eval_entry *)a)->key;
	const struct eval_key *y = &((const struct eval_entry *)b)->key;

	if (x->interp != y->interp)
		return x->interp < y->interp ? -1 : 1;
	return x->seq < y->seq ? -1 : x->seq > y->seq;
}

int eval_batch_take(struct eval_batch *b, struct interps *interps, struct names *names)
{
	size_t i;
	int rc = 0;

	sort(b->entries, b->cnt, sizeof(*b->entries), compare_evals);
	for (i = 0; i < b->cnt && !rc; i++) {
		struct tracee *t = interps_latest(interps, b->entries[i].key.interp);

		if (t)
			rc = tracee_add_eval(t, names, &b->entries[i].key, &b->entries[i].eval);
	}
	names_age_source(names);
	for (i = 0; i < b->cnt; i++)
		names_forget_source(names, &b->entries[i].eval);
	eval_batch_release(b);
	return rc;
}

void eval_batch_release(struct eval_batch *b)
{
	free(b->entries);
	memset(b, 0, sizeof(*b));
}
