// SPDX-License-Identifier: GPL-2.0-or-later
#include "log/repeats.h"

#include <criterion/criterion.h>
#include <string.h>

static struct repeats repeats;

/* How many of so many are let through. */
static unsigned allowed(const char *kind, unsigned cnt, uint64_t now)
{
	unsigned let = 0;

	while (cnt--)
		let += repeats_allow(&repeats, kind, kind, now);
	return let;
}

Test(repeats, so_many_a_minute_of_each_kind)
{
	unsigned held = 0;

	cr_expect_eq(allowed("a", REPEATS_A_MINUTE + 3, 1000), (unsigned)REPEATS_A_MINUTE);
	cr_expect_eq(allowed("b", 2, 1000), 2u);
	cr_expect_eq(allowed("a", 1, 1059), 0u);
	cr_expect_null(repeats_held(&repeats, 1059, &held));
	cr_expect_str_eq(repeats_held(&repeats, 1060, &held), "a");
	cr_expect_eq(held, 4u);
	cr_expect_null(repeats_held(&repeats, 1060, &held));
	cr_expect_eq(allowed("a", REPEATS_A_MINUTE + 1, 1060), (unsigned)REPEATS_A_MINUTE);
}

Test(repeats, another_minute_begins_by_itself)
{
	cr_expect_eq(allowed("a", REPEATS_A_MINUTE, 0), (unsigned)REPEATS_A_MINUTE);
	cr_expect_eq(allowed("a", 1, REPEATS_MINUTE), 1u);
}

Test(repeats, at_the_end_all_are_said)
{
	unsigned held;

	allowed("a", REPEATS_A_MINUTE + 1, 5);
	cr_expect_str_eq(repeats_held(&repeats, UINT64_MAX, &held), "a");
	cr_expect_eq(held, 1u);
}

Test(repeats, more_kinds_than_are_known_are_let_through)
{
	static char kinds[REPEATS_KINDS + 1];
	size_t i;

	for (i = 0; i <= REPEATS_KINDS; i++)
		cr_expect_eq(allowed(&kinds[i], 1, 7), 1u);
	cr_expect_eq(allowed(&kinds[REPEATS_KINDS], REPEATS_A_MINUTE + 9, 7),
		     REPEATS_A_MINUTE + 9u);
	/* A minute later there is a place. */
	cr_expect_eq(allowed(&kinds[REPEATS_KINDS], REPEATS_A_MINUTE + 9, 7 + REPEATS_MINUTE),
		     (unsigned)REPEATS_A_MINUTE);
}

Test(repeats, a_child_says_only_its_own)
{
	unsigned held = 0;

	allowed("a", REPEATS_A_MINUTE + 3, 0);
	repeats_leave_held(&repeats);
	cr_expect_null(repeats_held(&repeats, UINT64_MAX, &held));
	cr_expect_eq(allowed("a", 2, 1), 0u);
	cr_expect_str_eq(repeats_held(&repeats, UINT64_MAX, &held), "a");
	cr_expect_eq(held, 2u);
}
