// SPDX-License-Identifier: GPL-2.0-or-later
/* The tree is corrected from its leaves up; then the calls of each sub by each caller follow it. */
#include "consistent.h"

#include <errno.h>
#include <stdlib.h>

#include "profile/profile.h"

typedef __int128 wide; /* a product of two sums */

static int64_t at_least(int64_t least, int64_t ns)
{
	return ns < least ? least : ns;
}

static int64_t at_most(int64_t most, int64_t ns)
{
	return ns > most ? most : ns;
}

/* ------------------------------------------------------------------------- tree */

/* Exclusive, less what the callees got. */
static int64_t left_ns(const struct call_node *node)
{
	const struct call_node *callee;
	int64_t ns = node->excl_ns;

	for (callee = node->first; callee; callee = callee->next)
		ns -= callee->raised_ns;
	return ns;
}

static void correct_tree(struct call_node *first)
{
	struct call_walk at = call_walk_begin(first);

	for (; at.node; call_walk_next(&at)) {
		int64_t missing = at_least(0, -left_ns(at.node));

		/* More only where the record of a callee was lost. */
		at.node->raised_ns = at_least(missing, -at.node->incl_ns);
	}
}

/* Where the record of a callee was lost, exclusive can still be above inclusive. */
struct call_times consistent_node(const struct call_node *node)
{
	int64_t incl = node->incl_ns + node->raised_ns;

	return (struct call_times){ .incl_ns = incl,
				    .excl_ns = at_most(incl, at_least(0, left_ns(node))) };
}

/* ------------------------------------------------------------------------ calls */

/* What is divided by what each line claims. */
struct claims {
	int64_t all;
	int64_t served; /* of all */
};

/* A kind of time that all calls of one sub by another have. */
struct share {
	int64_t ns; /* with the change */
	int64_t change; /* by the tree */
	uint64_t weight; /* of all lines */
	struct claims claims;
};

struct pair {
	struct {
		uint32_t caller;
		uint32_t callee;
	} id;
	struct share outer; /* inclusive, of calls that were not recursive */
	struct share inner; /* of recursive ones */
	struct share own; /* exclusive */
	struct claims room; /* between exclusive and inclusive */
	UT_hash_handle hh;
};

static struct pair *pair_of(struct pair *pairs, uint32_t caller, uint32_t callee)
{
	struct pair wanted = { .id = { .caller = caller, .callee = callee } }, *pair;

	HASH_FIND(hh, pairs, &wanted.id, sizeof(wanted.id), pair);
	return pair;
}

static struct pair *make_pair(struct pair **pairs, const struct call_id *id)
{
	struct pair *pair = pair_of(*pairs, id->caller, id->callee);

	if (pair)
		return pair;
	pair = calloc(1, sizeof(*pair));
	if (!pair)
		return NULL;
	pair->id.caller = id->caller;
	pair->id.callee = id->callee;
	HASH_ADD(hh, *pairs, id, sizeof(pair->id), pair);
	return pair;
}

/* A call that was open when the recording began is not counted. */
static uint64_t weight_of(const struct profile_counts *counts)
{
	return counts->cnt ?: 1;
}

static uint64_t outer_weight(const struct profile_counts *counts)
{
	return counts->rec_depth && !counts->incl_ns ? 0 : weight_of(counts);
}

static uint64_t inner_weight(const struct profile_counts *counts)
{
	return counts->rec_depth ? weight_of(counts) : 0;
}

static void add_share(struct share *share, int64_t ns, uint64_t weight)
{
	share->ns += ns;
	share->weight += weight;
}

static int add_calls(struct pair **pairs, const struct profile_call *const *calls, size_t cnt)
{
	size_t i;

	for (i = 0; i < cnt; i++) {
		const struct profile_counts *counts = &calls[i]->counts;
		struct pair *pair = make_pair(pairs, &calls[i]->id);

		if (!pair)
			return -ENOMEM;
		add_share(&pair->outer, counts->incl_ns, outer_weight(counts));
		add_share(&pair->inner, counts->reci_ns, inner_weight(counts));
		add_share(&pair->own, counts->excl_ns, weight_of(counts));
	}
	return 0;
}

static void change_share(struct share *share, int64_t change)
{
	share->ns += change;
	share->change += change;
}

static void add_tree(struct pair *pairs, struct call_node *first)
{
	struct call_walk at = call_walk_begin(first);

	for (; at.node; call_walk_next(&at)) {
		const struct call_node *node = at.node;
		struct pair *pair = pair_of(pairs, node->caller, node->sub);

		if (!pair)
			continue;
		change_share(&pair->own, consistent_node(node).excl_ns - node->excl_ns);
		change_share(node->recursive ? &pair->inner : &pair->outer, node->raised_ns);
	}
}

/* Rounded up, so that the claims of all lines are not less than what there is. */
static int64_t claim(const struct share *share, int64_t ns, uint64_t weight)
{
	wide change = (wide)share->change * weight;

	if (change > 0)
		change += share->weight - 1;
	return at_least(0, ns + (weight ? (int64_t)(change / share->weight) : 0));
}

/* All together get all of it. */
static int64_t serve(struct claims *claims, int64_t claimed, int64_t ns)
{
	wide there = at_least(0, ns), before;

	if (!claims->all)
		return 0;
	before = there * claims->served / claims->all;
	claims->served += claimed;
	return (int64_t)(there * claims->served / claims->all - before);
}

static int64_t claim_outer(const struct pair *pair, const struct profile_counts *c)
{
	return claim(&pair->outer, c->incl_ns, outer_weight(c));
}

static int64_t claim_inner(const struct pair *pair, const struct profile_counts *c)
{
	return claim(&pair->inner, c->reci_ns, inner_weight(c));
}

/* incl: all that it has of inclusive time. */
static int64_t claim_own(const struct pair *pair, const struct profile_counts *c, int64_t incl)
{
	return at_most(incl, claim(&pair->own, c->excl_ns, weight_of(c)));
}

static void deal_incl(struct pair *pairs, const struct profile_call *const *calls, size_t cnt,
		      struct profile_counts *dealt)
{
	struct pair *pair;
	size_t i;

	for (i = 0; i < cnt; i++) {
		pair = pair_of(pairs, calls[i]->id.caller, calls[i]->id.callee);
		pair->outer.claims.all += claim_outer(pair, &calls[i]->counts);
		pair->inner.claims.all += claim_inner(pair, &calls[i]->counts);
	}
	for (i = 0; i < cnt; i++) {
		const struct profile_counts *c = &calls[i]->counts;

		pair = pair_of(pairs, calls[i]->id.caller, calls[i]->id.callee);
		dealt[i] = *c;
		dealt[i].incl_ns = serve(&pair->outer.claims, claim_outer(pair, c), pair->outer.ns);
		dealt[i].reci_ns = serve(&pair->inner.claims, claim_inner(pair, c), pair->inner.ns);
	}
}

/* As claimed or less; or, if there is more, that and some of the room that is left. */
static void deal_excl(struct pair *pairs, const struct profile_call *const *calls, size_t cnt,
		      struct profile_counts *dealt)
{
	struct pair *pair;
	int64_t incl, own, more;
	size_t i;

	for (i = 0; i < cnt; i++) {
		pair = pair_of(pairs, calls[i]->id.caller, calls[i]->id.callee);
		incl = dealt[i].incl_ns + dealt[i].reci_ns;
		own = claim_own(pair, &calls[i]->counts, incl);
		pair->own.claims.all += own;
		pair->room.all += incl - own;
	}
	for (i = 0; i < cnt; i++) {
		pair = pair_of(pairs, calls[i]->id.caller, calls[i]->id.callee);
		incl = dealt[i].incl_ns + dealt[i].reci_ns;
		own = claim_own(pair, &calls[i]->counts, incl);
		more = at_most(pair->room.all, pair->own.ns - pair->own.claims.all);
		dealt[i].excl_ns =
			serve(&pair->own.claims, own, at_most(pair->own.claims.all, pair->own.ns)) +
			serve(&pair->room, incl - own, more);
	}
}

struct profile_counts *consistent_calls(const struct profile_call *const *calls, size_t cnt,
					struct call_node *first)
{
	struct profile_counts *dealt = calloc(cnt + 1, sizeof(*dealt));
	struct pair *pairs = NULL, *pair, *next;

	correct_tree(first);
	if (dealt && !add_calls(&pairs, calls, cnt)) {
		add_tree(pairs, first);
		deal_incl(pairs, calls, cnt, dealt);
		deal_excl(pairs, calls, cnt, dealt);
	} else {
		free(dealt);
		dealt = NULL;
	}
	HASH_ITER(hh, pairs, pair, next) {
		HASH_DEL(pairs, pair);
		free(pair);
	}
	return dealt;
}
