// SPDX-License-Identifier: GPL-2.0-or-later
/* The calls of each stack, where the file only has those of each caller and callee. */
#include "stacks/shares.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <uthash.h>

#include "profile/profile.h"

typedef unsigned __int128 wide;

struct pair {
	struct {
		uint32_t caller;
		uint32_t callee;
	} id;
	uint64_t calls; /* of all its lines */
	uint64_t noted; /* of all its stacks */
	uint64_t weight;
	uint64_t served; /* of the weight */
	UT_hash_handle hh;
};

static struct pair *find_pair(struct pair *pairs, uint32_t caller, uint32_t callee)
{
	struct pair wanted = { .id = { .caller = caller, .callee = callee } }, *pair;

	HASH_FIND(hh, pairs, &wanted.id, sizeof(wanted.id), pair);
	return pair;
}

static struct pair *make_pair(struct pair **pairs, uint32_t caller, uint32_t callee)
{
	struct pair *pair = find_pair(*pairs, caller, callee);

	if (pair)
		return pair;
	pair = calloc(1, sizeof(*pair));
	if (!pair)
		return NULL;
	pair->id.caller = caller;
	pair->id.callee = callee;
	HASH_ADD(hh, *pairs, id, sizeof(pair->id), pair);
	return pair;
}

static void add_cnt(uint64_t *sum, uint64_t cnt)
{
	if (__builtin_add_overflow(*sum, cnt, sum))
		*sum = UINT64_MAX;
}

/* main::RUNTIME may be a sub of the profile. */
static uint32_t caller_of(const struct call_node *node, uint32_t program)
{
	return node->up ? node->up->sub : program;
}

static uint64_t weight_of(const struct call_node *node)
{
	return node->excl_ns > 0 ? (uint64_t)node->excl_ns + 1 : 1;
}

static int collect(const struct profile *p, struct call_node *const *nodes, size_t cnt,
		   struct pair **pairs, uint32_t program)
{
	const struct profile_call *call;
	struct pair *pair;
	size_t i;

	for (call = p->calls; call; call = call->hh.next) {
		pair = make_pair(pairs, call->id.caller, call->id.callee);
		if (!pair)
			return -ENOMEM;
		add_cnt(&pair->calls, call->counts.cnt);
	}
	for (i = 0; i < cnt; i++) {
		pair = find_pair(*pairs, caller_of(nodes[i], program), nodes[i]->sub);
		if (!pair)
			continue;
		add_cnt(&pair->noted, nodes[i]->cnt);
		add_cnt(&pair->weight, weight_of(nodes[i]));
	}
	return 0;
}

/* All stacks together get all calls. */
static uint64_t serve(struct pair *pair, uint64_t weight)
{
	uint64_t before = (uint64_t)((wide)pair->calls * pair->served / pair->weight);

	pair->served += weight < pair->weight - pair->served ? weight : pair->weight - pair->served;
	return (uint64_t)((wide)pair->calls * pair->served / pair->weight) - before;
}

static bool share(struct call_node *const *nodes, size_t cnt, struct pair *pairs, uint32_t program,
		  uint64_t *calls)
{
	bool shared = false;
	size_t i;

	for (i = 0; i < cnt; i++) {
		struct pair *pair = find_pair(pairs, caller_of(nodes[i], program), nodes[i]->sub);

		calls[i] = nodes[i]->cnt;
		if (!pair || pair->noted == pair->calls)
			continue;
		shared = shared || weight_of(nodes[i]) < pair->weight;
		calls[i] = serve(pair, weight_of(nodes[i]));
	}
	return shared;
}

int share_calls(const struct profile *p, struct call_node *const *nodes, size_t cnt,
		uint64_t *calls)
{
	struct pair *pairs = NULL, *pair, *next;
	const struct profile_sub *program;
	uint32_t sub;
	int rc;

	HASH_FIND_STR(p->subs_by_name, "main::RUNTIME", program);
	sub = program ? program->id : UINT32_MAX;
	rc = collect(p, nodes, cnt, &pairs, sub);
	if (!rc)
		rc = share(nodes, cnt, pairs, sub, calls);
	HASH_ITER(hh, pairs, pair, next) {
		HASH_DEL(pairs, pair);
		free(pair);
	}
	return rc;
}
