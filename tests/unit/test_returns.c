// SPDX-License-Identifier: GPL-2.0-or-later
/* The call tree out of returns: in which order they may come, and which calls never return. */
#include "nytp/returns.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "profile/profile.h"

/* What has been made of a tree: "name cnt excl" of each node, callees in brackets, by name. */
static void put_nodes(const struct profile *p, const struct call_node *node, FILE *out)
{
	for (; node; node = node->next) {
		fprintf(out, "%s%s %lld/%lld/%lld", p->subs[node->sub]->name,
			node->recursive ? "*" : "", (long long)node->cnt, (long long)node->incl_ns,
			(long long)node->excl_ns);
		if (node->first) {
			fputs(" (", out);
			put_nodes(p, node->first, out);
			fputc(')', out);
		}
		if (node->next)
			fputs(", ", out);
	}
}

static void expect_tree(const struct returned_call *calls, size_t cnt, const char *expected)
{
	static const char *const names[] = { "a", "b", "c", "d" };
	struct profile *p = profile_new();
	struct returns *r = returns_new();
	uint32_t ranks[] = { 0, 1, 2, 3, 4 };
	struct call_node *first;
	char text[1000] = "";
	FILE *out = fmemopen(text, sizeof(text), "w");
	size_t i;

	for (i = 0; i < 4; i++)
		profile_sub(p, names[i]);
	for (i = 0; i < cnt; i++)
		cr_assert_eq(returns_add(r, &calls[i]), 0);
	cr_assert_eq(returns_finish(r, p), 0);
	returns_free(r);
	cr_assert_eq(call_tree_link(&p->call_tree, ranks, &first), 0);
	put_nodes(p, first, out);
	fclose(out);
	cr_expect_str_eq(text, expected, "%s, not %s", text, expected);
	profile_free(p);
}

#define A 0
#define B 1
#define C 2
#define D 3
#define TREE(text, ...)                                                     \
	expect_tree((const struct returned_call[]){ __VA_ARGS__ },          \
		    sizeof((const struct returned_call[]){ __VA_ARGS__ }) / \
			    sizeof(struct returned_call),                   \
		    text)

Test(returns, calls_come_before_their_caller)
{
	TREE("a 1/10/3 (b 1/7/5 (c 1/2/2))", { 3, C, 2, 2 }, { 2, B, 7, 5 }, { 1, A, 10, 3 });
}

Test(returns, calls_of_one_sub_in_one_context_are_one_node)
{
	TREE("a 2/20/9 (b 2/10/8 (c 1/2/2), c 1/1/1), b 1/4/4", { 3, C, 2, 2 }, { 2, B, 7, 5 },
	     { 2, C, 1, 1 }, { 1, A, 12, 4 }, { 1, B, 4, 4 }, { 2, B, 3, 3 }, { 1, A, 8, 5 });
}

Test(returns, contexts_below_those_that_become_one_become_one)
{
	TREE("a 2/2/2 (b 2/2/2 (c 2/2/2 (d 2/2/2)))", { 4, D, 1, 1 }, { 3, C, 1, 1 },
	     { 2, B, 1, 1 }, { 1, A, 1, 1 }, { 4, D, 1, 1 }, { 3, C, 1, 1 }, { 2, B, 1, 1 },
	     { 1, A, 1, 1 });
}

Test(returns, a_recursive_call_is_marked)
{
	TREE("a 1/9/4 (b 1/5/3 (a* 1/2/2))", { 3, A, 2, 2 }, { 2, B, 5, 3 }, { 1, A, 9, 4 });
}

Test(returns, what_a_call_that_never_returned_called_is_its_callers)
{
	TREE("a 1/9/9 (c 1/2/2)", { 3, C, 2, 2 }, { 1, A, 9, 9 });
	TREE("c 1/2/2", { 3, C, 2, 2 });
	TREE("b 1/1/1 (c 1/2/2), c 1/1/1", { 3, C, 2, 2 }, { 2, B, 1, 1 }, { 2, C, 1, 1 });
}

Test(returns, there_may_be_none)
{
	expect_tree(NULL, 0, "");
}

/* As deep as perl's own recursion may be: no step here may need the C stack. */
Test(returns, a_deep_recursion_is_a_deep_tree)
{
	const uint32_t depth = 200000;
	struct profile *p = profile_new();
	struct returns *r = returns_new();
	uint32_t i, round;

	profile_sub(p, "a");
	for (round = 0; round < 2; round++) {
		for (i = depth; i; i--)
			cr_assert_eq(returns_add(r, &(struct returned_call){ i, 0, i, 1 }), 0);
	}
	cr_expect_geq(returns_size(r), depth * sizeof(struct call_node));
	cr_assert_eq(returns_finish(r, p), 0);
	cr_expect_eq(call_tree_cnt(&p->call_tree), depth);
	cr_expect_eq(call_tree_time(&p->call_tree), 2 * depth);
	returns_free(r);
	profile_free(p);
}
