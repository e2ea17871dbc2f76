/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The calling-context tree: each node is a sub with its chain of callers up to the program. The
 * flame graph is made from it. It has no calling lines.
 */
#ifndef NYTPROF_CALL_TREE_H
#define NYTPROF_CALL_TREE_H

#include <stddef.h>
#include <stdint.h>
#include <uthash.h>

struct call_node {
	uint64_t id; /* never 0 */
	uint64_t parent; /* its id; CALL_TREE_ROOT: the program itself called it */
	uint32_t sub; /* sub id of the profile */
	uint32_t caller : 31; /* sub id of the caller; known even before the parent has ended */
	uint32_t recursive : 1;
	uint64_t cnt;
	int64_t incl_ns; /* includes recursive calls */
	int64_t excl_ns;
	/* set by call_tree_link */
	struct call_node *up; /* NULL: the root */
	struct call_node *first;
	struct call_node *next;
	union {
		uint64_t merged; /* set by call_tree_merge: its id in the other tree */
		int64_t raised_ns; /* set by consistent_calls: added to its inclusive time */
	};
	UT_hash_handle hh;
};

#define CALL_TREE_ROOT	 0
#define CALL_TREE_CALLER 0x7fffffffu /* a sub id fits into this */

struct call_tree {
	struct call_node *nodes; /* hash */
	size_t folded; /* number of nodes after the last fold */
};

void call_tree_release(struct call_tree *tree);
size_t call_tree_cnt(const struct call_tree *tree);
int64_t call_tree_time(const struct call_tree *tree); /* ns, all subs; subs below 0 left out */

/* Adds to a node, and makes the node if there is none. -ENOMEM. */
int call_tree_add(struct call_tree *tree, const struct call_node *add);

/*
 * If the tree has become large, joins the nodes of one sub in one context, such as subs of
 * thousands of string evals that share a file. Nodes can still be added afterwards, under their old
 * ids. -ENOMEM.
 */
int call_tree_fold(struct call_tree *tree);

/* Changes the sub ids of all nodes. subs: the new ids, by the old ones. */
void call_tree_renumber(struct call_tree *tree, const uint32_t *subs);

/*
 * Links the nodes, siblings in the order of sub_ranks (by sub id). A node whose parent was never
 * added becomes a child of the root. *first: where a walk begins; NULL: the tree is empty. -ENOMEM.
 */
int call_tree_link(struct call_tree *tree, const uint32_t *sub_ranks, struct call_node **first);

/*
 * Adds the tree from, which gets linked. Only this function may add to tree. Two nodes are the same
 * if their subs and those of all their callers are. subs: the sub ids of tree, by those of from.
 * -ENOMEM.
 */
int call_tree_merge(struct call_tree *tree, struct call_tree *from, const uint32_t *subs);

/* A walk in post-order: each node comes after the nodes that it called. */
struct call_walk {
	struct call_node *node; /* NULL: the walk is over */
	uint32_t depth; /* 1: called by the program */
};

struct call_walk call_walk_begin(struct call_node *first);
void call_walk_next(struct call_walk *walk);

#endif
