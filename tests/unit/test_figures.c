// SPDX-License-Identifier: GPL-2.0-or-later
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "figures/call_index.h"
#include "figures/heat.h"
#include "figures/idle.h"
#include "figures/sums.h"
#include "profile/profile.h"

static void call(struct profile *p, const char *callee, const char *caller, uint32_t line,
		 uint64_t cnt, int64_t incl_ns)
{
	struct call_id id = { profile_sub(p, callee)->id, profile_sub(p, caller)->id, 1, line };
	struct profile_counts counts = { .cnt = cnt, .incl_ns = incl_ns, .excl_ns = incl_ns };

	cr_assert_not(profile_add_call(p, &id, &counts));
}

static struct profile *make(void)
{
	struct profile *p = profile_new();

	profile_file(p, "/a.pl", 0, 0, 0);
	call(p, "main::f", "main::RUNTIME", 3, 1, 50);
	call(p, "main::g", "main::RUNTIME", 3, 2, 70);
	call(p, "main::g", "main::f", 9, 4, 20);
	call(p, "main::h", "main::f", 9, 4, 20);
	return p;
}

Test(figures, calls_are_found_by_line_callee_and_caller)
{
	struct profile *p = make();
	struct call_index x;
	struct call_list list;

	cr_assert_not(call_index_make(&x, p));
	list = calls_from_line(&x, 1, 3);
	cr_assert_eq(list.cnt, 2u);
	cr_expect_eq(list.calls[0]->counts.incl_ns, 70, "the longest first");
	cr_expect_eq(calls_from_line(&x, 1, 4).cnt, 0u);
	cr_expect_eq(calls_from_line(&x, 2, 3).cnt, 0u);
	list = calls_of_sub(&x, profile_sub(p, "main::g")->id);
	cr_assert_eq(list.cnt, 2u);
	cr_expect_eq(list.calls[1]->id.line, 9u);
	list = calls_by_sub(&x, profile_sub(p, "main::f")->id);
	cr_assert_eq(list.cnt, 2u);
	cr_expect_str_eq(p->subs[list.calls[0]->id.callee]->name, "main::g", "then by name");
	cr_expect_eq(calls_by_sub(&x, profile_sub(p, "main::h")->id).cnt, 0u);
	call_index_release(&x);
	profile_free(p);
}

Test(figures, of_a_profile_without_calls_there_is_an_index)
{
	struct profile *p = profile_new();
	struct call_index x;

	cr_assert_not(call_index_make(&x, p));
	cr_expect_eq(calls_of_sub(&x, 0).cnt, 0u);
	call_index_release(&x);
	profile_free(p);
}

Test(figures, calls_of_a_sub_add_up)
{
	struct profile *p = make();
	struct profile_counts *sums = sub_sums(p);

	cr_expect_eq(sums[profile_sub(p, "main::g")->id].cnt, 6u);
	cr_expect_eq(sums[profile_sub(p, "main::g")->id].incl_ns, 90);
	cr_expect_eq(sums[profile_sub(p, "main::RUNTIME")->id].cnt, 0u);
	free(sums);
	profile_free(p);
}

Test(figures, an_eval_counts_for_its_file)
{
	struct profile *p = profile_new();
	struct profile_file *file = profile_file(p, "/a.pl", 0, 0, 0);
	struct profile_file *eval = profile_file(p, "(eval 1)[/a.pl:7]", 1, 7, 0);
	struct profile_file *inner = profile_file(p, "(eval 2)[(eval 1)[/a.pl:7]:1]", 2, 1, 0);
	struct file_sum *sums;
	uint32_t line = 0;

	profile_add_line(file, 7, 1, 10);
	profile_add_line(eval, 1, 2, 20);
	profile_add_line(inner, 1, 3, 30);
	cr_expect_eq(place_in_file(p, inner, &line), file);
	cr_expect_eq(line, 7u);
	sums = file_sums(p, true);
	cr_expect_eq(sums[0].stmts, 6u);
	cr_expect_eq(sums[0].ns, 60);
	cr_expect_eq(sums[0].lines, 3u);
	cr_expect_eq(sums[2].stmts, 0u);
	free(sums);
	sums = file_sums(p, false);
	cr_expect_eq(sums[2].ns, 30);
	free(sums);
	profile_free(p);
}

Test(figures, a_circle_of_evals_ends)
{
	struct profile *p = profile_new();
	uint32_t line = 0;

	profile_file(p, "(eval 1)[b:1]", 2, 1, 0);
	profile_file(p, "(eval 2)[a:1]", 1, 1, 0);
	cr_expect_not_null(place_in_file(p, p->files[0], &line));
	profile_free(p);
}

Test(figures, heat_is_counted_in_deviations_of_logarithms_from_the_median)
{
	int64_t values[] = { 0, 1000, 100, 10, 0, 100000, 10000, -5 };
	struct heat_scale scale = heat_scale(values, 8);

	/* The median is 1000, and half of the values are within a factor of 10. */
	cr_expect_float_eq(scale.above[0], 1e5, 1e-6);
	cr_expect_float_eq(scale.above[1], 1e6, 1e-6);
	cr_expect_float_eq(scale.above[2], 1e3 * pow(10, 3.5), 1e-3);
	cr_expect_eq(heat_of(&scale, 0), HEAT_NONE);
	cr_expect_eq(heat_of(&scale, 1), HEAT_COLD);
	cr_expect_eq(heat_of(&scale, 99999), HEAT_COLD);
	cr_expect_eq(heat_of(&scale, 100001), HEAT_WARM);
	cr_expect_eq(heat_of(&scale, 1000001), HEAT_HOT);
	cr_expect_eq(heat_of(&scale, INT64_MAX), HEAT_HOTTEST);
	scale = heat_scale(values, 0);
	cr_expect_eq(heat_of(&scale, 5), HEAT_NONE);
}

Test(figures, among_values_that_are_alike_none_is_hot)
{
	int64_t values[] = { 1000, 1001, 1002, 1003, 1004 };
	struct heat_scale scale = heat_scale(values, 5);

	cr_expect_eq(heat_of(&scale, 1200), HEAT_COLD);
	cr_expect_eq(heat_of(&scale, 1300), HEAT_WARM);
	values[0] = 7;
	scale = heat_scale(values, 1);
	cr_expect_eq(heat_of(&scale, 7), HEAT_COLD, "one value has no like");
}

Test(figures, a_wait_for_something_is_not_idle)
{
	static const char *const idle[][2] = {
		{ "clock_nanosleep", "" },
		{ "select", "" },
		{ "poll", "clients of port 80" },
		{ "read", "clients of port 80" },
		{ "epoll_wait", "" },
		{ "wait4", "a child" },
		{ "rt_sigsuspend", "" },
	};
	static const char *const busy[][2] = {
		{ "read", "pipe" },
		{ "poll", "TCP 10.0.0.7:5432" },
		{ "wait4", "child 7" },
		{ "flock", "/var/lock/x" },
		{ "read", "" },
		{ "run queue", "" },
		{ "futex", "the lock at 0x7f" },
		{ "page fault (disk)", "" },
	};
	size_t i;

	for (i = 0; i < sizeof(idle) / sizeof(idle[0]); i++)
		cr_expect(wait_is_idle(idle[i][0], idle[i][1]), "%s: %s", idle[i][0], idle[i][1]);
	for (i = 0; i < sizeof(busy) / sizeof(busy[0]); i++)
		cr_expect_not(wait_is_idle(busy[i][0], busy[i][1]), "%s: %s", busy[i][0],
			      busy[i][1]);
}
