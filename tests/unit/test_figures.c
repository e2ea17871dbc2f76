// SPDX-License-Identifier: GPL-2.0-or-later
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "figures/call_index.h"
#include "figures/heat.h"
#include "figures/idle.h"
#include "figures/probe_errors.h"
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

/* ------------------------------------------------------- errors of the probes' prices */

/* A price of 20 ns has an error of 1 ns, so errors are numbers of probes. */
static struct profile *priced(void)
{
	struct profile *p = profile_new();

	profile_set_attr(p, "agent_probe_ns", "20");
	profile_file(p, "/a.pl", 0, 0, 0);
	return p;
}

static struct profile_sub *define(struct profile *p, const char *name, uint32_t fid, uint32_t first,
				  uint32_t last)
{
	struct profile_sub *sub = profile_sub(p, name);

	sub->fid = fid;
	sub->first = first;
	sub->last = last;
	return sub;
}

static struct sub_error error_of(const struct profile *p, const struct profile_sub *sub)
{
	struct probe_errors e;
	struct sub_error error;

	cr_assert_not(probe_errors_make(&e, p));
	error = e.subs[sub->id];
	probe_errors_release(&e);
	return error;
}

Test(figures, a_line_has_the_probes_of_its_executions_returns_and_xsubs)
{
	struct profile *p = priced();
	struct probe_errors e;

	call(p, "main::f", "main::RUNTIME", 3, 2000, 1);
	profile_sub(p, "X::s")->xsub = true;
	call(p, "X::s", "main::RUNTIME", 3, 300, 1);
	call(p, "X::s", "main::f", 3, 40, 1);
	call(p, "X::s", "main::f", 4, 5000, 1);
	cr_assert_not(probe_errors_make(&e, p));
	cr_expect_eq(line_error(&e, 1, 3, 10000), 10000 + 2000 + 2 * 340);
	cr_expect_eq(line_error(&e, 1, 4, 0), 2 * 5000);
	cr_expect_eq(line_error(&e, 1, 5, 1000), 1000);
	cr_expect_eq(line_error(&e, 1, 5, 999), 0, "some microseconds");
	cr_expect_eq(line_error(&e, 2, 3, 1000), 1000);
	cr_expect_str_eq(error_mark(999, 1000), "~");
	cr_expect_str_eq(error_mark(1000, 1000), "");
	cr_expect_str_eq(error_mark(0, 0), "");
	probe_errors_release(&e);
	profile_free(p);
}

Test(figures, where_the_price_is_not_known_no_error_is)
{
	struct profile *p = make();
	struct probe_errors e;

	call(p, "main::f", "main::RUNTIME", 3, 2000, 1);
	cr_assert_not(probe_errors_make(&e, p));
	cr_expect_eq(line_error(&e, 1, 3, 1000000), 0);
	cr_expect_eq(e.subs[profile_sub(p, "main::f")->id].excl_ns, 0);
	probe_errors_release(&e);
	profile_free(p);
}

Test(figures, a_sub_has_the_probes_of_its_statements)
{
	struct profile *p = priced();
	struct profile_file *file = p->files[0];
	struct profile_file *eval = profile_file(p, "(eval 1)[/a.pl:12]", 1, 12, 0);
	struct profile_file *inner = profile_file(p, "(eval 2)[(eval 1)[/a.pl:12]:1]", 2, 1, 0);
	struct profile_sub *outer = define(p, "main::outer", 1, 10, 20);
	struct profile_sub *within = define(p, "main::__ANON__[/a.pl:14]", 1, 13, 14);
	struct profile_sub *of_eval = define(p, "main::of_eval", 2, 3, 3);

	call(p, "main::outer", "main::RUNTIME", 30, 100, 1);
	call(p, "main::__ANON__[/a.pl:14]", "main::RUNTIME", 30, 2000, 1);
	call(p, "main::of_eval", "main::RUNTIME", 30, 3000, 1);
	profile_add_line(file, 9, 7, 0);
	profile_add_line(file, 10, 1000, 0);
	profile_add_line(file, 14, 50000, 0);
	profile_add_line(file, 20, 200, 0);
	profile_add_line(file, 21, 7, 0);
	profile_add_line(eval, 1, 30, 0);
	profile_add_line(eval, 3, 6000, 0);
	profile_add_line(inner, 1, 4, 0);
	cr_expect_eq(error_of(p, outer).excl_ns, 1000 + 200 + 30 + 4 + 100);
	cr_expect_eq(error_of(p, within).excl_ns, 50000 + 2000);
	cr_expect_eq(error_of(p, of_eval).excl_ns, 6000 + 3000);
	profile_free(p);
}

/* Nobody knows which of them a statement is of. */
Test(figures, subs_of_one_line_have_the_probes_of_their_calls)
{
	struct profile *p = priced();
	struct profile_sub *f = define(p, "main::f", 1, 3, 3), *g = define(p, "main::g", 1, 3, 3);

	call(p, "main::f", "main::RUNTIME", 30, 2000, 1);
	call(p, "main::g", "main::RUNTIME", 30, 4000, 1);
	profile_add_line(p->files[0], 3, 900000, 0);
	cr_expect_eq(error_of(p, f).excl_ns, 4000);
	cr_expect_eq(error_of(p, g).excl_ns, 8000);
	profile_free(p);
}

Test(figures, a_sub_has_the_probes_of_the_calls_that_it_makes)
{
	struct profile *p = priced();
	struct profile_sub *f = define(p, "main::f", 1, 3, 5);

	call(p, "main::f", "main::RUNTIME", 30, 1000, 1);
	profile_sub(p, "X::s")->xsub = true;
	call(p, "X::s", "main::f", 4, 7000, 1);
	call(p, "main::g", "main::f", 4, 500, 1);
	cr_expect_eq(error_of(p, f).excl_ns, 2 * 1000 + 7000 + 500);
	cr_expect_eq(error_of(p, profile_sub(p, "X::s")).excl_ns, 2 * 7000);
	profile_free(p);
}

Test(figures, inclusive_probes_are_those_of_all_that_it_calls)
{
	struct profile *p = priced();
	struct profile_sub *f = profile_sub(p, "main::f"), *g = define(p, "main::g", 1, 3, 5);
	const struct profile_sub *h = profile_sub(p, "main::h");

	profile_add_line(p->files[0], 4, 80000, 0);
	call(p, "main::f", "main::RUNTIME", 30, 1000, 1);
	call(p, "main::h", "main::RUNTIME", 30, 1, 1);
	call(p, "main::g", "main::f", 40, 3000, 1);
	call(p, "main::g", "main::h", 41, 1000, 1);
	call(p, "X::s", "main::g", 4, 8000, 1);
	/* g: its statements, behind s, and s. f and h share them three to one. */
	cr_expect_eq(error_of(p, g).incl_ns, 80000 + 8000 + 8000 + 4000);
	cr_expect_eq(error_of(p, f).incl_ns, 1000 + 3000 + 96000 / 4 * 3 + 1000);
	cr_expect_eq(error_of(p, h).incl_ns, 1 + 1000 + 96000 / 4 + 1);
	profile_free(p);
}

Test(figures, a_circle_of_calls_ends)
{
	struct profile *p = priced();

	call(p, "main::f", "main::RUNTIME", 3, 1, 1);
	call(p, "main::g", "main::f", 4, 2000, 1);
	call(p, "main::f", "main::g", 5, 1999, 1);
	call(p, "main::f", "main::f", 6, 1000, 1);
	/* f: its 3000 calls and those that it makes; g: the same, without f that is open. */
	cr_expect_eq(error_of(p, profile_sub(p, "main::f")).incl_ns,
		     3000 + 2000 + 1000 + 2000 + 1999 + 3000);
	profile_free(p);
}
