// SPDX-License-Identifier: GPL-2.0-or-later
/* Processes that are asked about again: often at first, then once in a round. */
#include "host/undecided.h"

#include <criterion/criterion.h>

#define SECOND 1000000000ull

static struct waiting_list list;
static unsigned asked, gives_up_at;

static bool ask(pid_t pid, unsigned tries, void *arg)
{
	(void)pid;
	(void)arg;
	asked++;
	return tries == gives_up_at;
}

static void ticks(unsigned cnt, uint64_t now_ns)
{
	asked = 0;
	while (cnt--)
		undecided_tick(&list, now_ns, ask, NULL);
}

Test(waiting, a_new_one_is_asked_about_with_each_tick_and_then_once_in_a_round)
{
	gives_up_at = -1u;
	undecided_add(&list, 1);
	undecided_add(&list, 1);
	ticks(100, SECOND);
	cr_expect_eq(asked, WAITING_QUICK_TRIES);
	ticks(100, 2 * SECOND);
	cr_expect_eq(asked, 0u);
	ticks(100, 100 * SECOND);
	cr_expect_eq(asked, 1u);
	undecided_release(&list);
}

Test(waiting, who_waits_no_more_is_not_asked_about)
{
	gives_up_at = 2;
	undecided_add(&list, 1);
	undecided_ask_new(&list, 1, ask, NULL);
	undecided_ask_new(&list, 2, ask, NULL);
	ticks(10, SECOND);
	cr_expect_eq(asked, 2u);
	ticks(10, 100 * SECOND);
	cr_expect_eq(asked, 0u);
	undecided_release(&list);
}
