// SPDX-License-Identifier: GPL-2.0-or-later
/* A program that perl is part of: what it does between its calls is no statement's time. */
#include "accounting.h"
#include "process/fork.bpf.h"

#define PHASE_START 1
#define PHASE_RUN   4
#define PHASE_END   5

/* The program has had perl compile something, and run it or not. */
static void host(const struct row *row)
{
	fake_perl(generation(row->name));
	cop_fill(P.base + layout.Icompiling, "/main.pl", 0);
	set_phase(PHASE_RUN);
	make_subs();
}

static void host_runs_main(void)
{
	program_begins(cop_new("/main.pl", 1));
	takes(100);
	block_leave();
}

/* perl_call_sv, with G_EVAL */
static void host_calls(addr cv, u64 ns)
{
	eval_enter();
	call(cv);
	takes(ns);
	leave();
	cx_pop();
}

EACH_GENERATION(time_between_two_calls_is_nobodys)
{
	int i;

	host(row);
	host_runs_main();
	for (i = 0; i < 3; i++) {
		takes(1000000);
		call(f);
		takes(40);
		call(g);
		takes(3);
		leave();
		takes(2);
		leave();
	}
	takes(1000000);
	process_ends();
	expect_stmt("/main.pl", 1, 1, 100);
	expect_stmt("/main.pl", 0, 0, 0);
	expect_stmt("/a.pl", 10, 3, 126);
	expect_stmt("/a.pl", 20, 3, 9);
	cr_expect_eq(call_sum(NULL, "main::f", 0).incl_ns, 135);
	expect_no_losses();
}

EACH_GENERATION(an_eval_around_the_call_changes_nothing)
{
	host(row);
	host_runs_main();
	takes(1000000);
	host_calls(f, 40);
	takes(1000000);
	host_calls(f, 40);
	takes(1000000);
	process_ends();
	expect_stmt("/main.pl", 1, 1, 100);
	expect_stmt("/a.pl", 10, 2, 80);
	expect_no_losses();
}

EACH_GENERATION(a_sub_that_dies_ends_as_well)
{
	host(row);
	host_runs_main();
	takes(1000000);
	eval_enter();
	call(f);
	takes(40);
	call(g);
	takes(7);
	die_to(0);
	takes(1000000);
	host_calls(f, 40);
	takes(1000000);
	process_ends();
	expect_stmt("/main.pl", 1, 1, 100);
	expect_stmt("/a.pl", 10, 2, 80);
	expect_stmt("/a.pl", 20, 1, 7);
	expect_no_losses();
}

EACH_GENERATION(a_program_that_never_runs_main_is_no_other)
{
	host(row);
	set_phase(PHASE_START);
	takes(1000000);
	host_calls(f, 40);
	takes(1000000);
	host_calls(g, 40);
	takes(1000000);
	process_ends();
	expect_stmt("/a.pl", 10, 1, 40);
	expect_stmt("/a.pl", 20, 1, 40);
	expect_no_losses();
}

EACH_GENERATION(a_string_of_the_programs_is_evaluated)
{
	int i;

	host(row);
	host_runs_main();
	for (i = 0; i < 2; i++) {
		takes(1000000);
		HIT(event_entereval(&ev));
		cx_push(layout.CXt_EVAL);
		statement(cop_new("/e.pl", 5));
		takes(30);
		HIT(event_block(&ev));
		cx_pop();
	}
	takes(1000000);
	process_ends();
	expect_stmt("/main.pl", 1, 1, 100);
	expect_stmt("/e.pl", 5, 2, 60);
}

EACH_GENERATION(what_the_program_frees_is_destroyed_in_no_statement)
{
	host(row);
	host_runs_main();
	takes(1000000);
	call(f);
	takes(40);
	leave();
	takes(500);
	si_push();
	host_calls(g, 6);
	si_pop();
	takes(1000000);
	call(f);
	takes(40);
	leave();
	process_ends();
	expect_stmt("/main.pl", 1, 1, 100);
	expect_stmt("/main.pl", 0, 0, 0);
	expect_stmt("/a.pl", 10, 2, 80);
	expect_stmt("/a.pl", 20, 1, 6);
	expect_no_losses();
}

EACH_GENERATION(a_destructor_while_the_outermost_call_is_left)
{
	host(row);
	host_runs_main();
	call(f);
	takes(40);
	HIT(event_leave(&ev, 0));
	si_push();
	call(g);
	takes(6);
	leave();
	si_pop();
	sub_context_pop();
	takes(1000000);
	call(f);
	process_ends();
	expect_stmt("/main.pl", 1, 1, 100);
	expect_stmt("/a.pl", 10, 2, 40 + TRAP_NS / 2);
	expect_stmt("/a.pl", 20, 1, 6);
	expect_no_losses();
}

EACH_GENERATION(a_c_function_that_the_program_calls_may_call_back)
{
	addr xsub;

	host(row);
	xsub = xsub_new("Host", "each");
	host_runs_main();
	takes(1000000);
	xsub_enter(xsub);
	takes(300);
	call(f);
	takes(40);
	leave();
	takes(300);
	call(f);
	takes(40);
	leave();
	xsub_returns();
	takes(1000000);
	process_ends();
	expect_stmt("/main.pl", 1, 1, 100);
	expect_stmt("/main.pl", 0, 0, 0);
	expect_stmt("/a.pl", 10, 2, 80);
	cr_expect_eq(call_sum(NULL, "Host::each", 0).incl_ns, 680);
	expect_no_losses();
}

/* PL/Perl, a function that queries what another one computes; a tie, a sort. */
EACH_GENERATION(a_call_from_c_within_a_statement_is_no_end_of_it)
{
	addr xsub;

	host(row);
	xsub = xsub_new("main", "query");
	host_runs_main();
	takes(1000000);
	eval_enter();
	call(f);
	takes(10);
	xsub_enter(xsub);
	takes(5);
	host_calls(g, 7);
	takes(5);
	xsub_returns();
	takes(10);
	si_push();
	host_calls(g, 7);
	si_pop();
	takes(10);
	leave();
	cx_pop();
	takes(1000000);
	process_ends();
	expect_stmt("/a.pl", 10, 1, 40);
	expect_stmt("/a.pl", 20, 2, 14);
	expect_no_losses();
}

EACH_GENERATION(a_program_that_is_met_in_a_call)
{
	host(row);
	eval_enter();
	sub_context(f);
	statement(cop_new("/a.pl", 11));
	takes(40);
	leave();
	cx_pop();
	takes(1000000);
	host_calls(g, 9);
	takes(1000000);
	process_ends();
	expect_stmt("/a.pl", 11, 1, 40);
	expect_stmt("/a.pl", 20, 1, 9);
	expect_stmt("/main.pl", 0, 0, 0);
	expect_no_losses();
}

EACH_GENERATION(a_script_ends_with_its_last_statement)
{
	fake_perl(generation(row->name));
	f = sub_new("main", "BEGIN", "/a.pl", 10);
	g = sub_new("main", "END", "/a.pl", 20);
	cop_fill(P.base + layout.Icompiling, "/main.pl", 3);
	set_phase(PHASE_START);
	host_calls(f, 40);
	takes(500); /* the rest of the source is compiled */
	cop_fill(P.base + layout.Icompiling, "/main.pl", 0);
	set_phase(PHASE_RUN);
	host_runs_main();
	takes(200); /* what it has is freed */
	set_phase(PHASE_END);
	host_calls(g, 6);
	takes(70);
	process_ends();
	expect_stmt("/main.pl", 1, 1, 370 + TRAP_NS / 2);
	expect_stmt("/a.pl", 20, 1, 6);
	cr_expect_eq(stmt_sum("/a.pl", 10).ns + stmt_sum("/main.pl", 3).ns, 540);
	expect_no_losses();
}

/* Nothing goes on by itself: not in the process that is forked either. */
EACH_GENERATION(a_process_that_the_program_forks)
{
	host(row);
	host_calls(f, 40);
	takes(1000);
	process_forked(100, 100, &(struct child){ 101, 101, 0 });
	host_pid_tgid = (u64)101 << 32 | 101;
	takes(1000000);
	host_calls(f, 40);
	takes(1000000);
	process_ends();
	expect_stmt("/a.pl", 10, 2, 80);
	expect_stmt("/main.pl", 0, 0, 0);
}
