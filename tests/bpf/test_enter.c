// SPDX-License-Identifier: GPL-2.0-or-later
/* Calls of Perl subs that are noticed by their first statement, or when they are left. */
#define ENTERSUB_NS 15
#include "accounting.h"

static void program(void)
{
	program_with_subs("debian-5.36.0-ithreads" BY_STMT);
}

static u64 calls_of(const char *caller, const char *callee)
{
	return call_sum(caller, callee, 0).cnt;
}

Test(enter, what_pp_entersub_takes_is_the_subs)
{
	program();
	takes(100);
	call(f);
	takes(40);
	leave();
	takes(7);
	statement(cop_new("/a.pl", 2));
	process_ends();
	expect_call("main::RUNTIME", "main::f", 1, 40 + ENTERSUB_NS, 40 + ENTERSUB_NS);
	expect_stmt("/a.pl", 1, 1, 107);
	expect_no_losses();
}

Test(enter, one_behind_the_other_in_one_statement)
{
	int i;

	program();
	for (i = 0; i < 3; i++) {
		call(f);
		leave();
	}
	call(g);
	leave();
	call(g);
	call(g); /* and in itself */
	leave();
	leave();
	statement(cop_new("/a.pl", 2));
	process_ends();
	cr_expect_eq(call_sum("main::RUNTIME", "main::f", 1).cnt, 3u);
	cr_expect_eq(call_sum("main::RUNTIME", "main::g", 1).cnt, 2u);
	cr_expect_eq(call_sum("main::g", "main::g", 20).rec_depth, 1u);
	expect_no_losses();
}

Test(enter, again_in_its_own_place_behind_a_die)
{
	int i;

	program();
	for (i = 0; i < 3; i++) {
		eval_enter();
		call(f);
		die_to(cxix() - 1);
	}
	process_ends();
	cr_expect_eq(call_sum("main::RUNTIME", "main::f", 1).cnt, 3u);
	expect_no_losses();
}

Test(enter, a_block_that_runs_while_it_is_left_is_no_call)
{
	program();
	eval_enter();
	call(f);
	HIT(event_unwind(&ev, 1));
	cx_push(CXt_BLOCK); /* defer */
	statement(cop_new("/a.pl", 12));
	call(g);
	leave();
	cx_pop();
	pop_to(1);
	cx_pop();
	statement(cop_new("/a.pl", 2));
	process_ends();
	cr_expect_eq(calls_of("main::RUNTIME", "main::f"), 1u);
	cr_expect_eq(calls_of("main::f", "main::g"), 1u);
	expect_no_losses();
}

Test(enter, evals_are_looked_through)
{
	program();
	eval_enter();
	statement(cop_new("/a.pl", 2));
	call(f);
	eval_enter();
	statement(cop_new("/a.pl", 11));
	call(g);
	leave();
	statement(cop_new("/a.pl", 12));
	block_leave();
	leave();
	block_leave();
	statement(cop_new("/a.pl", 3));
	process_ends();
	cr_expect_eq(call_sum("main::RUNTIME", "main::f", 2).cnt, 1u);
	cr_expect_eq(call_sum("main::f", "main::g", 11).cnt, 1u);
	expect_no_losses();
}

Test(enter, without_a_statement_it_is_noticed_when_it_is_left)
{
	program();
	enter(f);
	takes(5);
	leave();
	enter(f);
	leave();
	statement(cop_new("/a.pl", 2));
	process_ends();
	cr_expect_eq(call_sum("main::RUNTIME", "main::f", 1).cnt, 2u);
	expect_stmt("/a.pl", 1, 1, 5);
	expect_no_losses();
}

Test(enter, a_destructor_is_called_by_what_runs)
{
	program();
	call(f);
	si_push();
	call(g);
	leave();
	si_pop();
	leave();
	si_push();
	call(g);
	leave();
	si_pop();
	statement(cop_new("/a.pl", 2));
	process_ends();
	cr_expect_eq(calls_of("main::f", "main::g"), 1u);
	cr_expect_eq(calls_of("main::RUNTIME", "main::g"), 1u);
	expect_no_losses();
}

Test(enter, the_body_of_a_multicall_is_none)
{
	addr cx;
	int i;

	program();
	si_push();
	cx = cx_push(layout.CXt_SUB | layout.CXp_MULTICALL);
	put64(cx + layout.blk_sub_cv, f);
	for (i = 0; i < 3; i++) {
		statement(cv_start(f));
		call(g);
		leave();
	}
	cx_pop();
	call(f); /* and in its place a call */
	leave();
	si_pop();
	statement(cop_new("/a.pl", 2));
	process_ends();
	cr_expect_eq(calls_of("main::f", "main::g"), 3u);
	cr_expect_eq(calls_of("main::RUNTIME", "main::f"), 1u);
	expect_no_losses();
}

/* Its pad is the same then: only where it runs tells that it is called. */
Test(enter, a_sub_that_was_a_comparator_can_be_called_next)
{
	addr cx, pad;
	int i;

	program();
	si_push();
	cx = cx_push(layout.CXt_SUB | layout.CXp_MULTICALL);
	put64(cx + layout.blk_sub_cv, f);
	pad_push();
	pad = curpad();
	for (i = 0; i < 3; i++)
		statement(cv_start(f));
	cx_pop();
	si_pop();
	P.last_pad = pad - 64; /* a sub has a pad for each depth of its calls */
	call(f);
	cr_assert_eq(curpad(), pad);
	takes(40);
	leave();
	statement(cop_new("/a.pl", 2));
	process_ends();
	expect_call("main::RUNTIME", "main::f", 1, 40 + ENTERSUB_NS, 40 + ENTERSUB_NS);
	expect_no_losses();
}

Test(enter, what_was_called_while_nothing_was_recorded_stays_so)
{
	addr disable, enable;

	program();
	disable = xsub_new("DB", "disable_profile");
	enable = xsub_new("DB", "enable_profile");
	xsub_enter(disable);
	xsub_returns();
	call(f);
	statement(cop_new("/a.pl", 11));
	xsub_enter(enable);
	xsub_returns();
	statement(cop_new("/a.pl", 12));
	call(g);
	leave();
	statement(cop_new("/a.pl", 13));
	leave();
	call(f); /* in the very place */
	leave();
	statement(cop_new("/a.pl", 2));
	process_ends();
	cr_expect_eq(calls_of("main::f", "main::g"), 1u);
	cr_expect_eq(calls_of("main::RUNTIME", "main::f"), 1u);
	expect_no_losses();
}

Test(enter, an_xsub_that_dies_by_perl_die_is_not_refused)
{
	addr xs, op = mem(64);
	s32 eval;

	program();
	xs = xsub_new("X", "dies");
	put32(op + layout.op_type_byte, OP_ENTERSUB_NR);
	at_op(op);
	eval_enter();
	eval = cxix();
	xsub_enter(xs);
	put64(P.stack, f); /* its argument */
	HIT(event_croak(&ev));
	die_to(eval);
	statement(cop_new("/a.pl", 2));
	process_ends();
	cr_expect_eq(calls_of("main::RUNTIME", "X::dies"), 1u);
	cr_expect_eq(calls_of(NULL, "main::f"), 0u);
	expect_no_losses();
}

Test(enter, an_interpreter_that_is_met_in_a_sub_has_its_calls_from_there_on)
{
	program();
	process_ends();
	host_pid_tgid = (u64)200 << 32 | 200; /* nothing is known of this one */
	sub_context(f);
	sub_context(g);
	statement(cop_new("/a.pl", 21));
	call(f);
	leave();
	leave();
	leave();
	process_ends();
	cr_expect_eq(calls_of("main::RUNTIME", "main::f"), 0u);
	cr_expect_eq(calls_of("main::g", "main::f"), 1u);
}
