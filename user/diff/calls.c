// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/calls.h"

#include <errno.h>
#include <stdlib.h>
#include <uthash.h>

#include "diff/diff.h"
#include "profile/profile.h"

struct pair {
	struct diff_call call;
	UT_hash_handle hh; /* by caller and callee */
};

#define PAIR_KEY (2 * sizeof(uint32_t))

static void add(struct diff_value *sum, const struct profile_counts *counts, size_t run_cnt)
{
	sum->there = true;
	sum->cnt += (double)counts->cnt / (double)run_cnt;
	sum->ns += (double)counts->incl_ns / (double)run_cnt;
}

/* Of a caller and a callee, which are numbers of rows; NULL: no memory. */
static struct pair *pair_of(struct pair **pairs, const uint32_t subs[2])
{
	struct pair *pair;

	HASH_FIND(hh, *pairs, subs, PAIR_KEY, pair);
	if (pair)
		return pair;
	pair = calloc(1, sizeof(*pair));
	if (!pair)
		return NULL;
	pair->call.caller = subs[0];
	pair->call.callee = subs[1];
	HASH_ADD(hh, *pairs, call.caller, PAIR_KEY, pair);
	return pair;
}

/* numbers: of the old side's subs; NULL: the side is the new one. */
static int add_side(struct pair **pairs, const struct diff_side *side, const uint32_t *numbers)
{
	const struct profile_call *call;

	for (call = side->sum->calls; call; call = call->hh.next) {
		const uint32_t caller = call->id.caller, callee = call->id.callee;
		const uint32_t subs[2] = { numbers ? numbers[caller] : caller,
					   numbers ? numbers[callee] : callee };
		struct pair *pair = pair_of(pairs, subs);

		if (!pair)
			return -ENOMEM;
		add(numbers ? &pair->call.old : &pair->call.new, &call->counts, side->run_cnt);
	}
	return 0;
}

int diff_calls_make(struct diff_calls *calls, const struct diff *d, const struct diff_side *old,
		    const struct diff_side *new)
{
	struct pair *pairs = NULL, *pair, *next;
	int rc = add_side(&pairs, new, NULL);

	rc = rc ?: add_side(&pairs, old, d->old_subs);
	*calls = (struct diff_calls){ .all = calloc(HASH_COUNT(pairs) + 1, sizeof(*calls->all)) };
	if (!calls->all)
		rc = -ENOMEM;
	HASH_ITER(hh, pairs, pair, next) {
		if (!rc)
			calls->all[calls->cnt++] = pair->call;
		HASH_DEL(pairs, pair);
		free(pair);
	}
	return rc;
}

void diff_calls_release(struct diff_calls *calls)
{
	free(calls->all);
	*calls = (struct diff_calls){};
}
