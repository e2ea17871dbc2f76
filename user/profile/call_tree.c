// SPDX-License-Identifier: GPL-2.0-or-later
/* Nodes come in any order, and are joined at the end. */
#include "call_tree.h"

#include <errno.h>
#include <stdlib.h>

#include "nytprof/node_hash.h"

void call_tree_release(struct call_tree *tree)
{
	struct call_node *node, *next;

	HASH_ITER(hh, tree->nodes, node, next) {
		HASH_DEL(tree->nodes, node);
		free(node);
	}
}

size_t call_tree_cnt(const struct call_tree *tree)
{
	return HASH_COUNT(tree->nodes);
}

int64_t call_tree_time(const struct call_tree *tree)
{
	const struct call_node *node;
	int64_t ns = 0;

	for (node = tree->nodes; node; node = node->hh.next)
		ns += node->excl_ns > 0 ? node->excl_ns : 0;
	return ns;
}

int call_tree_add(struct call_tree *tree, const struct call_node *add)
{
	struct call_node *node;

	HASH_FIND(hh, tree->nodes, &add->id, sizeof(add->id), node);
	if (!node) {
		node = calloc(1, sizeof(*node));
		if (!node)
			return -ENOMEM;
		node->id = add->id;
		node->parent = add->parent;
		node->sub = add->sub;
		node->caller = add->caller;
		node->recursive = add->recursive;
		HASH_ADD(hh, tree->nodes, id, sizeof(node->id), node);
	}
	node->cnt += add->cnt;
	node->incl_ns += add->incl_ns;
	node->excl_ns += add->excl_ns;
	return 0;
}

/* ------------------------------------------------------------------------- folding */

#define FOLD_FROM   16384 /* nodes; smaller trees are left alone */
#define FOLD_LEVELS 64 /* of nodes below each other, at one go */

/* The node of a sub in a context. */
struct twin {
	struct {
		uint64_t parent;
		uint32_t sub;
		uint32_t pad;
	} id;
	struct call_node *node;
	UT_hash_handle hh;
};

/* The first node with this parent and sub, which may be this one; NULL: no memory. */
static struct call_node *first_twin(struct twin **twins, struct call_node *node)
{
	struct twin wanted = { .id = { .parent = node->parent, .sub = node->sub } }, *twin;

	HASH_FIND(hh, *twins, &wanted.id, sizeof(wanted.id), twin);
	if (twin)
		return twin->node;
	twin = malloc(sizeof(*twin));
	if (!twin)
		return NULL;
	*twin = wanted;
	twin->node = node;
	HASH_ADD(hh, *twins, id, sizeof(twin->id), twin);
	return node;
}

/* Those that become one with another go from the tree to gone, with that in .up. */
static int merge_twins(struct call_tree *tree, struct call_node **gone)
{
	struct call_node *node, *next, *into = NULL;
	struct twin *twins = NULL, *twin, *next_twin;

	HASH_ITER(hh, tree->nodes, node, next) {
		into = first_twin(&twins, node);
		if (!into)
			break;
		if (into == node)
			continue;
		into->cnt += node->cnt;
		into->incl_ns += node->incl_ns;
		into->excl_ns += node->excl_ns;
		node->up = into;
		HASH_DEL(tree->nodes, node);
		HASH_ADD(hh, *gone, id, sizeof(node->id), node);
	}
	HASH_ITER(hh, twins, twin, next_twin) {
		HASH_DEL(twins, twin);
		free(twin);
	}
	return node && !into ? -ENOMEM : 0;
}

/*
 * A node that went can come again, when its sub is called again, and then is folded again: its
 * callees come before it, and have no parent until then.
 */
int call_tree_fold(struct call_tree *tree)
{
	struct call_node *gone, *node, *next, *up;
	int rc = 0, levels = 0;

	if (call_tree_cnt(tree) < FOLD_FROM || call_tree_cnt(tree) < 2 * tree->folded)
		return 0;
	do {
		gone = NULL;
		rc = merge_twins(tree, &gone);
		for (node = gone ? tree->nodes : NULL; node; node = node->hh.next) {
			HASH_FIND(hh, gone, &node->parent, sizeof(node->parent), up);
			if (up)
				node->parent = up->up->id;
		}
		up = gone;
		HASH_ITER(hh, gone, node, next) {
			HASH_DEL(gone, node);
			free(node);
		}
	} while (!rc && up && ++levels < FOLD_LEVELS);
	tree->folded = call_tree_cnt(tree);
	return rc;
}

void call_tree_renumber(struct call_tree *tree, const uint32_t *subs)
{
	struct call_node *node;

	for (node = tree->nodes; node; node = node->hh.next) {
		node->sub = subs[node->sub];
		node->caller = subs[node->caller] & CALL_TREE_CALLER;
	}
}

/* ------------------------------------------------------------------------- joining */

static int compare_nodes(const void *a, const void *b, void *sub_ranks)
{
	const struct call_node *x = *(struct call_node *const *)a;
	const struct call_node *y = *(struct call_node *const *)b;
	const uint32_t *ranks = sub_ranks;

	if (ranks[x->sub] != ranks[y->sub])
		return ranks[x->sub] < ranks[y->sub] ? -1 : 1;
	return (x->id > y->id) - (x->id < y->id);
}

static struct call_node **sorted_nodes(struct call_tree *tree, const uint32_t *sub_ranks)
{
	size_t cnt = call_tree_cnt(tree), i = 0;
	struct call_node **nodes = calloc(cnt + 1, sizeof(*nodes)), *node;

	if (!nodes)
		return NULL;
	for (node = tree->nodes; node; node = node->hh.next) {
		node->up = node->first = node->next = NULL;
		nodes[i++] = node;
	}
	qsort_r(nodes, cnt, sizeof(*nodes), compare_nodes, (void *)(uintptr_t)sub_ranks);
	return nodes;
}

int call_tree_link(struct call_tree *tree, const uint32_t *sub_ranks, struct call_node **first)
{
	struct call_node **nodes = sorted_nodes(tree, sub_ranks), **head;
	size_t i = call_tree_cnt(tree);

	*first = NULL;
	if (!nodes)
		return -ENOMEM;
	while (i-- > 0) {
		struct call_node *node = nodes[i], *up = NULL;

		if (node->parent != CALL_TREE_ROOT)
			HASH_FIND(hh, tree->nodes, &node->parent, sizeof(node->parent), up);
		head = up ? &up->first : first;
		node->up = up;
		node->next = *head;
		*head = node;
	}
	free(nodes);
	return 0;
}

/* ------------------------------------------------------------------------- merging */

static int merge_node(struct call_tree *tree, struct call_node *node, const uint32_t *subs)
{
	uint64_t parent = node->up ? node->up->merged : CALL_TREE_ROOT;
	/* Subs are numbered from 0 on, and the hash of the root and 0 is the root. */
	const struct call_node add = { .id = node_hash(parent, subs[node->sub] + 1),
				       .parent = parent,
				       .sub = subs[node->sub],
				       .caller = subs[node->caller] & CALL_TREE_CALLER,
				       .recursive = node->recursive,
				       .cnt = node->cnt,
				       .incl_ns = node->incl_ns,
				       .excl_ns = node->excl_ns };

	node->merged = add.id;
	return call_tree_add(tree, &add);
}

/* Each node before those that it called. */
int call_tree_merge(struct call_tree *tree, struct call_tree *from, const uint32_t *subs)
{
	struct call_node *node;
	int rc = call_tree_link(from, subs, &node);

	while (node && !rc) {
		rc = merge_node(tree, node, subs);
		if (node->first) {
			node = node->first;
			continue;
		}
		while (node && !node->next)
			node = node->up;
		node = node ? node->next : NULL;
	}
	return rc;
}

/* ------------------------------------------------------------------------- walking */

static void descend(struct call_walk *walk, struct call_node *node)
{
	for (walk->node = node; node; node = node->first) {
		walk->node = node;
		walk->depth++;
	}
}

struct call_walk call_walk_begin(struct call_node *first)
{
	struct call_walk walk = {};

	descend(&walk, first);
	return walk;
}

void call_walk_next(struct call_walk *walk)
{
	struct call_node *node = walk->node;

	walk->depth--;
	if (node->next)
		descend(walk, node->next);
	else
		walk->node = node->up;
}
