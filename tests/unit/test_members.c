// SPDX-License-Identifier: GPL-2.0-or-later
#include <criterion/criterion.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "probes/members.h"

static struct members members;
static pid_t gone[8];
static int gone_cnt;

static void tear_down(void)
{
	size_t i;

	for (i = 0; i < members.cnt; i++)
		kill(members.all[i].pid, SIGKILL);
	members_release(&members);
}

TestSuite(members, .fini = tear_down);

static pid_t start(void)
{
	pid_t pid = fork();

	if (!pid) {
		pause();
		_exit(0);
	}
	cr_assert_gt(pid, 0);
	cr_assert_not_null(members_get(&members, pid));
	return pid;
}

static void end(pid_t pid)
{
	kill(pid, SIGKILL);
	cr_assert_eq(waitpid(pid, NULL, 0), pid);
}

static void note(const struct member *m, void *arg)
{
	cr_assert_eq(arg, &members);
	cr_assert_lt(gone_cnt, 8);
	gone[gone_cnt++] = m->pid;
}

Test(members, those_that_have_ended_are_dropped)
{
	pid_t a, b, c;

	members_drop_ended(&members, note, &members);
	a = start();
	b = start();
	c = start();
	members_get(&members, b)->images[3] = true;
	members_drop_ended(&members, note, &members);
	cr_expect_eq(gone_cnt, 0);
	cr_expect_eq(members.cnt, 3u);
	cr_expect(members_have(&members, 3));
	end(b);
	end(a);
	members_drop_ended(&members, note, &members);
	cr_expect_eq(gone_cnt, 2);
	cr_expect(gone[0] + gone[1] == a + b);
	cr_expect_not(members_have(&members, 3));
	cr_expect_null(members_find(&members, a));
	cr_expect_eq(members_get(&members, c), members_find(&members, c));
	members_drop_ended(&members, note, &members);
	cr_expect_eq(gone_cnt, 2);
}

/* A fork of ours keeps its descriptor open; the next one with that pid is another member. */
Test(members, one_is_dropped_once_whoever_was_forked)
{
	pid_t a = start(), other = fork();

	if (!other) {
		pause();
		_exit(0);
	}
	end(a);
	members_drop_ended(&members, note, &members);
	members_drop_ended(&members, note, &members);
	cr_expect_eq(gone_cnt, 1);
	end(other);
}

Test(members, one_that_has_ended_by_now)
{
	pid_t a = fork();

	if (!a)
		_exit(0);
	cr_assert_eq(waitpid(a, NULL, 0), a);
	cr_assert_not_null(members_get(&members, a));
	members_drop_ended(&members, note, &members);
	cr_expect_eq(gone_cnt, 1);
	cr_expect_eq(members.cnt, 0u);
}

/* Without a descriptor they are asked for at /proc, if that can be. */
Test(members, where_no_more_can_be_opened)
{
	struct rlimit limit, none;
	pid_t a = start(), b;

	getrlimit(RLIMIT_NOFILE, &limit);
	none = limit;
	none.rlim_cur = (rlim_t)members_find(&members, a)->pidfd + 1;
	setrlimit(RLIMIT_NOFILE, &none);
	b = start();
	setrlimit(RLIMIT_NOFILE, &limit);
	cr_expect_eq(members.unwatched, 1u);
	end(b);
	members_drop_ended(&members, note, &members);
	cr_expect_eq(gone_cnt, 1);
	cr_expect_eq(members.cnt, 1u);
	cr_expect_eq(members.unwatched, 0u);
}
