// SPDX-License-Identifier: GPL-2.0-or-later
#include "metrics/pulls.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static struct pulls *pulls;
static unsigned woken;

static void begin(void)
{
	pulls = pulls_new();
	cr_assert_not_null(pulls);
	woken = 0;
}

static void end(void)
{
	pulls_free(pulls);
}

TestSuite(pulls, .init = begin, .fini = end);

static void wake(void *arg)
{
	++*(unsigned *)arg;
}

static int ask(enum pull_kind kind, unsigned seconds)
{
	const struct pull_request request = { .kind = kind, .seconds = seconds };
	int place = pulls_take(pulls);

	cr_assert_geq(place, 0);
	pulls_ask(pulls, place, &request, wake, &woken);
	return place;
}

static bool is_asked(void)
{
	struct pollfd fd = { .fd = pulls_fd(pulls), .events = POLLIN };

	return poll(&fd, 1, 0) == 1;
}

Test(pulls, who_asks_gets_the_answer_once)
{
	struct pull_request request;
	size_t len;
	char *bytes;
	int place;

	cr_expect(!is_asked());
	place = ask(PULL_SPAN, 7);
	cr_expect(is_asked());
	cr_expect_eq(pulls_next(pulls, &request), place);
	cr_expect(request.kind == PULL_SPAN && request.seconds == 7);
	cr_expect_eq(pulls_next(pulls, &request), -1);
	cr_expect(!is_asked());
	cr_expect_eq(woken, 0u);
	pulls_give(pulls, place, strdup("answer"), 6);
	cr_expect_eq(woken, 1u);
	bytes = pulls_answer(pulls, place, &len);
	cr_expect(bytes && len == 6 && !strcmp(bytes, "answer"));
	free(bytes);
	cr_expect_null(pulls_answer(pulls, place, &len));
	pulls_leave(pulls, place);
}

Test(pulls, there_are_so_many_places)
{
	struct pull_request request;
	int i;

	for (i = 0; i < PULLS_MAX; i++)
		ask(PULL_DELTA, 0);
	cr_expect_eq(pulls_waiting(pulls), (unsigned)PULLS_MAX);
	cr_expect_eq(pulls_take(pulls), -EBUSY);
	cr_expect_eq(pulls_next(pulls, &request), 0);
	pulls_leave(pulls, 3);
	cr_expect_eq(pulls_waiting(pulls), PULLS_MAX - 1u);
	cr_expect_eq(pulls_take(pulls), 3);
}

Test(pulls, who_has_gone_is_not_woken)
{
	struct pull_request request;
	int place = ask(PULL_SPAN, 1);

	cr_expect_eq(pulls_next(pulls, &request), place);
	pulls_leave(pulls, place);
	pulls_give(pulls, place, strdup("late"), 4);
	cr_expect_eq(woken, 0u);
	cr_expect_eq(pulls_waiting(pulls), 0u);
}

Test(pulls, the_end_wakes_all_and_nobody_asks_any_more)
{
	struct pull_request request = {};
	int taken = pulls_take(pulls);
	size_t len;

	ask(PULL_SPAN, 1);
	ask(PULL_DELTA, 0);
	pulls_next(pulls, &request);
	pulls_end(pulls);
	cr_expect_eq(woken, 2u);
	cr_expect_null(pulls_answer(pulls, 1, &len));
	cr_expect_eq(pulls_take(pulls), -EBUSY);
	pulls_ask(pulls, taken, &request, wake, &woken);
	cr_expect_eq(woken, 3u);
}
