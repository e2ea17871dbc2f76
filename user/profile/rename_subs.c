// SPDX-License-Identifier: GPL-2.0-or-later
/* Makes the lists anew, so that ids stay without gaps. */
#include "profile/rename_subs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"

/* All that is needed is there before anything is changed. */
struct renaming {
	struct profile *p;
	char **names; /* by old id; the sub's from then on */
	uint32_t *ids; /* by old id */
	size_t old_cnt;
	struct profile_sub **subs; /* by new id */
	uint32_t cnt;
	struct profile_call **calls;
};

static void release(struct renaming *r)
{
	size_t i;

	for (i = 0; r->names && i < r->old_cnt; i++)
		free(r->names[i]);
	free(r->names);
	free(r->ids);
	free(r->subs);
	free(r->calls);
}

static int prepare(struct renaming *r, char *const *names)
{
	size_t cnt = r->old_cnt, i;

	r->names = calloc(cnt + 1, sizeof(*r->names));
	r->ids = calloc(cnt + 1, sizeof(*r->ids));
	/* As much as a list of so many subs has in profile.c, at least. */
	r->subs = calloc(2 * cnt + 16, sizeof(*r->subs));
	r->calls = calloc(HASH_COUNT(r->p->calls) + 1ul, sizeof(*r->calls));
	if (!r->names || !r->ids || !r->subs || !r->calls)
		return -ENOMEM;
	for (i = 0; i < cnt; i++) {
		r->names[i] = strdup(names[i] ?: r->p->subs[i]->name);
		if (!r->names[i])
			return -ENOMEM;
	}
	return 0;
}

static void join(struct profile_sub *to, const struct profile_sub *from)
{
	to->called |= from->called;
	to->wait_incl_ns += from->wait_incl_ns;
	to->wait_excl_ns += from->wait_excl_ns;
	to->xsub &= from->xsub;
	to->by_stmts |= from->by_stmts;
	to->by_braces |= from->by_braces;
	if (!from->fid || (to->fid && to->defined && !from->defined))
		return;
	to->fid = from->fid;
	to->first = from->first;
	to->last = from->last;
	to->defined = from->defined;
}

static void free_sub(struct profile_sub *sub)
{
	free(sub->name);
	free(sub);
}

static void rename_all(struct renaming *r)
{
	struct profile *p = r->p;
	struct profile_sub *sub, *other;
	size_t i;

	HASH_CLEAR(hh, p->subs_by_name);
	for (i = 0; i < r->old_cnt; i++) {
		sub = p->subs[i];
		HASH_FIND_STR(p->subs_by_name, r->names[i], other);
		if (other) {
			r->ids[i] = other->id;
			join(other, sub);
			free_sub(sub);
			continue;
		}
		free(sub->name);
		sub->name = r->names[i];
		r->names[i] = NULL;
		r->ids[i] = sub->id = r->cnt;
		r->subs[r->cnt++] = sub;
		HASH_ADD_KEYPTR(hh, p->subs_by_name, sub->name, strlen(sub->name), sub);
	}
	free(p->subs);
	p->subs = r->subs;
	p->sub_cnt = r->cnt;
	r->subs = NULL;
}

/* Those that become one are added up. */
static void move_calls(struct renaming *r)
{
	struct profile *p = r->p;
	struct profile_call *call, *same;
	size_t cnt = 0, i;

	for (call = p->calls; call; call = call->hh.next)
		r->calls[cnt++] = call;
	HASH_CLEAR(hh, p->calls);
	for (i = 0; i < cnt; i++) {
		call = r->calls[i];
		call->id.callee = r->ids[call->id.callee];
		call->id.caller = r->ids[call->id.caller];
		HASH_FIND(hh, p->calls, &call->id, sizeof(call->id), same);
		if (same) {
			profile_counts_add(&same->counts, &call->counts);
			free(call);
		} else {
			HASH_ADD(hh, p->calls, id, sizeof(call->id), call);
		}
	}
}

int profile_rename_subs(struct profile *p, char *const *names)
{
	struct renaming r = { .p = p, .old_cnt = p->sub_cnt };
	int rc = prepare(&r, names);

	if (!rc) {
		rename_all(&r);
		move_calls(&r);
		call_tree_renumber(&p->call_tree, r.ids);
		waits_renumber(&p->waits, r.ids);
		sqls_renumber(&p->sqls, r.ids);
		kevents_renumber(&p->kevents, r.ids);
	}
	release(&r);
	return rc;
}
