// SPDX-License-Identifier: GPL-2.0-or-later
#include "evals/sub_table.h"

#include <stdlib.h>

void sub_table_release(struct sub_table *t)
{
	struct defined *defined, *next_defined;
	struct eval_sub *sub, *next;

	HASH_ITER(hh, t->defined, defined, next_defined) {
		HASH_DEL(t->defined, defined);
		free(defined);
	}
	HASH_ITER(hh, t->subs, sub, next) {
		HASH_DEL(t->subs, sub);
		free(sub);
	}
	free(t->by_number);
	numbers_release(&t->by_id);
}

uint32_t sub_table_add(struct sub_table *t, const struct sub *sub)
{
	struct eval_sub *known, **more;
	uint32_t cnt = HASH_COUNT(t->subs);

	HASH_FIND(hh, t->subs, sub, sizeof(*sub), known);
	if (known)
		return known->number;
	if (!(cnt & (cnt - 1))) { /* 0 and the powers of 2 */
		more = reallocarray(t->by_number, cnt ? 2ul * cnt : 1, sizeof(*more));
		if (!more)
			return NUMBER_NONE;
		t->by_number = more;
	}
	known = calloc(1, sizeof(*known));
	if (!known)
		return NUMBER_NONE;
	known->sub = *sub;
	known->number = cnt;
	t->by_number[cnt] = known;
	HASH_ADD(hh, t->subs, sub, sizeof(*sub), known);
	return cnt;
}

const struct sub *sub_table_sub(const struct sub_table *t, uint32_t number)
{
	return number < HASH_COUNT(t->subs) ? &t->by_number[number]->sub : NULL;
}
