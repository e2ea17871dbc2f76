// SPDX-License-Identifier: GPL-2.0-or-later
/* Which of several measurements counts, and when another one is made. */
#include "session/measurements.h"

#include <criterion/criterion.h>
#include <string.h>

#define SECOND_NS 1000000000ull

static struct measurements m;

static void add(uint32_t trap_ns, uint64_t at_s)
{
	struct kernel kernel;

	memset(&kernel, 0, sizeof(kernel));
	kernel.trap_ns[PRICE_TRAP] = trap_ns;
	measurements_add(&m, &kernel, at_s * SECOND_NS);
}

static uint32_t middle(void)
{
	return measurements_middle(&m)->trap_ns[PRICE_TRAP];
}

Test(measurements, the_one_in_the_middle_counts)
{
	cr_expect_null(measurements_middle(&m));
	add(900, 100);
	cr_expect_eq(middle(), 900);
	add(700, 200);
	cr_expect_eq(middle(), 700, "the lower one of two");
	add(720, 300);
	cr_expect_eq(middle(), 720);
	add(720, 400);
	add(710, 500);
	cr_expect_eq(middle(), 720);
}

Test(measurements, a_sixth_one_takes_the_place_of_the_first)
{
	uint32_t i;

	for (i = 0; i < 6; i++)
		add(1000 - 100 * i, 100 * i);
	cr_expect_eq(m.cnt, MEASUREMENTS_MAX);
	cr_expect_eq(m.all[0].kernel.trap_ns[PRICE_TRAP], 900);
	cr_expect_eq(middle(), 700);
}

Test(measurements, another_one_is_made_a_minute_later_until_there_are_five)
{
	uint32_t i;

	cr_expect(measurements_are_few(&m, 0));
	for (i = 0; i < 5; i++) {
		add(700, 100 * i);
		cr_expect_not(measurements_are_few(&m, (100 * i + 59) * SECOND_NS));
		cr_expect_eq(measurements_are_few(&m, (100 * i + 61) * SECOND_NS), i < 4);
	}
}

Test(measurements, old_ones_are_forgotten)
{
	add(700, 100);
	add(800, 200);
	measurements_age(&m, 3701 * SECOND_NS);
	cr_expect_eq(m.cnt, 1);
	cr_expect_eq(middle(), 800);
	measurements_age(&m, 9000 * SECOND_NS);
	cr_expect_eq(m.cnt, 0);
}

/* From a file. */
Test(measurements, what_can_not_be_is_nothing)
{
	add(700, 100);
	m.cnt = MEASUREMENTS_MAX + 1;
	measurements_age(&m, 200 * SECOND_NS);
	cr_expect_eq(m.cnt, 0);
	add(700, 300);
	measurements_age(&m, 200 * SECOND_NS);
	cr_expect_eq(m.cnt, 0, "it is of the time to come");
}
