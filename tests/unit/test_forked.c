// SPDX-License-Identifier: GPL-2.0-or-later
#include "util/forked.h"

#include <criterion/criterion.h>

static int ones, twos;

static void one(void)
{
	ones++;
}

static void two(void)
{
	twos++;
}

Test(forked, each_gives_up_what_was_registered_once)
{
	forked_add(one);
	forked_add(two);
	forked_add(one);
	forked_begin();
	cr_expect_eq(ones, 1);
	cr_expect_eq(twos, 1);
	forked_begin();
	cr_expect_eq(ones, 2);
}
