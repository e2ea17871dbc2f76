// SPDX-License-Identifier: GPL-2.0-or-later
/* The slots of statements: when they are trusted, exchanged, and not to be had. */
#include "accounting.h"

EACH_GENERATION(a_begin_block_may_be_gone_before_what_is_compiled_around_it)
{
	addr cop, begin;

	fake_perl(generation(row->name));
	begin = sub_new("main", "BEGIN", "/a.pl", 5);
	cop = cv_start(begin);
	program_begins(cop_new("/a.pl", 1));
	compiles();
	call(begin);
	takes(10);
	leave();
	/* Its memory is that of the program's next statement, which belongs to the same compilation. */
	P.cop_seq++;
	cop_fill(cop, "/a.pl", 6);
	compiled();
	statement(cop);
	takes(20);
	statement(cop_new("/a.pl", 7));
	process_ends();
	expect_stmt("/a.pl", 5, 1, 10);
	expect_stmt("/a.pl", 6, 1, 20);
	expect_no_losses();
}

/* The slots are exchanged at any time, and the statement that runs is in one of the old ones. */
EACH_GENERATION(nothing_is_lost_when_the_slots_are_exchanged)
{
	addr cop, next;
	int i;

	fake_perl(generation(row->name));
	cop = cop_new("/a.pl", 2);
	next = cop_new("/a.pl", 3);
	program_begins(cop_new("/a.pl", 1));
	for (i = 0; i < 4; i++) {
		statement(cop);
		takes(10);
		slots_collect();
		statement(next);
		takes(5);
	}
	statement(cop_new("/a.pl", 4));
	process_ends();
	expect_stmt("/a.pl", 2, 4, 40);
	expect_stmt("/a.pl", 3, 4, 20);
	expect_no_losses();
}

/* A new map has few elements at hand, and more after a while. */
EACH_GENERATION(what_fails_for_a_moment_is_tried_again)
{
	addr f;

	fake_perl(generation(row->name));
	settings.want_blocks = 1; /* so there are no slots */
	f = sub_new("main", "f", "/a.pl", 10);
	program_begins(cop_new("/a.pl", 1));
	statement(cop_new("/a.pl", 2));
	call(f);
	takes(10);
	host_no_memory = ADD_TRIES - 1; /* line 10, which ends here */
	leave();
	host_no_memory = ADD_TRIES - 1; /* the call */
	statement(cop_new("/a.pl", 3));
	host_no_memory = 100 * ADD_TRIES; /* line 3: that is given up */
	statement(cop_new("/a.pl", 4));
	host_no_memory = 0;
	process_ends();
	expect_stmt("/a.pl", 10, 1, 10);
	expect_call(NULL, "main::f", 1, 10, 10);
	cr_expect_neq(lost_sum(), 0u);
	cr_expect_eq(stmt_sum("/a.pl", 3).cnt, 0u);
}

/* A control group at its limit: each new key would cost the program all tries, for as long as that lasts. */
EACH_GENERATION(memory_that_is_refused_is_not_asked_for_again_and_again)
{
	const u32 many = 1000 * ADD_TRIES;
	addr f;
	int i;

	fake_perl(generation(row->name));
	settings.want_blocks = 1; /* so there are no slots */
	f = sub_new("main", "f", "/a.pl", 10);
	program_begins(cop_new("/b.pl", 1));
	call(f);
	leave();
	statement(cop_new("/a.pl", 2));
	host_no_memory = many;
	for (i = 2; i < 102; i++) {
		statement(cop_new("/b.pl", i));
		call(f);
		leave();
	}
	cr_expect_leq(many - host_no_memory, 2 * ADD_TRIES + 1000);
	cr_expect_gt(losses_of(LOSS_STMTS), 100);
	cr_expect_eq(losses_of(LOSS_CALLS), 99); /* the last one is to end yet */
	host_no_memory = 0;
	statement(cop_new("/a.pl", 3));
	host_no_memory = ADD_TRIES - 1; /* there was some again: only for a moment not */
	statement(cop_new("/a.pl", 4));
	host_no_memory = 0;
	process_ends();
	cr_expect_eq(stmt_sum("/a.pl", 3).cnt, 1);
}

/* The slots are nearly all another interpreter's. */
EACH_GENERATION(statements_without_a_slot_are_counted)
{
	addr cops[64];
	size_t i, turn;

	fake_perl(generation(row->name));
	program_begins(cop_new("/a.pl", 1));
	/* All slots but a few are somebody else's. */
	for (i = 0; i < STMT_SLOTS; i++) {
		struct stmt_slot theirs = { .interp = 1 };
		u32 at = (u32)i;

		if (i % 64)
			bpf_map_update_elem(&slots_first, &at, &theirs, BPF_ANY);
	}
	for (i = 0; i < 64; i++)
		cops[i] = cop_new("/a.pl", 10 + (u32)i);
	for (turn = 0; turn < 3; turn++) {
		for (i = 0; i < 64; i++) {
			statement(cops[i]);
			takes(i);
		}
	}
	statement(cop_new("/a.pl", 9));
	process_ends();
	for (i = 0; i < 64; i++)
		expect_stmt("/a.pl", 10 + (u32)i, 3, 3 * i);
	expect_no_losses();
}
