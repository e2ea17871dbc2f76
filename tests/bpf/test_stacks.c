// SPDX-License-Identifier: GPL-2.0-or-later
/* An interpreter with several perl stacks, as Coro has them. */
#include "accounting.h"

EACH_GENERATION(a_call_stays_open_while_another_stack_runs)
{
	addr a, b, first, second;

	fake_perl(generation(row->name));
	a = sub_new("main", "a", "/a.pl", 10);
	b = sub_new("main", "b", "/a.pl", 20);
	program_begins(cop_new("/a.pl", 1));
	first = P.si;
	second = si_new(0);
	call(a);
	takes(100);
	set_si(second);
	call(b);
	takes(1000);
	set_si(first);
	statement(cop_new("/a.pl", 11));
	takes(10);
	leave();
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
