// SPDX-License-Identifier: GPL-2.0-or-later
/* Calls of XSUBs, and what else pp_entersub is asked to call. */
#include "accounting.h"

EACH_GENERATION(an_xsub_lasts_until_its_function_returns)
{
	addr xs, line2;

	fake_perl(generation(row->name));
	xs = xsub_new("List::Util", "sum");
	line2 = cop_new("/a.pl", 2);
	program_begins(cop_new("/a.pl", 1));
	xsub_enter(xs);
	takes(300);
	xsub_returns();
	takes(50);
	statement(line2);
	process_ends();
	expect_call("main::RUNTIME", "List::Util::sum", 1, 300, 300);
	expect_stmt("/a.pl", 1, 1, 350);
	expect_no_losses();
}

EACH_GENERATION(subs_that_an_xsub_calls_are_called_by_it)
{
	addr xs, inner, f;

	fake_perl(generation(row->name));
	xs = xsub_new("X", "outer");
	inner = xsub_new("X", "inner");
	f = sub_new("main", "f", "/a.pl", 10);
	program_begins(cop_new("/a.pl", 1));
	xsub_enter(xs);
	takes(10);
	call(f); /* call_sv on the same SI */
	takes(5);
	leave();
	xsub_enter(inner);
	takes(7);
	xsub_returns();
	takes(1);
	xsub_returns();
	statement(cop_new("/a.pl", 2));
	process_ends();
	expect_call("X::outer", "main::f", 1, 5, 5);
	expect_call("X::outer", "X::inner", 1, 7, 7);
	expect_call("main::RUNTIME", "X::outer", 1, 23, 11);
	expect_no_losses();
}

EACH_GENERATION(an_xsub_that_dies_ends_with_the_eval_around_it)
{
	addr xs, f;
	s32 eval;

	fake_perl(generation(row->name));
	xs = xsub_new("X", "croaks");
	f = sub_new("main", "f", "/a.pl", 10);
	program_begins(cop_new("/a.pl", 1));
	eval_enter();
	eval = cxix();
	xsub_enter(xs);
	takes(10);
	die_to(eval);
	call(f);
	leave();
	statement(cop_new("/a.pl", 2));
	process_ends();
	cr_expect_eq(call_sum("main::RUNTIME", "X::croaks", 0).cnt, 1u);
	cr_expect_eq(call_sum("main::RUNTIME", "main::f", 0).cnt, 1u);
	expect_no_losses();
}

/* No context is left, so perl calls no dounwind. */
EACH_GENERATION(an_xsub_that_dies_takes_no_time_behind_that)
{
	addr xs;
	s32 eval;

	program_with_subs(row->name);
	xs = xsub_new("X", "croaks");
	takes(3);
	eval_enter();
	eval = cxix();
	xsub_enter(xs);
	takes(10);
	die_to(eval);
	takes(1000);
	si_push(); /* an overloaded operator, in the same statement */
	call(f);
	takes(7);
	leave();
	si_pop();
	statement(cop_new("/a.pl", 2));
	process_ends();
	expect_call("main::RUNTIME", "X::croaks", 1, 10, 10);
	expect_call("main::RUNTIME", "main::f", 1, 7, 7);
	expect_stmt("/a.pl", 1, 1, 1013);
	expect_no_losses();
}

/* The eval is in the SI of what has called the XSUB that is left. */
EACH_GENERATION(an_xsub_is_left_by_a_die_on_another_stack)
{
	addr outer, inner;
	s32 eval;

	program_with_subs(row->name);
	outer = xsub_new("X", "outer");
	inner = xsub_new("X", "inner");
	xsub_enter(outer);
	takes(1);
	eval_enter(); /* by the XSUB, which goes on */
	eval = cxix();
	xsub_enter(inner);
	takes(2);
	si_push();
	call(f);
	takes(4);
	die_to(eval);
	takes(8);
	call(g);
	takes(16);
	leave();
	P.c_depth--;
	xsub_returns();
	statement(cop_new("/a.pl", 2));
	process_ends();
	expect_call("X::outer", "X::inner", 1, 6, 2);
	expect_call("X::inner", "main::f", 1, 4, 4);
	expect_call("X::outer", "main::g", 1, 16, 16);
	expect_call("main::RUNTIME", "X::outer", 1, 31, 9);
	expect_no_losses();
}

EACH_GENERATION(a_destructor_of_a_die_is_called_by_the_sub_and_not_by_the_xsub)
{
	addr xs;
	s32 eval;

	program_with_subs(row->name);
	xs = xsub_new("X", "croaks");
	eval_enter();
	eval = cxix();
	call(f);
	takes(5);
	xsub_enter(xs);
	takes(10);
	HIT(event_die(&ev));
	HIT(event_unwind(&ev, eval));
	si_push();
	call(g); /* DESTROY, while f's variables are freed */
	takes(20);
	leave();
	si_pop();
	pop_to(eval);
	cx_pop();
	statement(cop_new("/a.pl", 2));
	process_ends();
	expect_call("main::f", "X::croaks", 1, 10, 10);
	expect_call("main::f", "main::g", 1, 20, 20);
	expect_call("main::RUNTIME", "main::f", 1, 35, 5);
	expect_no_losses();
}

EACH_GENERATION(a_callee_that_only_perl_knows_is_taken_from_its_context)
{
	addr autoload, stub, line2;

	fake_perl(generation(row->name));
	stub = sub_new("Lazy", "wanted", "/l.pm", 1);
	put64(get64(stub + layout.sv_any) + layout.xcv_root, 0); /* declared only */
	autoload = sub_new("Lazy", "AUTOLOAD", "/l.pm", 5);
	line2 = cop_new("/a.pl", 2);
	program_begins(cop_new("/a.pl", 1));
	enter_as(stub, autoload);
	statement(cv_start(autoload));
	takes(10);
	leave();
	statement(line2);
	enter_as(stub, autoload); /* and once more, with an address that is known */
	statement(cv_start(autoload));
	leave();
	statement(line2);
	process_ends();
	cr_expect_eq(call_sum("main::RUNTIME", "Lazy::AUTOLOAD", 0).cnt, 2u);
	cr_expect_eq(call_sum(NULL, "Lazy::wanted", 0).cnt, 0u);
	expect_no_losses();
}

/* A call that dies before any context is pushed. */
static void refused_call(addr asked)
{
	s32 eval;

	program_begins(cop_new("/a.pl", 1));
	eval_enter();
	eval = cxix();
	refuse(asked);
	die_to(eval);
	statement(cop_new("/a.pl", 2));
	process_ends();
	cr_expect_eq(call_sum("main::RUNTIME", "main::missing", 0).cnt, 1u);
	expect_no_losses();
}

EACH_GENERATION(a_call_that_perl_refuses_counts_under_the_name_that_was_asked_for)
{
	addr stub;

	fake_perl(generation(row->name));
	stub = sub_new("main", "missing", "/a.pl", 1);
	put64(get64(stub + layout.sv_any) + layout.xcv_root, 0);
	refused_call(stub);
}

EACH_GENERATION(a_call_of_a_glob_without_a_sub_counts_under_its_name)
{
	fake_perl(generation(row->name));
	refused_call(gv_new(stash_new("main"), "missing"));
}
