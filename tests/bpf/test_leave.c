// SPDX-License-Identifier: GPL-2.0-or-later
/* Statements that go on behind what interrupted them: their time is theirs, and no new count. */
#include "accounting.h"

EACH_GENERATION(what_is_behind_a_block_belongs_to_its_statement)
{
	addr outer, inner;

	fake_perl(generation(row->name));
	outer = cop_new("/a.pl", 1);
	inner = cop_new("/a.pl", 2);
	program_begins(outer);
	takes(100);
	block_enter();
	statement(inner);
	takes(30);
	block_leave();
	takes(1000);
	statement(cop_new("/a.pl", 4));
	process_ends();
	expect_stmt("/a.pl", 1, 1, 1100);
	expect_stmt("/a.pl", 2, 1, 30);
	expect_no_losses();
}

EACH_GENERATION(the_condition_of_a_loop_belongs_to_the_loop)
{
	addr loop, body, test, op;
	int behind;

	fake_perl(generation(row->name));
	loop = cop_new("/a.pl", 1);
	body = cop_new("/a.pl", 2);
	test = sub_new("main", "test", "/a.pl", 10);
	op = loop_new(loop, body);
	program_begins(loop);
	block_enter();
	for (int i = 0; i < 2; i++) {
		takes(5);
		at_op(op);
		/* Perl says that the body's statement calls it. */
		call(test);
		takes(7);
		leave();
		takes(200);
		statement(body);
		takes(30);
	}
	block_leave();
	statement(cop_new("/a.pl", 4));
	process_ends();
	/* An older perl has no way from an op to what is around it. */
	behind = layout.PERL_OP_PARENT ? 0 : 200;
	expect_stmt("/a.pl", 1, 1, 5 + 400 - behind);
	expect_stmt("/a.pl", 2, 2, 5 + 60 + behind);
	expect_stmt("/a.pl", 10, 2, 14);
	cr_expect_eq(call_sum("main::RUNTIME", "main::test", 1).cnt, 1u);
	cr_expect_eq(call_sum("main::RUNTIME", "main::test", 2).cnt, 1u);
	expect_no_losses();
}

EACH_GENERATION(an_op_without_a_tree_is_part_of_the_statement_that_runs)
{
	addr lost = 0;

	program_with_subs(row->name);
	takes(5);
	for (int i = 0; i < 3; i++) {
		lost = i == 1 ? mem(64) : i == 2 ? 0x10 : lost;
		if (i == 1) /* it is its own sibling */
			op_kids(lost, (addr[]){ lost, lost }, 2);
		at_op(lost);
		call(f);
		leave();
		takes(5);
	}
	statement(cop_new("/a.pl", 2));
	process_ends();
	expect_stmt("/a.pl", 1, 1, 20);
	cr_expect_eq(call_sum("main::RUNTIME", "main::f", 1).cnt, 3u);
	expect_no_losses();
}

EACH_GENERATION(what_is_behind_a_caught_die_belongs_to_the_eval)
{
	program_with_subs(row->name);
	takes(3);
	eval_enter();
	statement(cop_new("/a.pl", 2));
	takes(5);
	call(f);
	takes(40);
	die_to(1);
	takes(1000);
	statement(cop_new("/a.pl", 4));
	process_ends();
	expect_stmt("/a.pl", 1, 1, 1003);
	expect_stmt("/a.pl", 2, 1, 5);
	expect_stmt("/a.pl", 10, 1, 40);
	expect_call("main::RUNTIME", "main::f", 1, 40, 40);
}

EACH_GENERATION(a_builtin_that_died_is_noticed_at_the_next_call)
{
	program_with_subs(row->name);
	takes(3);
	eval_enter();
	statement(cop_new("/a.pl", 2));
	takes(5);
	cx_pop(); /* no op says so, and nothing is unwound */
	put64(P.base + layout.Icurcop, cop_new("/a.pl", 3));
	takes(20);
	call(f);
	takes(40);
	leave();
	takes(1000);
	statement(cop_new("/a.pl", 4));
	process_ends();
	expect_stmt("/a.pl", 2, 1, 25);
	expect_stmt("/a.pl", 3, 0, 1000);
	expect_stmt("/a.pl", 10, 1, 40);
}

EACH_GENERATION(without_the_correction_the_last_statement_has_it_all)
{
	addr f;

	fake_perl(generation(row->name));
	settings.want_leave = 0;
	f = sub_new("main", "f", "/a.pl", 10);
	program_begins(cop_new("/a.pl", 1));
	takes(100);
	call(f);
	takes(40);
	leave();
	takes(1000);
	statement(cop_new("/a.pl", 2));
	process_ends();
	expect_stmt("/a.pl", 1, 1, 100);
	expect_stmt("/a.pl", 10, 1, 1040);
	expect_call("main::RUNTIME", "main::f", 1, 40, 40);
}
