// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/flame.h"

#include <errno.h>
#include <stdlib.h>
#include <uthash.h>

#include "diff/diff.h"
#include "diff/match.h"
#include "export/export.h"
#include "profile/profile.h"
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

struct old_stacks {
	struct old_stack *all;
	struct old_stack *hash;
};

/* A sub that has another name because its lines moved is the same, as in the tables. */
static uint32_t new_sub(const struct match *m, uint32_t sub)
{
	if (sub >= m->old->sub_cnt)
		return sub; /* a frame that is no sub */
	return m->subs[sub] == MATCH_NONE ? STACK_PROGRAM : m->subs[sub];
}

static void add_old(struct old_stacks *o, const struct stacks *s, const struct match *m)
{
	size_t i;

	for (i = 1; i < s->cnt; i++) {
		o->all[i].id.up = s->all[i].up;
		o->all[i].id.sub = new_sub(m, s->all[i].sub);
		o->all[i].nr = (uint32_t)i;
		HASH_ADD(hh, o->hash, id, sizeof(o->all[i].id), &o->all[i]);
	}
}

/* Callers come before what they call. */
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

static int match_stacks(struct diff_stacks *d, const struct match *m)
{
	struct old_stacks o = { .all = calloc(d->old.cnt + 1, sizeof(*o.all)) };

	d->same = calloc(d->new.cnt + 1, sizeof(*d->same));
	if (o.all && d->same) {
		add_old(&o, &d->old, m);
		find_same(o.hash, &d->new, d->same);
	}
	HASH_CLEAR(hh, o.hash);
	free(o.all);
	return o.all && d->same ? 0 : -ENOMEM;
}

int diff_stacks_make(struct diff_stacks *d, const struct diff_side *old,
		     const struct diff_side *new)
{
	struct match m = {};
	int rc = match_make(&m, old->sum, new->sum);

	*d = (struct diff_stacks){};
	rc = rc ?: stacks_make(&d->old, old->sum);
	rc = rc ?: stacks_make(&d->new, new->sum);
	rc = rc ?: match_stacks(d, &m);
	match_release(&m);
	return rc;
}

void diff_stacks_release(struct diff_stacks *d)
{
	stacks_release(&d->old);
	stacks_release(&d->new);
	free(d->same);
	*d = (struct diff_stacks){};
}

const struct stack *diff_stacks_old(const struct diff_stacks *d, size_t nr)
{
	return d->same[nr] ? &d->old.all[d->same[nr] - 1] : NULL;
}

static int put_flame(const struct diff_stacks *d, const struct diff_side *old,
		     const struct diff_side *new, FILE *out)
{
	double *old_ns __cleanup(free_ptr) = calloc(d->new.cnt + 1, sizeof(*old_ns));
	const double runs = (double)new->run_cnt / (double)old->run_cnt;
	size_t i;

	if (!old_ns)
		return -ENOMEM;
	for (i = 0; i < d->new.cnt; i++) {
		const struct stack *was = diff_stacks_old(d, i);

		old_ns[i] = was ? runs * (double)was->ns : 0;
	}
	return export_svg_changes(new->sum, &d->new, old_ns, out);
}

int diff_flame(const struct diff_side *old, const struct diff_side *new, FILE *out)
{
	struct diff_stacks d;
	int rc = diff_stacks_make(&d, old, new);

	rc = rc ?: put_flame(&d, old, new, out);
	diff_stacks_release(&d);
	return rc;
}
