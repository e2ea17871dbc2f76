// SPDX-License-Identifier: GPL-2.0-or-later
#include "profile/estimates.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"

void estimates_free(struct estimates *e)
{
	struct estimate *one, *next;

	if (!e)
		return;
	HASH_ITER(hh, e->all, one, next) {
		HASH_DEL(e->all, one);
		free(one);
	}
	free(e);
}

struct estimates *estimates_make(struct profile *p)
{
	if (!p->estimates)
		p->estimates = calloc(1, sizeof(*p->estimates));
	return p->estimates;
}

const struct estimate *estimates_find(const struct profile *p, uint32_t fid, uint32_t nr)
{
	const struct estimate_id id = { fid, nr };
	struct estimate *one = NULL;

	if (p->estimates)
		HASH_FIND(hh, p->estimates->all, &id, sizeof(id), one);
	return one;
}

struct estimate *estimates_get(struct estimates *e, const struct estimate_id *id)
{
	struct estimate *one;

	HASH_FIND(hh, e->all, id, sizeof(*id), one);
	if (one)
		return one;
	one = calloc(1, sizeof(*one));
	if (!one)
		return NULL;
	one->id = *id;
	HASH_ADD(hh, e->all, id, sizeof(one->id), one);
	return one;
}

int estimates_set(struct profile *p, const struct estimate_id *id,
		  const double totals[ESTIMATE_VALUES], const double errors[ESTIMATE_VALUES])
{
	struct estimates *e = estimates_make(p);
	struct estimate *one = e ? estimates_get(e, id) : NULL;

	if (!one)
		return -ENOMEM;
	memcpy(one->totals, totals, sizeof(one->totals));
	memcpy(one->errors, errors, sizeof(one->errors));
	return 0;
}
