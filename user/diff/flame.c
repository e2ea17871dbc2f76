// SPDX-License-Identifier: GPL-2.0-or-later
/* The stacks of the new side, with what the same stacks took before. */
#include "diff/flame.h"

#include <errno.h>
#include <stdlib.h>
#include <uthash.h>

#include "diff/diff.h"
#include "export/export.h"
#include "profile/profile.h"
#include "stacks/stacks.h"
#include "util/cleanup.h"

/* An old stack, by its caller's number and its sub's in the new profile. */
struct old_stack {
	struct {
		uint32_t up;
		uint32_t sub;
	} id;
	uint32_t nr;
	UT_hash_handle hh;
};

static uint32_t new_sub(const struct profile *old, const struct profile *new, uint32_t sub)
{
	struct profile_sub *found;

	if (sub >= old->sub_cnt)
		return sub; /* a frame that is no sub */
	HASH_FIND_STR(new->subs_by_name, old->subs[sub]->name, found);
	return found ? found->id : STACK_PROGRAM;
}

static void add_old(struct old_stack **hash, struct old_stack *all, const struct stacks *s,
		    const struct profile *old, const struct profile *new)
{
	size_t i;

	for (i = 1; i < s->cnt; i++) {
		all[i].id.up = s->all[i].up;
		all[i].id.sub = new_sub(old, new, s->all[i].sub);
		all[i].nr = (uint32_t)i;
		HASH_ADD(hh, *hash, id, sizeof(all[i].id), &all[i]);
	}
}

/* same: the number of the old stack, and 1; 0: there was none.  Callers come before what they call. */
static void find_same(const struct old_stack *hash, const struct stacks *new, uint32_t *same)
{
	size_t i;

	same[0] = 1;
	for (i = 1; i < new->cnt; i++) {
		struct old_stack wanted = { .id = { .sub = new->all[i].sub } }, *found = NULL;

		if (same[new->all[i].up]) {
			wanted.id.up = same[new->all[i].up] - 1;
			HASH_FIND(hh, hash, &wanted.id, sizeof(wanted.id), found);
		}
		same[i] = found ? found->nr + 1 : 0;
	}
}

static int put_flame(const struct diff_side *old, const struct diff_side *new,
		     const struct stacks *before, const struct stacks *now, FILE *out)
{
	struct old_stack *all __cleanup(free_ptr) = calloc(before->cnt + 1, sizeof(*all));
	uint32_t *same __cleanup(free_ptr) = calloc(now->cnt + 1, sizeof(*same));
	double *old_ns __cleanup(free_ptr) = calloc(now->cnt + 1, sizeof(*old_ns));
	const double runs = (double)new->run_cnt / (double)old->run_cnt;
	struct old_stack *hash = NULL;
	size_t i;

	if (!all || !same || !old_ns)
		return -ENOMEM;
	add_old(&hash, all, before, old->sum, new->sum);
	find_same(hash, now, same);
	HASH_CLEAR(hh, hash);
	for (i = 0; i < now->cnt; i++)
		old_ns[i] = same[i] ? runs * (double)before->all[same[i] - 1].ns : 0;
	return export_svg_changes(new->sum, now, old_ns, out);
}

int diff_flame(const struct diff_side *old, const struct diff_side *new, FILE *out)
{
	struct stacks before = {}, now = {};
	int rc = stacks_make(&before, old->sum);

	rc = rc ?: stacks_make(&now, new->sum);
	rc = rc ?: put_flame(old, new, &before, &now, out);
	stacks_release(&before);
	stacks_release(&now);
	return rc;
}
