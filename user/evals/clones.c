// SPDX-License-Identifier: GPL-2.0-or-later
/* A clone has what its original had compiled; perl_clone copies the names and the counter of evals. */
#include "evals/clones.h"

#include <errno.h>
#include <stdlib.h>
#include <uthash.h>

struct clone {
	uint32_t interp;
	uint32_t from;
	uint32_t seq;
	UT_hash_handle hh;
};

int clones_add(struct clones *c, uint32_t interp, uint32_t from, uint32_t seq)
{
	struct clone *clone = calloc(1, sizeof(*clone));

	if (!clone)
		return -ENOMEM;
	clone->interp = interp;
	clone->from = from;
	clone->seq = seq;
	HASH_ADD(hh, c->list, interp, sizeof(clone->interp), clone);
	return 0;
}

uint32_t clones_origin(const struct clones *c, uint32_t interp, uint32_t seq)
{
	const struct clone *clone;

	HASH_FIND(hh, c->list, &interp, sizeof(interp), clone);
	return clone && seq <= clone->seq ? clone->from : 0;
}

bool clones_drop(struct clones *c, uint32_t interp)
{
	struct clone *clone;

	for (clone = c->list; clone; clone = clone->hh.next) {
		if (clone->from == interp)
			return false;
	}
	HASH_FIND(hh, c->list, &interp, sizeof(interp), clone);
	if (clone) {
		HASH_DEL(c->list, clone);
		free(clone);
	}
	return true;
}

void clones_release(struct clones *c)
{
	struct clone *clone, *next;

	HASH_ITER(hh, c->list, clone, next) {
		HASH_DEL(c->list, clone);
		free(clone);
	}
}
