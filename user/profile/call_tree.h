/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The calling-context tree: which sub was called by which, by which, up to the program.  For
 * the flame graph; calling lines are no part of it.
 */
#ifndef NYTPROF_CALL_TREE_H
#define NYTPROF_CALL_TREE_H

#include <stddef.h>
#include <stdint.h>
#include <uthash.h>

struct call_node {
	uint64_t id; /* never 0 */
	uint64_t parent; /* id; CALL_TREE_ROOT: called by the program itself */
	uint32_t sub; /* sub id of the profile */
	uint32_t caller : 31; /* another; known even if the parent's own call has not ended */
	uint32_t recursive : 1;
	uint64_t cnt;
	int64_t incl_ns; /* recursive calls included */
	int64_t excl_ns;
	/* by call_tree_link */
	struct call_node *up; /* NULL: the root */
	struct call_node *first;
	struct call_node *next;
	union {
		uint64_t merged; /* by call_tree_merge: its id in the other tree */
		int64_t raised_ns; /* by consistent_calls: what its inclusive time got */
	};
	UT_hash_handle hh;
};

#define CALL_TREE_ROOT	 0
#define CALL_TREE_CALLER 0x7fffffffu /* a sub id fits into this */

struct call_tree {
	struct call_node *nodes; /* hash */
	size_t folded; /* nodes there were when it was last folded */
};

void call_tree_release(struct call_tree *tree);
size_t call_tree_cnt(const struct call_tree *tree);
int64_t call_tree_time(const struct call_tree *tree); /* ns, of all subs, as far as above 0 */

/* Adds to a node, which is made if there is none; -ENOMEM. */
int call_tree_add(struct call_tree *tree, const struct call_node *add);

/*
 * Makes one node of those that stand for the same sub in the same context, such as the subs of
 * thousands of string evals that share a file, if the tree has become large by them.  More can be
 * added behind that, under the ids they had.  -ENOMEM.
 */
int call_tree_fold(struct call_tree *tree);

/* The subs have other ids: by the old ones, those. */
void call_tree_renumber(struct call_tree *tree, const uint32_t *subs);

/*
 * Joins the nodes, siblings in the order of sub_ranks (by sub id).  One whose parent was never
 * added hangs on the root.  *first is where a walk begins, NULL for an empty tree; -ENOMEM.
 */
int call_tree_link(struct call_tree *tree, const uint32_t *sub_ranks, struct call_node **first);

/*
 * Adds a tree, which gets linked, to one that only such trees are added to: nodes are the same if their subs are, up to
 * the program.  subs: by the subs of the one, those of the other.  -ENOMEM.
 */
int call_tree_merge(struct call_tree *tree, struct call_tree *from, const uint32_t *subs);

/* A walk in post-order, every node after those it called. */
struct call_walk {
	struct call_node *node; /* NULL: that was all */
	uint32_t depth; /* 1: called by the program */
};

struct call_walk call_walk_begin(struct call_node *first);
void call_walk_next(struct call_walk *walk);

#endif
