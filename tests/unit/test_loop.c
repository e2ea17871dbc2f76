// SPDX-License-Identifier: GPL-2.0-or-later
/* The main loop: what is registered is called, in order, and nothing else. */
#include "util/loop.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "util/error.h"

static char called[64];

static void note(char what)
{
	size_t len = strlen(called);

	cr_assert_lt(len, sizeof(called) - 1);
	called[len] = what;
}

struct pipe_reader {
	int fds[2];
	char name;
};

static void read_one(void *arg)
{
	const struct pipe_reader *p = arg;
	char byte;

	cr_assert_eq(read(p->fds[0], &byte, 1), 1);
	note(p->name);
}

static void reader_open(struct loop *l, char name, struct pipe_reader *p)
{
	p->name = name;
	cr_assert_eq(pipe(p->fds), 0);
	cr_assert_eq(loop_add_fd(l, p->fds[0], read_one, p), 0);
}

Test(loop, what_is_readable_is_called_and_no_other)
{
	struct loop *l = loop_new();
	struct pipe_reader a, b;

	reader_open(l, 'a', &a);
	reader_open(l, 'b', &b);
	cr_assert_eq(write(b.fds[1], "xx", 2), 2);
	cr_expect(!loop_wait(l), "there are no ticks before loop_begin");
	cr_expect_str_eq(called, "b");
	loop_wait(l);
	cr_expect_str_eq(called, "bb", "it is called again while there is something to read");
	cr_assert_eq(write(a.fds[1], "x", 1), 1);
	loop_wait(l);
	cr_expect_str_eq(called, "bba");
	loop_free(l);
}

static int tick_a(void *arg, uint64_t now_ns, struct error *err)
{
	(void)err;
	cr_expect_eq(now_ns, 7);
	note('a');
	return *(int *)arg;
}

static int tick_b(void *arg, uint64_t now_ns, struct error *err)
{
	(void)arg;
	(void)now_ns;
	note('b');
	return error_set(err, EIO, "b fails");
}

Test(loop, ticks_come_in_order_up_to_the_one_that_fails)
{
	struct loop *l = loop_new();
	struct error err;
	int good = 0;

	cr_assert_eq(loop_add_tick(l, tick_a, &good), 0);
	cr_assert_eq(loop_add_tick(l, tick_a, &good), 0);
	cr_assert_eq(loop_add_tick(l, tick_b, NULL), 0);
	cr_assert_eq(loop_add_tick(l, tick_a, &good), 0);
	cr_assert_eq(loop_begin(l), 0);
	while (!loop_wait(l))
		;
	cr_expect_eq(loop_tick(l, 7, &err), -EIO);
	cr_expect_str_eq(err.text, "b fails");
	cr_expect_str_eq(called, "aab");
	loop_free(l);
}

static void end(void *arg)
{
	note(*(const char *)arg);
}

Test(loop, ends_come_in_order_when_it_is_said)
{
	struct loop *l = loop_new();

	cr_assert_eq(loop_add_end(l, end, "1"), 0);
	cr_assert_eq(loop_add_end(l, end, "2"), 0);
	cr_expect_str_eq(called, "");
	loop_end(l);
	cr_expect_str_eq(called, "12");
	loop_free(l);
}

Test(loop, what_can_not_be_waited_for_is_an_error)
{
	struct loop *l = loop_new();

	cr_expect_eq(loop_add_fd(l, -1, read_one, NULL), -EBADF);
	loop_free(l);
	loop_free(NULL);
}
