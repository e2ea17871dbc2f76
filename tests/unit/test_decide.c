// SPDX-License-Identifier: GPL-2.0-or-later
#include "governor/decide.h"

#include <criterion/criterion.h>

#define MS 1000000ll

static double cost(int64_t elapsed_ms, int64_t cpu_ms, int64_t probes_ms)
{
	return window_cost(&(struct window){ elapsed_ms * MS, cpu_ms * MS, probes_ms * MS, 0 });
}

Test(decide, the_cost_is_what_the_probes_add_to_the_programs_own_time)
{
	cr_expect_float_eq(cost(500, 500, 250), 100, 1e-9);
	cr_expect_float_eq(cost(500, 110, 10), 10, 1e-9);
	cr_expect_float_eq(cost(500, 2000, 1500), 300, 1e-9); /* of four threads */
}

Test(decide, less_than_a_hundredth_of_a_processor_is_nothing)
{
	cr_expect_eq(cost(500, 5, 4), 0);
	cr_expect_gt(cost(500, 6, 5), 0);
	cr_expect_eq(cost(500, 0, 0), 0);
	cr_expect_eq(cost(0, 100, 50), 0);
}

Test(decide, who_gets_no_processor_is_not_cheap)
{
	const struct window starved = { 500 * MS, 4 * MS, 3 * MS, 490 * MS };

	cr_expect_float_eq(window_cost(&starved), 300, 1e-9);
	cr_expect(window_counts(&starved));
	cr_expect_not(window_counts(&(struct window){ 500 * MS, 0, 0, 500 * MS }));
	cr_expect_not(window_counts(&(struct window){}));
}

/* Prices are averages, and the kernel's figures are as old as its last tick. */
Test(decide, a_cost_of_more_than_the_time_there_was_is_large_and_finite)
{
	cr_expect_gt(cost(500, 400, 410), 1000);
	cr_expect_lt(cost(500, 0, 410), 1e6);
}

Test(decide, only_two_windows_in_a_row_are_too_much)
{
	struct gauge g = {};

	cr_expect_not(gauge_exceeds(&g, 11, 10));
	cr_expect_not(gauge_exceeds(&g, 9, 10));
	cr_expect_not(gauge_exceeds(&g, 11, 10));
	cr_expect(gauge_exceeds(&g, 5000, 10));
	/* The next step has windows of its own. */
	cr_expect_not(gauge_exceeds(&g, 11, 10));
	cr_expect(gauge_exceeds(&g, 11, 10));
}

Test(decide, the_budget_itself_may_be_used)
{
	struct gauge g = {};
	int i;

	for (i = 0; i < 100; i++)
		cr_expect_not(gauge_exceeds(&g, 10, 10));
}
