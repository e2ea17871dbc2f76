// SPDX-License-Identifier: GPL-2.0-or-later
/* Time in which a program is ready to run and has no processor: it is not the program's. */
#include "accounting.h"
#include "process/end.bpf.h"
#include "process/fork.bpf.h"

#define LONG 4000000 /* ns, as others have the processor */

static const struct child forked = { 200, 200, 0 };

static void be(u32 pid, u64 has_waited)
{
	host_pid_tgid = (u64)pid << 32 | pid;
	host_waited_ns = has_waited;
}

#define expect_waited(tgid, ns) cr_expect_eq(info_of(tgid)->waited_ns, (u64)(ns))

EACH_GENERATION(it_is_in_no_statement_and_in_no_call)
{
	program_with_subs(row->name);
	takes(10);
	lets_others_run(LONG);
	takes(5);
	call(f);
	takes(20);
	lets_others_run(LONG);
	call(g);
	lets_others_run(LONG);
	takes(30);
	leave();
	takes(2);
	leave();
	statement(cop_new("/a.pl", 3));
	process_ends();
	expect_stmt("/a.pl", 1, 1, 15);
	expect_stmt("/a.pl", 10, 1, 22);
	expect_stmt("/a.pl", 20, 1, 30);
	expect_call(NULL, "main::f", 1, 52, 22);
	expect_call("main::f", "main::g", 1, 30, 30);
	expect_waited(100, 3 * LONG);
	cr_expect_leq(info_of(100)->overhead_ns, 20 * (TRAP_NS + HANDLER_NS));
	expect_no_losses();
}

/* The kernel measures waiting with a clock of its own, which need not be quite as fast. */
EACH_GENERATION(clocks_that_differ_leave_out_all_of_it)
{
	int i;

	program_with_subs(row->name);
	for (i = 0; i < 100; i++) {
		takes(5);
		lets_others_run(LONG);
		host_waited_ns += LONG / 2000;
		statement(cop_new("/a.pl", 2));
	}
	process_ends();
	cr_expect_leq(stmt_sum("/a.pl", 2).ns, 99 * 5 + TRAP_NS / 2);
	cr_expect_geq(stmt_sum("/a.pl", 2).ns, -99 * TRAP_NS);
}

/* A program that sleeps is not ready: that time is its own, as in NYTProf.  That it was not woken at once is not. */
EACH_GENERATION(sleeping_is_the_programs_time_and_waiting_behind_it_is_not)
{
	program_with_subs(row->name);
	takes(1000000);
	lets_others_run(LONG);
	statement(cop_new("/a.pl", 2));
	process_ends();
	expect_stmt("/a.pl", 1, 1, 1000000);
	expect_waited(100, LONG);
}

EACH_GENERATION(of_a_process_that_ends_and_of_one_that_executes_a_program)
{
	program_with_subs(row->name);
	takes(10);
	lets_others_run(LONG);
	process_ends();
	expect_stmt("/a.pl", 1, 1, 10 + TRAP_NS / 2);
	program_with_subs(row->name);
	takes(10);
	lets_others_run(LONG);
	process_execed(100, 100);
	expect_stmt("/a.pl", 1, 1, 10 + TRAP_NS / 2);
}

/* What a task waited before its first event, or the agent ever, is nothing of the program's. */
EACH_GENERATION(others_have_waited_for_themselves)
{
	program_with_subs(row->name);
	takes(10);
	host_waited_ns = 3 * LONG; /* the agent's */
	shadow_end(P.base, 100, END_STOP, 0, END_FRAMES);
	expect_stmt("/a.pl", 1, 1, 10 + TRAP_NS / 2);
	expect_waited(100, 0);
}

static void interrupted_at_once(void)
{
	lets_others_run(LONG);
}

/* Between a handler's looks at the clock and at the waiting. */
EACH_GENERATION(a_handler_that_is_interrupted_leaves_it_out_once)
{
	program_with_subs(row->name);
	takes(10);
	host_meanwhile = interrupted_at_once;
	statement(cop_new("/a.pl", 2));
	takes(20);
	statement(cop_new("/a.pl", 3));
	process_ends();
	cr_expect_leq(stmt_sum("/a.pl", 1).ns, 10);
	cr_expect_geq(stmt_sum("/a.pl", 1).ns, -TRAP_NS);
	expect_stmt("/a.pl", 2, 1, 20);
	expect_waited(100, LONG);
}

EACH_GENERATION(a_child_waits_from_its_start_for_itself)
{
	program_with_subs(row->name);
	takes(10);
	lets_others_run(LONG);
	process_forked(100, 100, &forked);
	be(200, 0);
	lets_others_run(2 * LONG);
	takes(5);
	statement(cop_new("/a.pl", 2));
	takes(7);
	process_ends();
	be(100, 70000 + LONG);
	host_clock -= 2 * LONG;
	statement(cop_new("/a.pl", 3));
	process_ends();
	expect_stmt("/a.pl", 2, 1, 7 + TRAP_NS / 2);
	expect_waited(100, LONG);
	expect_waited(200, 2 * LONG);
}

/* Two interpreters on one thread: it waits for that which runs. */
EACH_GENERATION(of_several_interpreters_it_is_that_ones_which_runs)
{
	__typeof__(P) first, second;

	fake_perl(generation(row->name));
	if (!layout.multiplicity)
		return;
	first = P;
	perl_alloc();
	second = P;
	P = first;
	program_begins(cop_new("/a.pl", 1));
	takes(10);
	lets_others_run(LONG);
	P = second;
	program_begins(cop_new("/b.pl", 1));
	takes(20);
	lets_others_run(2 * LONG);
	P = first;
	statement(cop_new("/a.pl", 2));
	process_ends();
	expect_stmt("/a.pl", 1, 1, 10);
	expect_stmt("/b.pl", 1, 1, 20);
}
