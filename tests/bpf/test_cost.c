// SPDX-License-Identifier: GPL-2.0-or-later
/* What a statement costs, by its ops. */
#include "fake_perl.h"
#include "clock/cost.bpf.h"

#include <criterion/criterion.h>

enum {
	OP_CHEAP = 301, /* op types that no perl has */
	OP_DEAR,
	OP_TURN,
	OP_IF,
};

static struct costs costs;

static void setup(void)
{
	const struct layout_row *rows;
	size_t cnt;

	rows = layout_rows(&cnt);
	while (cnt && strcmp(rows[cnt - 1].name, "debian-5.36.0-ithreads"))
		cnt--;
	cr_assert(cnt);
	fake_perl(&rows[cnt - 1].layout);
	memset(op_costs, 0, sizeof(op_costs));
	op_costs[layout.OP_NEXTSTATE] = 5;
	op_costs[OP_CHEAP] = 4;
	op_costs[OP_DEAR] = COST_LEAST | 20;
	op_costs[OP_TURN] = COST_END | 11;
	op_costs[OP_IF] = COST_BRANCH | 3;
}

TestSuite(cost, .init = setup);

static addr op_new(u32 type, addr next)
{
	addr op = mem(64);

	put32(op + layout.op_type_byte, type);
	put64(op + layout.op_next, next);
	return op;
}

/* A COP whose statement goes on at op. */
static addr statement_of(addr op)
{
	addr cop = cop_new("/a.pl", 1);

	put64(cop + layout.op_next, op);
	return cop;
}

Test(cost, a_statement_of_cheap_ops_is_known)
{
	addr next = cop_new("/a.pl", 2);

	costs_of(statement_of(op_new(OP_CHEAP, op_new(OP_CHEAP, next))), &costs);
	cr_expect_eq(costs.cost, 5u + 4 + 4);
	cr_expect_eq(costs.other, costs.cost, "there is one way");
	cr_expect_eq(costs.next, 0u);
}

Test(cost, a_variable_that_is_declared_costs_more)
{
	addr op = op_new(OP_CHEAP, cop_new("/a.pl", 2));

	put8(op + layout.op_private, OPp_INTRO);
	costs_of(statement_of(op), &costs);
	cr_expect_eq(costs.cost, 5u + 4 + COST_MY);
}

Test(cost, of_others_there_is_a_lower_bound)
{
	addr next = cop_new("/a.pl", 2);

	costs_of(statement_of(op_new(OP_DEAR, next)), &costs);
	cr_expect_eq(costs.cost, COST_AT_LEAST | 25u);
	costs_of(statement_of(op_new(77, next)), &costs);
	cr_expect_eq(costs.cost, COST_AT_LEAST | (5u + COST_OTHER));
}

Test(cost, a_turn_of_a_loop_ends_it)
{
	costs_of(statement_of(op_new(OP_CHEAP, op_new(OP_TURN, op_new(OP_DEAR, 0)))), &costs);
	cr_expect_eq(costs.cost, 5u + 4 + 11);
}

Test(cost, what_does_not_end_has_a_lower_bound)
{
	addr ring = op_new(OP_CHEAP, 0);

	put64(ring + layout.op_next, ring);
	costs_of(statement_of(ring), &costs);
	cr_expect(costs.cost & COST_AT_LEAST);
	costs_of(statement_of(op_new(OP_CHEAP, 0x10)), &costs);
	cr_expect(costs.cost & COST_AT_LEAST);
	costs_of(0x10, &costs);
	cr_expect(costs.cost & COST_AT_LEAST);
}

Test(cost, a_branch_has_two_ends)
{
	addr next = cop_new("/a.pl", 2), branch = op_new(OP_IF, next);

	put64(branch + layout.op_other, op_new(OP_CHEAP, op_new(OP_TURN, 0)));
	costs_of(statement_of(op_new(OP_CHEAP, branch)), &costs);
	cr_expect_eq(costs.next, next);
	cr_expect_eq(costs.cost, 5u + 4 + 3);
	cr_expect_eq(costs.other, 5u + 4 + 3 + 4 + 11);
}

Test(cost, of_a_branch_at_the_end_of_a_loop_only_the_least_is_known)
{
	addr branch = op_new(OP_IF, op_new(OP_TURN, 0));

	put64(branch + layout.op_other, op_new(OP_CHEAP, op_new(OP_TURN, 0)));
	costs_of(statement_of(branch), &costs);
	cr_expect_eq(costs.cost, COST_AT_LEAST | (5u + 3 + 11));
	cr_expect_eq(costs.other, costs.cost);
}
