// SPDX-License-Identifier: GPL-2.0-or-later
/* blocks=1: the lines of the block and of the sub around each statement. */
#include "accounting.h"

/* Executions of a line in that block and sub. */
static u64 block_count(u32 line, u32 block_line, u32 sub_line)
{
	return stmts_counted(key->line == line && key->block_line == block_line &&
			     key->sub_line == sub_line);
}

EACH_GENERATION(blocks_and_subs_have_their_first_lines)
{
	addr f, inner;

	fake_perl(generation(row->name));
	settings.want_blocks = 1;
	f = sub_new("main", "f", "/a.pl", 10);
	inner = cop_new("/a.pl", 12);
	program_begins(cop_new("/a.pl", 1));
	call(f);
	block_enter(); /* if (...) { */
	statement(inner);
	statement(inner);
	block_leave();
	statement(cop_new("/a.pl", 14));
	leave();
	block_enter();
	statement(cop_new("/a.pl", 3));
	block_leave();
	process_ends();
	cr_expect_eq(block_count(1, 1, 1), 1u);
	cr_expect_eq(block_count(10, 10, 10), 1u);
	cr_expect_eq(block_count(12, 10, 10), 2u, "the block began in the statement of line 10");
	cr_expect_eq(block_count(14, 10, 10), 1u);
	cr_expect_eq(block_count(3, 1, 3), 1u);
	expect_no_losses();
}

EACH_GENERATION(a_sub_in_another_file_is_not_around_it)
{
	addr f;

	fake_perl(generation(row->name));
	settings.want_blocks = 1;
	f = sub_new("main", "f", "/a.pl", 10);
	program_begins(cop_new("/a.pl", 1));
	call(f);
	eval_enter();
	statement(cop_new("(eval 1)", 2));
	process_ends();
	cr_expect_eq(block_count(2, 2, 2), 1u);
}
