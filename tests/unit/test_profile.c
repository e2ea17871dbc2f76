// SPDX-License-Identifier: GPL-2.0-or-later
#include "profile/profile.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

Test(profile, files_are_numbered_from_one_and_have_unique_names)
{
	struct profile *p = profile_new();
	struct profile_file *a = profile_file(p, "/a", 0, 0, 1),
			    *b = profile_file(p, "/b", 1, 7, 2);
	char name[32];
	int i;

	cr_expect_eq(a->fid, 1u);
	cr_expect_eq(b->fid, 2u);
	cr_expect_eq(profile_file(p, "/a", 9, 9, 9), a);
	cr_expect_eq(a->eval_fid, 0u);
	for (i = 0; i < 5000; i++) {
		snprintf(name, sizeof(name), "/file%d", i);
		cr_assert_not_null(profile_file(p, name, 0, 0, 0));
	}
	cr_expect_eq(p->file_cnt, 5002u);
	cr_expect_str_eq(profile_find_fid(p, 5002)->name, "/file4999");
	cr_expect_null(profile_find_fid(p, 0));
	cr_expect_null(profile_find_fid(p, 5003));
	profile_free(p);
}

Test(profile, lines_add_up)
{
	struct profile *p = profile_new();
	struct profile_file *f = profile_file(p, "/a", 0, 0, 0);
	struct profile_totals totals;

	cr_expect_eq(profile_add_line(f, 10, 3, 100), 0);
	cr_expect_eq(profile_add_line(f, 10, 2, -30), 0);
	cr_expect_eq(profile_add_line(f, 65535, 1, 5), 0);
	cr_expect_eq(profile_add_line(f, 65536, 1, 5), -ERANGE);
	cr_expect_eq(profile_add_line(f, 3, 0, -8), 0);
	cr_expect_eq(profile_line(f, 10).cnt, 5u);
	cr_expect_eq(profile_line(f, 10).ns, 70);
	profile_totals(p, &totals);
	cr_expect_eq(totals.stmts, 6u);
	cr_expect_eq(totals.lines, 2u);
	cr_expect_eq(totals.stmt_ns, 67);
	cr_expect_eq(totals.below_ns, 8);
	profile_free(p);
}

/* #line has the program say which line it is on. */
Test(profile, lines_take_the_room_of_those_that_there_are)
{
	struct profile *p = profile_new();
	struct profile_file *f = profile_file(p, "/a", 0, 0, 0);
	uint32_t line, next = 0;

	cr_expect_eq(profile_next_line(f, 0), LINE_NONE);
	cr_expect_eq(profile_line(f, 7).cnt, 0u);
	cr_assert_eq(profile_add_line(f, 60000, 1, 5), 0);
	cr_expect_eq(f->page_cnt, 1u);
	cr_expect_eq(profile_next_line(f, 0), 60000u);
	cr_expect_eq(profile_next_line(f, 60000), 60000u);
	cr_expect_eq(profile_next_line(f, 60001), LINE_NONE);
	cr_expect_eq(profile_line(f, 60001).cnt, 0u);
	cr_expect_eq(profile_line(f, 40000).cnt, 0u);
	cr_assert_eq(profile_add_line(f, 60000 - PAGE_LINES, 0, -5), 0);
	cr_assert_eq(profile_add_line(f, 60000 - 1, 0, 0), 0);
	cr_expect_leq(f->page_cnt, 3u);
	cr_expect_eq(profile_next_line(f, 1), 60000u - PAGE_LINES);
	cr_expect_eq(profile_next_line(f, 60001 - PAGE_LINES), 60000u);
	/* All of them, in another order. */
	for (line = LINE_MAX_NR + 1; line-- > 0;)
		cr_assert_eq(profile_add_line(f, line, line + 1, 1), 0);
	cr_expect_eq(f->page_cnt, (LINE_MAX_NR + 1) / PAGE_LINES);
	for (line = 0; line <= LINE_MAX_NR; line++, next++) {
		next = profile_next_line(f, next);
		cr_assert_eq(next, line);
		cr_assert_eq(profile_line(f, line).cnt, line + 1u + (line == 60000));
	}
	cr_expect_eq(profile_next_line(f, next), LINE_NONE);
	profile_free(p);
}

Test(profile, calls_of_one_place_add_up_and_depth_is_the_greatest)
{
	struct profile *p = profile_new();
	struct profile_sub *f = profile_sub(p, "main::f"), *g = profile_sub(p, "main::g");
	struct call_id id = { .callee = g->id, .caller = f->id, .fid = 1, .line = 4 };
	struct profile_counts one = { 1, 10, 5, 0, 0 }, deep = { 2, 0, 7, 30, 3 };
	struct profile_totals totals;

	cr_expect_eq(profile_sub(p, "main::f"), f);
	cr_expect_eq(profile_add_call(p, &id, &one), 0);
	cr_expect_eq(profile_add_call(p, &id, &deep), 0);
	id.line = 5;
	cr_expect_eq(profile_add_call(p, &id, &one), 0);
	cr_expect_eq(HASH_COUNT(p->calls), 2u);
	cr_expect_eq(p->calls->counts.cnt, 3u);
	cr_expect_eq(p->calls->counts.incl_ns, 10);
	cr_expect_eq(p->calls->counts.excl_ns, 12);
	cr_expect_eq(p->calls->counts.reci_ns, 30);
	cr_expect_eq(p->calls->counts.rec_depth, 3u);
	cr_expect(g->called && !f->called);
	profile_totals(p, &totals);
	cr_expect_eq(totals.sub_calls, 4u);
	cr_expect_eq(totals.subs, 1u);
	profile_free(p);
}

Test(profile, attributes_are_set_once_and_hold_one_line)
{
	struct profile *p = profile_new();

	profile_set_attr(p, "application", "a\nb %d", 1);
	profile_set_attr(p, "application", "c\nd");
	cr_expect_eq(p->attr_cnt, 1u);
	cr_expect_str_eq(profile_attr(p, "application"), "c d");
	cr_expect_null(profile_attr(p, "nothing"));
	profile_free(p);
}

Test(profile, without_calls_it_has_the_subs_that_were_defined)
{
	struct profile *p = profile_new();
	struct profile_file *f = profile_file(p, "/a", 0, 0, 0);
	struct profile_sub *seen = profile_sub(p, "main::seen"), *xs = profile_sub(p, "X::xs");
	const struct profile_counts counts = { .cnt = 1 };
	struct profile_totals totals;

	seen->defined = true;
	seen->fid = xs->fid = f->fid;
	xs->xsub = true;
	cr_expect_eq(profile_add_call(
			     p, &(struct call_id){ .callee = seen->id, .caller = xs->id, .fid = 1 },
			     &counts),
		     0);
	profile_drop_calls(p);
	profile_totals(p, &totals);
	cr_expect_eq(totals.sub_calls + totals.subs, 0u);
	cr_expect_null(p->calls);
	cr_expect(seen->fid == f->fid && !seen->called && !xs->fid && !xs->xsub);
	profile_free(p);
}
