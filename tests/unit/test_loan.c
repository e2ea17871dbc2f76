// SPDX-License-Identifier: GPL-2.0-or-later
/* Offers that are none. What a recorder really lends is in tests/e2e/cases/ondemand. */
#include "attach/loan.c"

#include <criterion/criterion.h>

#include "util/fds.h"

TestSuite(loan, .timeout = 60);

static void count_one(int fd, const char *kind, void *arg)
{
	(void)fd;
	(void)kind;
	++*(unsigned *)arg;
}

static unsigned open_files(void)
{
	unsigned cnt = 0;

	fds_each(count_one, &cnt);
	return cnt;
}

/* An offer without maps and programs, but for the types. */
static struct message *made_message(void)
{
	struct message *m = calloc(1, sizeof(*m));

	cr_assert(know_agent(&m->offer.agent));
	cr_assert(add(m, STDIN_FILENO));
	return m;
}

/* Whether what a lender has sent is an offer; all that came with it is closed then. */
static bool is_offer(struct message *m)
{
	unsigned before = open_files();
	struct loan *loan;
	int ends[2];
	bool taken;

	cr_assert_eq(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
	cr_assert_eq(send_message(ends[0], m), 0);
	loan = loan_receive(ends[1]);
	taken = loan;
	loan_free(loan);
	close(ends[0]);
	cr_expect_eq(open_files(), before);
	free(m);
	return taken;
}

Test(loan, is_of_the_same_agent)
{
	struct message *m = made_message();

	cr_expect(is_offer(m));
	m = made_message();
	m->offer.agent.changed_ns++;
	cr_expect(!is_offer(m), "another version");
	m = made_message();
	m->offer.agent.pid_ns++;
	cr_expect(!is_offer(m), "other process ids");
}

Test(loan, has_a_descriptor_for_all_that_it_names)
{
	struct message *m = made_message();

	m->offer.maps = 1;
	cr_expect(!is_offer(m), "one too few");
	m = made_message();
	m->offer.maps = UINT32_MAX;
	cr_expect(!is_offer(m));
	m = made_message();
	cr_assert(add(m, STDIN_FILENO));
	cr_expect(!is_offer(m), "one too many");
	m = made_message();
	m->offer.at[0] = 1;
	cr_assert(add(m, STDIN_FILENO));
	cr_expect(is_offer(m));
}

Test(loan, has_as_many_descriptors_as_fit)
{
	struct message *m = made_message();

	while (add(m, STDIN_FILENO))
		m->offer.maps++;
	cr_expect_eq(m->fd_cnt, FDS_MAX);
	cr_expect(is_offer(m));
}

Test(loan, other_answers_are_no_offers)
{
	int ends[2];

	cr_expect_null(loan_receive(-1), "nobody lends");
	cr_assert_eq(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
	send(ends[0], "2\n", 2, 0);
	cr_expect_null(loan_receive(ends[1]));
	close(ends[0]);
	cr_assert_eq(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
	close(ends[0]);
	cr_expect_null(loan_receive(ends[1]), "it has gone");
	cr_assert_eq(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
	cr_expect_null(loan_receive(ends[1]), "it says nothing");
	close(ends[0]);
}

Test(loan, an_answer_that_comes_too_late_is_not_sent)
{
	int ends[2];

	cr_assert_eq(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
	wait_at_most(ends[0], 1);
	cr_expect(!await_answer(ends[0]));
	cr_expect_eq(send(ends[1], "", 1, MSG_NOSIGNAL), -1);
	cr_expect_eq(errno, EPIPE);
	close(ends[0]);
	close(ends[1]);

	cr_assert_eq(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
	wait_at_most(ends[0], 60000);
	cr_assert_eq(send(ends[1], "", 1, MSG_NOSIGNAL), 1);
	cr_expect(await_answer(ends[0]));
	close(ends[0]);
	close(ends[1]);

	cr_assert_eq(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
	close(ends[1]);
	cr_expect(!await_answer(ends[0]), "it has gone");
	close(ends[0]);
}

Test(loan, programs_are_taken_only_if_all_is_the_same)
{
	struct nytprof_bpf__rodata *rodata = calloc(1, sizeof(*rodata));
	struct programs p = { .rodata = rodata };
	struct message *m = made_message();
	bool tasks[TASK_PROGRAMS] = {};
	struct loan loan = { .message = *m };
	int ends[2];
	char answer;

	free(m);
	cr_assert_eq(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
	loan.connection = ends[1];
	loan.message.fd_cnt = 2;
	loan.message.fds[1] = dup(STDIN_FILENO);
	loan.message.offer.at[SITE_NEXTSTATE] = 1;

	cr_expect(!loan_take(&loan, &p, tasks), "a place is not probed");
	p.used[SITE_NEXTSTATE] = true;
	tasks[TASK_CUT] = true;
	cr_expect(!loan_take(&loan, &p, tasks), "a program is missing");
	tasks[TASK_CUT] = false;
	*(uint32_t *)(uintptr_t)&rodata->settings.forkdepth = 1;
	cr_expect(!loan_take(&loan, &p, tasks), "other options");
	*(uint32_t *)(uintptr_t)&rodata->settings.forkdepth = 0;
	*(uint32_t *)(uintptr_t)&rodata->settings.return_ns = 1700;
	cr_expect_eq(recv(ends[0], &answer, 1, MSG_DONTWAIT), -1, "the lender still has all");

	cr_expect(loan_take(&loan, &p, tasks), "another price is no other program");
	cr_expect_eq(recv(ends[0], &answer, 1, MSG_DONTWAIT), 1);
	cr_expect_geq(p.at[SITE_NEXTSTATE].fd, 0);
	cr_expect_eq(p.types, STDIN_FILENO);
	free(rodata);
}
