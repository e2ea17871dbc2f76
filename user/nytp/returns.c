// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Calls that have returned wait at their depth until their caller returns.  Calls of one sub by one
 * caller are one context, so there is a node for each context and no more.  A call whose caller
 * never returned belongs to the next sub below it that did.
 */
#include "nytp/returns.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <uthash.h>

#include "nytprof/node_hash.h"
#include "profile/profile.h"
#include "util/saturate.h"

struct context {
	struct {
		const struct context *caller;
		uint64_t sub;
	} id;
	uint64_t cnt;
	int64_t incl_ns;
	int64_t excl_ns;
	struct context *first; /* of those that it called */
	struct context *next;
	union {
		struct context *into; /* while it becomes one with another */
		uint64_t node; /* its id in the profile's tree */
	};
	UT_hash_handle hh;
};

struct returns {
	struct context *all; /* hash */
	struct context **levels; /* by depth: holds what waits there */
	uint32_t level_cnt;
	uint32_t deepest; /* nothing waits below it */
};

struct returns *returns_new(void)
{
	return calloc(1, sizeof(struct returns));
}

void returns_free(struct returns *r)
{
	struct context *c, *next;
	uint32_t i;

	if (!r)
		return;
	HASH_ITER(hh, r->all, c, next) {
		HASH_DEL(r->all, c);
		free(c);
	}
	for (i = 0; i < r->level_cnt; i++)
		free(r->levels[i]);
	free(r->levels);
	free(r);
}

size_t returns_size(const struct returns *r)
{
	return HASH_COUNT(r->all) * (sizeof(struct context) + sizeof(struct call_node)) +
	       r->level_cnt * (sizeof(struct context) + sizeof(void *));
}

static int make_levels(struct returns *r, uint32_t cnt)
{
	uint32_t room = cnt + cnt / 2;
	struct context **more;

	if (cnt <= r->level_cnt)
		return 0;
	more = reallocarray(r->levels, room, sizeof(*more));
	if (!more)
		return -ENOMEM;
	r->levels = more;
	while (r->level_cnt < cnt) {
		more[r->level_cnt] = calloc(1, sizeof(**more));
		if (!more[r->level_cnt])
			return -ENOMEM;
		r->level_cnt++;
	}
	return 0;
}

static struct context *find_callee(struct returns *r, const struct context *caller, uint64_t sub)
{
	struct context wanted = { .id = { .caller = caller, .sub = sub } }, *found;

	HASH_FIND(hh, r->all, &wanted.id, sizeof(wanted.id), found);
	return found;
}

static void put_callee(struct returns *r, struct context *caller, struct context *callee)
{
	callee->id.caller = caller;
	callee->next = caller->first;
	caller->first = callee;
	HASH_ADD(hh, r->all, id, sizeof(callee->id), callee);
}

/* What it called is still its own, and is to be moved. */
static void join(struct context *c, struct context *into)
{
	into->cnt += c->cnt;
	saturate_ns(&into->incl_ns, c->incl_ns);
	saturate_ns(&into->excl_ns, c->excl_ns);
	c->into = into;
}

/* Gives what one called to another.  Without recursion: the stack of a program may be deep. */
static void move_callees(struct returns *r, struct context *from, struct context *to)
{
	struct context *joined = NULL, *level = from, *c, *twin;

	from->into = to;
	for (;;) {
		while ((c = from->first)) {
			from->first = c->next;
			HASH_DEL(r->all, c);
			twin = find_callee(r, from->into, c->id.sub);
			if (!twin) {
				put_callee(r, from->into, c);
				continue;
			}
			join(c, twin);
			c->next = joined;
			joined = c;
		}
		if (from != level)
			free(from);
		from = joined;
		if (!from)
			return;
		joined = from->next;
	}
}

/* All that waits at this depth and below it. */
static void take_waiting(struct returns *r, uint32_t depth, struct context *caller)
{
	for (; r->deepest >= depth; r->deepest--)
		move_callees(r, r->levels[r->deepest], caller);
}

int returns_add(struct returns *r, const struct returned_call *call)
{
	uint32_t depth = call->depth ?: 1;
	struct context *c;
	int rc = make_levels(r, depth + 2);

	if (rc)
		return rc;
	c = find_callee(r, r->levels[depth], call->sub);
	if (!c) {
		c = calloc(1, sizeof(*c));
		if (!c)
			return -ENOMEM;
		c->id.sub = call->sub;
		put_callee(r, r->levels[depth], c);
	}
	c->cnt++;
	saturate_ns(&c->incl_ns, call->incl_ns);
	saturate_ns(&c->excl_ns, call->excl_ns);
	take_waiting(r, depth + 1, c);
	r->deepest = depth;
	return 0;
}

/* ------------------------------------------------------------------------ the tree */

struct walk {
	struct profile *p;
	const struct context *root;
	uint32_t root_sub;
	uint32_t *open; /* by sub id: how many contexts of it are around */
};

static int add_node(struct walk *w, struct context *c)
{
	const struct context *caller = c->id.caller;
	bool top = caller == w->root;
	uint64_t parent = top ? CALL_TREE_ROOT : caller->node;
	uint32_t sub = (uint32_t)c->id.sub;
	const struct call_node node = {
		.id = node_hash(parent, sub + 1),
		.parent = parent,
		.sub = sub,
		.caller = (top ? w->root_sub : (uint32_t)caller->id.sub) & CALL_TREE_CALLER,
		.recursive = w->open[sub] > 0,
		.cnt = c->cnt,
		.incl_ns = c->incl_ns,
		.excl_ns = c->excl_ns,
	};

	c->node = node.id;
	return call_tree_add(&w->p->call_tree, &node);
}

/* The next one after all that it called; leaves those that are done. */
static struct context *step_over(struct walk *w, struct context *c)
{
	for (; c != w->root; c = (struct context *)c->id.caller) {
		w->open[c->id.sub]--;
		if (c->next)
			return c->next;
	}
	return NULL;
}

static int add_nodes(struct walk *w)
{
	struct context *c = w->root->first;
	int rc = 0;

	while (c && !rc) {
		rc = add_node(w, c);
		w->open[c->id.sub]++;
		c = c->first ? c->first : step_over(w, c);
	}
	return rc;
}

int returns_finish(struct returns *r, struct profile *p)
{
	struct profile_sub *program = NULL;
	struct walk w = { .p = p };
	int rc = 0;

	if (!r->level_cnt)
		return 0;
	take_waiting(r, 1, r->levels[0]);
	program = profile_sub(p, "main::RUNTIME");
	w.open = calloc(p->sub_cnt + 1, sizeof(*w.open));
	if (!program || !w.open)
		rc = -ENOMEM;
	w.root = r->levels[0];
	w.root_sub = program ? program->id : 0;
	rc = rc ?: add_nodes(&w);
	free(w.open);
	return rc;
}
