// SPDX-License-Identifier: GPL-2.0-or-later
/* Builtins as subs: whose they are, what they call, and how they end. */
#include "accounting.h"
#include "nytprof/slow_ops.h"

#define OP_PRINT 77 /* of this fake perl */
#define OP_KILL	 78
#define SP	 0x7ffe0000

static char print_of_main[64], print_of_foo[64];

static addr program(const struct perl_layout *row)
{
	addr cop;

	fake_perl(row);
	slow_ops[OP_PRINT] = SLOW_OP_print;
	snprintf(print_of_main, sizeof(print_of_main), "main::CORE:%d", SLOW_OP_print);
	snprintf(print_of_foo, sizeof(print_of_foo), "Foo::CORE:%d", SLOW_OP_print);
	cop = cop_new("/a.pl", 1);
	cop_set_package(cop, "main");
	program_begins(cop);
	return cop;
}

EACH_GENERATION(a_builtin_is_a_sub_of_the_package_that_calls_it)
{
	addr foo;

	program(generation(row->name));
	slowop_enter_at(OP_PRINT, SP);
	takes(300);
	slowop_returns(SP);
	takes(50);
	foo = cop_new("/a.pl", 2);
	cop_set_package(foo, "Foo");
	statement(foo);
	slowop_enter_at(OP_PRINT, SP);
	takes(20);
	slowop_returns(SP);
	slowop_enter_at(OP_PRINT, SP);
	takes(5);
	slowop_returns(SP);
	statement(foo);
	process_ends();
	expect_call("main::RUNTIME", print_of_main, 1, 300, 300);
	expect_call("main::RUNTIME", print_of_foo, 2, 25, 25);
	expect_stmt("/a.pl", 1, 1, 350);
	expect_no_losses();
}

EACH_GENERATION(a_return_that_takes_less_than_a_trap_is_in_no_time)
{
	const u32 less = 300;

	program(generation(row->name));
	settings.inside_ns = TRAP_NS - less;
	settings.behind_ns = TRAP_NS - less / 2;
	slowop_enter_at(OP_PRINT, SP);
	takes(40);
	host_clock -= less; /* on the way into it, */
	slowop_returns(SP);
	host_clock -= less / 2; /* and on the way out of it */
	takes(7);
	statement(cop_new("/a.pl", 2));
	settings.inside_ns = settings.behind_ns = 0;
	process_ends();
	expect_call("main::RUNTIME", print_of_main, 1, 40, 40);
	expect_stmt("/a.pl", 1, 1, 47);
	expect_no_losses();
}

EACH_GENERATION(what_a_builtin_calls_is_called_by_it)
{
	addr fetch;

	program(generation(row->name));
	fetch = sub_new("T", "FETCH", "/a.pl", 10);
	slowop_enter_at(OP_PRINT, SP);
	takes(10);
	si_push(); /* magic */
	call(fetch);
	takes(5);
	slowop_enter_at(OP_PRINT, SP - 512);
	takes(100);
	slowop_returns(SP - 512);
	leave();
	si_pop();
	takes(1);
	slowop_returns(SP);
	statement(cop_new("/a.pl", 2));
	process_ends();
	expect_call(print_of_main, "T::FETCH", 1, 105, 5);
	cr_expect_eq(call_sum("main::RUNTIME", print_of_main, 0).incl_ns, 116);
	cr_expect_eq(call_sum("main::RUNTIME", print_of_main, 0).excl_ns, 11);
	expect_no_losses();
}

EACH_GENERATION(a_builtin_that_dies_ends_with_the_eval_around_it)
{
	addr f, one;
	s32 eval;

	one = program(generation(row->name));
	f = sub_new("main", "f", "/a.pl", 10);
	eval_enter();
	eval = cxix();
	statement(one);
	slowop_enter_at(OP_PRINT, SP);
	takes(10);
	die_to(eval);
	call(f);
	takes(7);
	leave();
	/* The return probe of the first one never fires: the next is told from it. */
	slowop_enter_at(OP_PRINT, SP + 64);
	takes(3);
	slowop_returns(SP + 64);
	statement(one);
	process_ends();
	cr_expect_eq(call_sum("main::RUNTIME", "main::f", 0).cnt, 1u);
	expect_call("main::RUNTIME", "main::f", 1, 7, 7);
	cr_expect_eq(call_sum("main::RUNTIME", print_of_main, 0).cnt, 2u);
	expect_no_losses();
}

EACH_GENERATION(an_op_that_shares_the_function_is_none)
{
	program(generation(row->name));
	slowop_enter_at(OP_KILL, SP);
	takes(300);
	slowop_returns(SP);
	statement(cop_new("/a.pl", 2));
	process_ends();
	cr_expect_eq(call_sum(NULL, print_of_main, 0).cnt, 0u);
	expect_stmt("/a.pl", 1, 1, 300);
	expect_no_losses();
}

EACH_GENERATION(on_request_all_are_subs_of_CORE)
{
	char name[32];

	program(generation(row->name));
	settings.slowops = 1;
	slowop_enter_at(OP_PRINT, SP);
	takes(30);
	slowop_returns(SP);
	statement(cop_new("/a.pl", 2));
	process_ends();
	snprintf(name, sizeof(name), "::CORE:%d", SLOW_OP_print);
	expect_call("main::RUNTIME", name, 1, 30, 30);
	expect_no_losses();
}
