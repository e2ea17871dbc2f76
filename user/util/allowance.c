// SPDX-License-Identifier: GPL-2.0-or-later
#include "util/allowance.h"

#include <stdlib.h>
#include <uthash.h>

struct holder {
	uint32_t user;
	size_t bytes;
	UT_hash_handle hh;
};

struct allowance {
	size_t all_max;
	size_t user_max;
	size_t bytes;
	struct holder *holders; /* those who have something */
};

struct allowance *allowance_new(size_t all, size_t user)
{
	struct allowance *a = calloc(1, sizeof(*a));

	if (!a)
		return NULL;
	a->all_max = all;
	a->user_max = user;
	return a;
}

static void drop_holder(struct allowance *a, struct holder *holder)
{
	HASH_DEL(a->holders, holder);
	free(holder);
}

void allowance_free(struct allowance *a)
{
	struct holder *holder, *next;

	if (!a)
		return;
	HASH_ITER(hh, a->holders, holder, next)
		drop_holder(a, holder);
	free(a);
}

static struct holder *find_holder(const struct allowance *a, uint32_t user)
{
	struct holder *holder;

	HASH_FIND(hh, a->holders, &user, sizeof(user), holder);
	return holder;
}

static struct holder *get_holder(struct allowance *a, uint32_t user)
{
	struct holder *holder = find_holder(a, user);

	if (holder || !(holder = calloc(1, sizeof(*holder))))
		return holder;
	holder->user = user;
	HASH_ADD(hh, a->holders, user, sizeof(holder->user), holder);
	return holder;
}

bool allowance_take(struct allowance *a, uint32_t user, size_t bytes)
{
	struct holder *holder = a ? get_holder(a, user) : NULL;

	if (!a)
		return true;
	if (!holder || bytes > a->all_max - a->bytes ||
	    (user && bytes > a->user_max - holder->bytes))
		return false;
	a->bytes += bytes;
	holder->bytes += bytes;
	return true;
}

void allowance_give(struct allowance *a, uint32_t user, size_t bytes)
{
	struct holder *holder = a ? find_holder(a, user) : NULL;

	if (!holder)
		return;
	a->bytes -= bytes;
	holder->bytes -= bytes;
	if (!holder->bytes)
		drop_holder(a, holder);
}
