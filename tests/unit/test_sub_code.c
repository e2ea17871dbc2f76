// SPDX-License-Identifier: GPL-2.0-or-later
#include <criterion/criterion.h>

#include "profile/profile.h"
#include "tracee/sub_code.h"

static struct profile *p;
static struct profile_sub *f;
static struct sub_place at_10, at_20, elsewhere;

static void begin(void)
{
	uint32_t a, b;

	p = profile_new();
	a = profile_file(p, "a.pm", 0, 0, 0)->fid;
	b = profile_file(p, "b.pm", 0, 0, 0)->fid;
	f = profile_sub(p, "A::f");
	at_10 = (struct sub_place){ a, 10, 12 };
	at_20 = (struct sub_place){ a, 20, 22 };
	elsewhere = (struct sub_place){ b, 1, 3 };
}

static void end(void)
{
	profile_free(p);
}

TestSuite(sub_code, .init = begin, .fini = end);

static void define(const struct sub_place *at)
{
	f->defined = true;
	f->fid = at->fid;
	f->first = at->first;
	f->last = at->last;
}

/* All of these were compiled, and then the places are looked for. */
static void place(size_t cnt, const struct sub_place *const compiled[])
{
	struct sub_codes *codes = NULL;
	size_t i;

	for (i = 0; i < cnt; i++)
		cr_assert_eq(sub_codes_add(&codes, compiled[i]), 0);
	sub_codes_place(codes, p);
	sub_codes_free(codes);
}

static void expect_place(const struct sub_place *at)
{
	cr_expect_eq(f->fid, at->fid);
	cr_expect_eq(f->first, at->first);
	cr_expect_eq(f->last, at->last);
}

Test(sub_code, a_name_that_was_given_later_is_where_its_code_is)
{
	sub_code_called(p, f, &at_10, true);
	sub_code_called(p, f, &elsewhere, false);
	define(&at_10);
	place(2, (const struct sub_place *[]){ &at_10, &elsewhere });
	expect_place(&elsewhere);
}

/* Sub::Defer names a stub, which is replaced by what it compiles when it is called. */
Test(sub_code, what_a_string_eval_defines_stays_where_it_is)
{
	struct sub_place eval = { profile_file(p, "(eval 1)[a.pm:7]", at_10.fid, 7, 0)->fid, 1, 2 };

	sub_code_called(p, f, &at_10, false);
	define(&eval);
	place(2, (const struct sub_place *[]){ &at_10, &eval });
	expect_place(&eval);
}

/* Such as lines of statements, of a sub that was there before the recording. */
Test(sub_code, code_that_nobody_saw_compiled_does_not_displace_a_definition)
{
	sub_code_called(p, f, &at_20, false);
	define(&at_10);
	place(1, (const struct sub_place *[]){ &at_10 });
	expect_place(&at_10);
}

Test(sub_code, of_several_it_is_always_the_same_one)
{
	const struct sub_place *const all[] = { &elsewhere, &at_20, &at_10 };
	size_t i;

	for (i = 0; i < 3; i++) {
		f->given.fid = 0;
		sub_code_called(p, f, all[i], false);
		sub_code_called(p, f, all[(i + 1) % 3], false);
		sub_code_called(p, f, all[(i + 2) % 3], false);
		place(3, all);
		expect_place(&at_10);
	}
}

Test(sub_code, lines_of_two_files_are_not_mixed)
{
	sub_code_called(p, f, &elsewhere, true);
	sub_code_called(p, f, &at_20, true);
	expect_place(&at_20);
	sub_code_called(p, f, &elsewhere, true);
	place(0, NULL);
	expect_place(&at_20);
}

/* The same sub, of whose lines less was known at first. */
Test(sub_code, what_overlaps_is_one_sub)
{
	sub_code_called(p, f, &(struct sub_place){ at_10.fid, 11, 11 }, true);
	sub_code_called(p, f, &at_10, true);
	place(0, NULL);
	expect_place(&at_10);
}
