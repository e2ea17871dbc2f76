// SPDX-License-Identifier: GPL-2.0-or-later
/* Nodes come in any order, and are joined at the end. */
#include "call_tree.h"

#include <errno.h>
#include <stdlib.h>

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
		HASH_ADD(hh, tree->nodes, id, sizeof(node->id), node);
	}
	node->cnt += add->cnt;
	node->incl_ns += add->incl_ns;
	node->excl_ns += add->excl_ns;
	return 0;
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

/* ------------------------------------------------------------------------- walking */

static void descend(struct call_walk *walk, const struct call_node *node)
{
	for (walk->node = node; node; node = node->first) {
		walk->node = node;
		walk->depth++;
	}
}

struct call_walk call_walk_begin(const struct call_node *first)
{
	struct call_walk walk = {};

	descend(&walk, first);
	return walk;
}

void call_walk_next(struct call_walk *walk)
{
	const struct call_node *node = walk->node;

	walk->depth--;
	if (node->next)
		descend(walk, node->next);
	else
		walk->node = node->up;
}
