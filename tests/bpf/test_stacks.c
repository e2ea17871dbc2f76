// SPDX-License-Identifier: GPL-2.0-or-later
/* An interpreter with several perl stacks, as Coro has them. */
#include "accounting.h"
#include "calls/shadow.bpf.h"

/* Perl is two stackinfos up, and the lowest is in memory no more. */
static void lowest_is_absent(const char *name)
{
	fake_perl(generation(name));
	host_absent = P.si;
	si_push();
}

EACH_GENERATION(stackinfos_that_cannot_be_read_are_tried_again_at_each_event)
{
	lowest_is_absent(row->name);
	statement(cop_new("/a.pl", 1));
	statement(cop_new("/a.pl", 2));
	host_absent = 0;
	statement(cop_new("/a.pl", 3));
	takes(10);
	statement(cop_new("/a.pl", 4));
	process_ends();
	expect_stmt("/a.pl", 3, 1, 10);
	cr_expect_eq(stmt_sum("/a.pl", 4).cnt, 1);
	cr_expect_eq(losses_of(LOSS_READ), 2);
	cr_expect_eq(lost_sum(), 2);
}

EACH_GENERATION(stackinfos_that_can_never_be_read_are_given_up)
{
	int i;

	lowest_is_absent(row->name);
	for (i = 0; i < 2 * SI_TRIES; i++)
		statement(cop_new("/a.pl", 1));
	cr_expect_eq(losses_of(LOSS_READ), SI_TRIES);
	cr_expect_eq(losses_of(LOSS_LAYOUT), 1);
}

/* The pad alone does not tell what was open there when its stackinfo could not be read. */
EACH_GENERATION(a_call_whose_first_statement_cannot_be_placed_is_noticed_at_its_second)
{
	program_with_subs(row->name);
	if (!settings.enter_by_stmt)
		return;
	enter(f);
	host_absent = P.si;
	statement(cv_start(f));
	host_absent = 0;
	statement(cop_new("/a.pl", 11));
	takes(10);
	call(g);
	takes(3);
	leave();
	leave();
	statement(cop_new("/a.pl", 2));
	process_ends();
	expect_call(NULL, "main::f", 1, 13, 10);
	expect_call("main::f", "main::g", 1, 3, 3);
	cr_expect_eq(lost_sum(), 1);
}

EACH_GENERATION(a_call_stays_open_while_another_stack_runs)
{
	addr a, b, first, second, pad;

	fake_perl(generation(row->name));
	a = sub_new("main", "a", "/a.pl", 10);
	b = sub_new("main", "b", "/a.pl", 20);
	program_begins(cop_new("/a.pl", 1));
	first = P.si;
	second = si_new(0);
	call(a);
	takes(100);
	pad = curpad(); /* each stack has its own, also of the same sub */
	set_si(second);
	call(b);
	takes(1000);
	pad = set_curpad(pad);
	set_si(first);
	statement(cop_new("/a.pl", 11));
	takes(10);
	leave();
	set_curpad(pad);
	set_si(second);
	statement(cop_new("/a.pl", 21));
	takes(5);
	leave();
	statement(cop_new("/a.pl", 30));
	process_ends();
	expect_call(NULL, "main::a", 1, 110, 110);
	expect_call(NULL, "main::b", 1, 1005, 1005);
	expect_stmt("/a.pl", 11, 1, 10);
	expect_no_losses();
}
