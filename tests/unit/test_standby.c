// SPDX-License-Identifier: GPL-2.0-or-later
/* A tracer that stands by: when one is started, and what it is given. The tracer is a child of the test. */
#include "ondemand/standby.c"

#include <criterion/criterion.h>
#include <poll.h>
#include <stdio.h>

#define SECOND 1000000000ull

static struct standby *s;
static uint64_t now_ns;
static unsigned started, announced;
static pid_t last_like;
static bool takes; /* who is offered the tracer's programs takes them */

static void begin(void)
{
	log_set_level(LOG_LEVEL_QUIET);
	s = standby_new();
	now_ns = 1000 * SECOND;
}

static void end_all(void)
{
	standby_free(s);
}

TestSuite(standby, .init = begin, .fini = end_all, .timeout = 60);

void lender_announce(void)
{
	announced = 1;
}

void lender_withdraw(void)
{
	announced = 0;
}

static bool offer(void *arg, int connection)
{
	(void)arg;
	send(connection, "offer", 5, MSG_NOSIGNAL);
	return takes;
}

pid_t tracer_start(const struct order *order, int input, const struct nytprof_options *options,
		   struct error *err)
{
	struct order taken;
	pid_t pid = fork();

	(void)options;
	if (pid) {
		started++;
		last_like = order->pid;
		return pid;
	}
	dup2(input, STDIN_FILENO);
	if (standby_receive(&taken, offer, NULL, err))
		_exit(1);
	dprintf(STDOUT_FILENO, "%s for %u ms", taken.name, taken.ms);
	_exit(0);
}

static void keep(void)
{
	standby_keep(s, 0, now_ns, 0, NULL);
}

/* The next thing that the tracer says, or its end. */
static void hear(void)
{
	struct pollfd from = { .fd = s->to, .events = POLLIN };

	cr_assert_eq(poll(&from, 1, 30000), 1);
	keep();
}

static void start_one(void)
{
	keep();
	cr_assert(s->pid);
	cr_expect(!announced);
	hear();
	cr_expect(announced);
}

Test(standby, begins_when_it_is_time)
{
	standby_keep(s, 17, now_ns, now_ns + 1, NULL);
	cr_expect_eq(started, 0);
	standby_keep(s, 17, now_ns + 1, now_ns + 1, NULL);
	cr_expect_eq(started, 1);
	cr_expect_eq(last_like, 17);
	standby_keep(s, 17, now_ns + 2, now_ns + 1, NULL);
	cr_expect_eq(started, 1, "one at a time");
}

Test(standby, takes_an_order_once)
{
	struct order order = { .pid = 17, .ms = 5, .owner = -1, .name = "x.out", .messages = -1 };
	char text[64] = "";
	int out[2], status;
	pid_t pid;

	start_one();
	cr_assert_eq(pipe(out), 0);
	order.profile = out[1];
	pid = standby_take(s, &order);
	cr_assert(pid);
	cr_expect(!announced);
	cr_expect_eq(standby_take(s, &order), 0);
	cr_expect_eq(standby_lend(s, out[1]), -EAGAIN);
	waitpid(pid, &status, 0);
	cr_expect_eq(status, 0);
	cr_assert_gt(read(out[0], text, sizeof(text) - 1), 0);
	cr_expect_str_eq(text, "x.out for 5 ms");
	keep();
	cr_expect_eq(started, 2);
}

static void lend(void)
{
	char text[16] = "";
	int ends[2];

	cr_assert_eq(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
	cr_assert_eq(standby_lend(s, ends[0]), 0);
	close(ends[0]);
	cr_expect(!announced);
	cr_assert_eq(recv(ends[1], text, sizeof(text) - 1, 0), 5);
	cr_expect_str_eq(text, "offer");
	close(ends[1]);
}

Test(standby, goes_on_if_nobody_takes_its_programs)
{
	const struct order order = { .pid = 17, .ms = 5, .owner = -1, .name = "x.out" };
	pid_t pid;

	start_one();
	pid = s->pid;
	lend();
	cr_expect_eq(standby_take(s, &order), 0, "it may be about to end");
	hear();
	cr_expect(announced);
	cr_expect_eq(s->pid, pid);
	lend();
}

Test(standby, is_followed_by_another_one_when_its_programs_are_taken)
{
	takes = true; /* the child has it, too */
	start_one();
	lend();
	hear();
	while (s->pid && started == 1)
		keep(); /* it closes its end before it has ended */
	cr_expect_eq(s->pid, 0);
	now_ns += LENT_NS;
	start_one();
	cr_expect_eq(started, 2);
}

Test(standby, that_has_died_is_not_started_again_at_once)
{
	start_one();
	kill(s->pid, SIGKILL);
	while (s->pid)
		keep();
	cr_expect(!announced);
	now_ns += AGAIN_NS - 1;
	keep();
	cr_expect_eq(started, 1);
	now_ns++;
	start_one();
	cr_expect_eq(started, 2);
}

Test(standby, is_renewed_each_hour)
{
	pid_t pid;

	start_one();
	pid = s->pid;
	now_ns += STALE_NS;
	keep();
	cr_expect_eq(s->pid, pid);
	now_ns++;
	keep();
	cr_expect_neq(s->pid, pid);
	cr_expect_eq(started, 2);
}
