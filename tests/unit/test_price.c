// SPDX-License-Identifier: GPL-2.0-or-later
#include "profile/price.h"

#include <criterion/criterion.h>

#define SECOND 1000000000ll

static char text[128];

static const char *said(double program, double probes, double waited)
{
	const struct price p = { (int64_t)(program * SECOND), (int64_t)(probes * SECOND),
				 (int64_t)(waited * SECOND) };

	price_text(&p, text, sizeof(text));
	return text;
}

Test(price, how_many_times_as_long_it_took)
{
	cr_expect_str_eq(said(1, 5.13, 0), "about 6.1 times as long as without the probes");
	cr_expect_str_eq(said(1, 39.6, 0), "about 41 times as long as without the probes");
	cr_expect_str_eq(said(10, 0.2, 0), "about 1.02 times as long as without the probes");
}

Test(price, what_it_waited_is_no_part_of_that_and_is_said)
{
	cr_expect_str_eq(said(1, 1, 2.5),
			 "about 2.0 times as long as without the probes; 2.500 s of waiting for a "
			 "processor left out");
	cr_expect_str_eq(said(1, 1, 0.0004), "about 2.0 times as long as without the probes");
}

Test(price, what_is_not_known_is_not_said)
{
	cr_expect_str_eq(said(1, 0, 0), "");
	cr_expect_str_eq(said(-1, 1, 0), "");
	cr_expect_str_eq(said(0, 0, 3), "3.000 s of waiting for a processor left out");
}

Test(price, of_several_programs_it_is_that_of_all_their_time)
{
	struct price sum = {};
	const struct price busy = { SECOND, 9 * SECOND, SECOND }, asleep = { 9 * SECOND, 1, 0 };

	price_add(&sum, &busy);
	price_add(&sum, &asleep);
	cr_expect_float_eq(price_times(&sum), 1.9, 0.001);
	cr_expect_eq(sum.waited_ns, SECOND);
}

Test(price, more_is_expected_of_dearer_probes_and_less_of_calls_alone)
{
	double once = price_expected(900, 50, true);

	cr_expect_gt(once, 1);
	cr_expect_gt(price_expected(1800, 50, true), once);
	cr_expect_lt(price_expected(900, 50, false), once);
	cr_expect_gt(price_expected(900, 50, false), 1);
	/* A machine that is slower in all is not more expensive. */
	cr_expect_float_eq(price_expected(1800, 100, true), once, 0.001);
}

Test(price, nothing_is_expected_where_nothing_was_measured)
{
	cr_expect_eq(price_expected(0, 50, true), 0);
	cr_expect_eq(price_expected(900, 0, true), 0);
}

Test(price, of_slow_traps_is_known_less)
{
	cr_expect_float_eq(price_unknown(900), 0.05, 1e-9);
	cr_expect_float_eq(price_unknown(2000), 0.05, 1e-9);
	cr_expect_float_eq(price_unknown(5500), 0.2, 1e-9);
}
