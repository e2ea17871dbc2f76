// SPDX-License-Identifier: GPL-2.0-or-later
/* The calling-context tree: nodes in any order, out in post-order. */
#include "profile/call_tree.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static void add(struct call_tree *tree, uint64_t id, uint64_t parent, uint32_t sub, int64_t excl)
{
	struct call_node node = {
		.id = id, .parent = parent, .sub = sub, .cnt = 1, .incl_ns = excl, .excl_ns = excl
	};

	cr_assert_eq(call_tree_add(tree, &node), 0);
}

/* "depth:id depth:id ..." in the order of the walk. */
static const char *walked(struct call_tree *tree, const uint32_t *ranks)
{
	static char text[512];
	struct call_node *first;
	struct call_walk at;

	text[0] = '\0';
	cr_assert_eq(call_tree_link(tree, ranks, &first), 0);
	for (at = call_walk_begin(first); at.node; call_walk_next(&at))
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%u:%llu ", at.depth,
			 (unsigned long long)at.node->id);
	return text;
}

Test(call_tree, of_nothing_is_empty)
{
	struct call_tree tree = {};

	cr_expect_str_eq(walked(&tree, NULL), "");
}

Test(call_tree, comes_out_in_post_order_siblings_by_rank)
{
	static const uint32_t ranks[] = { 2, 1, 0 };
	struct call_tree tree = {};

	/* A kid before its parent; 10 and 30 are called by the program. */
	add(&tree, 12, 11, 2, 5);
	add(&tree, 10, CALL_TREE_ROOT, 0, 5);
	add(&tree, 13, 10, 2, 5);
	add(&tree, 11, 10, 1, 5);
	add(&tree, 30, CALL_TREE_ROOT, 1, 5);
	cr_expect_str_eq(walked(&tree, ranks), "1:30 2:13 3:12 2:11 1:10 ");
	/* Twice is the same. */
	cr_expect_str_eq(walked(&tree, ranks), "1:30 2:13 3:12 2:11 1:10 ");
	call_tree_release(&tree);
}

Test(call_tree, adds_up_and_hangs_strays_on_the_root)
{
	static const uint32_t ranks[] = { 0 };
	struct call_tree tree = {};
	struct call_node *first;

	add(&tree, 7, 99, 0, 3);
	add(&tree, 7, 99, 0, 4);
	cr_expect_eq(call_tree_cnt(&tree), 1u);
	cr_expect_str_eq(walked(&tree, ranks), "1:7 ");
	cr_assert_eq(call_tree_link(&tree, ranks, &first), 0);
	cr_expect_eq(first->cnt, 2u);
	cr_expect_eq(first->excl_ns, 7);
	add(&tree, 8, CALL_TREE_ROOT, 0, -5);
	cr_expect_eq(call_tree_time(&tree), 7);
	call_tree_release(&tree);
}

Test(call_tree, a_circle_is_left_out)
{
	static const uint32_t ranks[] = { 0 };
	struct call_tree tree = {};

	add(&tree, 1, 2, 0, 3);
	add(&tree, 2, 1, 0, 3);
	add(&tree, 5, CALL_TREE_ROOT, 0, 3);
	cr_expect_str_eq(walked(&tree, ranks), "1:5 ");
	call_tree_release(&tree);
}

Test(call_tree, of_any_depth)
{
	static const uint32_t ranks[] = { 0 };
	struct call_tree tree = {};
	struct call_node *first;
	struct call_walk at;
	uint64_t id;

	for (id = 100000; id; id--)
		add(&tree, id, id - 1, 0, 1);
	cr_assert_eq(call_tree_link(&tree, ranks, &first), 0);
	at = call_walk_begin(first);
	cr_expect_eq(at.depth, 100000u);
	for (id = 100000; at.node; call_walk_next(&at), id--)
		cr_assert_eq(at.node->id, id);
	cr_expect_eq(id, 0u);
	call_tree_release(&tree);
}

Test(call_tree, of_many_nodes_for_the_same_is_folded)
{
	struct call_tree tree = {};
	struct call_node *node;
	uint64_t i, cnt = 0;
	int64_t ns = 0;

	/* 10 calls 20000 subs that are one to us, each of which calls another, and that one more. */
	add(&tree, 10, CALL_TREE_ROOT, 0, 5);
	for (i = 1; i <= 20000; i++) {
		add(&tree, i << 8, 10, 1, 1);
		add(&tree, i << 8 | 1, i << 8, 2, 1);
		add(&tree, i << 8 | 2, i << 8 | 1, 3, 1);
	}
	/* A context whose call has not ended. */
	add(&tree, 90, 80, 1, 7);
	cr_assert_eq(call_tree_fold(&tree), 0);
	cr_expect_eq(call_tree_cnt(&tree), 5u, "%zu nodes", call_tree_cnt(&tree));
	for (node = tree.nodes; node; node = node->hh.next) {
		cnt += node->cnt;
		ns += node->excl_ns;
	}
	cr_expect_eq(cnt, 60002u);
	cr_expect_eq(ns, 60012);

	/* The first one is called again, and calls. */
	add(&tree, 7 << 8 | 1, 7 << 8, 2, 1);
	add(&tree, 7 << 8, 10, 1, 1);
	add(&tree, 80, CALL_TREE_ROOT, 4, 1);
	tree.folded = 0;
	cr_assert_eq(call_tree_fold(&tree), 0);
	cr_expect_eq(call_tree_cnt(&tree), 8u, "a small tree stays as it is");
	call_tree_release(&tree);
}

Test(call_tree, that_was_folded_takes_more_under_the_old_ids)
{
	struct call_tree tree = {};
	uint64_t i;
	int round;

	for (round = 0; round < 2; round++) {
		for (i = 1; i <= 20000; i++) {
			add(&tree, i << 8 | 1, i << 8, 2, 1);
			add(&tree, i << 8, CALL_TREE_ROOT, 1, 1);
		}
		cr_assert_eq(call_tree_fold(&tree), 0);
		cr_expect_eq(call_tree_cnt(&tree), 2u, "%zu nodes", call_tree_cnt(&tree));
	}
	cr_expect_eq(tree.nodes->cnt + ((struct call_node *)tree.nodes->hh.next)->cnt, 80000u);
	call_tree_release(&tree);
}

/* Whatever numbers the subs have there: 0 is one, too. */
Test(call_tree, merged_keeps_who_was_called_by_whom)
{
	static const uint32_t ranks[] = { 0, 1 };
	uint32_t subs[2];
	struct call_tree from = {}, to = {};
	struct call_node *first;
	struct call_walk at;

	add(&from, 10, CALL_TREE_ROOT, 0, 5);
	add(&from, 11, 10, 1, 5);
	for (subs[0] = 0; subs[0] < 2; subs[0]++) {
		subs[1] = !subs[0];
		cr_assert_eq(call_tree_merge(&to, &from, subs), 0);
		cr_assert_eq(call_tree_link(&to, ranks, &first), 0);
		at = call_walk_begin(first);
		cr_expect_eq(at.depth, 2u);
		cr_expect_eq(at.node->sub, subs[1]);
		call_tree_release(&to);
		to = (struct call_tree){};
	}
	call_tree_release(&from);
}
