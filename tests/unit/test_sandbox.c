// SPDX-License-Identifier: GPL-2.0-or-later
/* Workers that answer, crash, hang, say too much, and try what they may not. */
#include "sandbox/sandbox.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/error.h"

#define LIMIT_MS 20000 /* that nothing here reaches but what hangs */

static int nothing(struct sandbox_worker *w)
{
	(void)w;
	return 0;
}

static int echo(struct sandbox_worker *w)
{
	return sandbox_say(w, w->request, w->len);
}

static const struct sandbox_task echo_task = { "echo", NULL, echo, LIMIT_MS, 256 << 20, 1 << 20 };

Test(sandbox, a_worker_answers)
{
	struct sandbox_answer a;
	size_t at = 0;

	cr_assert_eq(sandbox_run(&echo_task, 0, "hello", 6, NULL, 0, &a), 0);
	cr_expect_eq(a.len, 6u);
	cr_expect_str_eq(sandbox_answer_next(&a, &at, 6), "hello");
	cr_expect_null(sandbox_answer_next(&a, &at, 1));
	sandbox_answer_release(&a);
}

Test(sandbox, jobs_that_run_at_the_same_time_have_their_own_answers)
{
	struct sandbox_job *jobs[16];
	struct sandbox_answer a;
	unsigned i;

	for (i = 0; i < 16; i++)
		cr_assert_not_null(jobs[i] = sandbox_start(&echo_task, 0, &i, sizeof(i), NULL, 0));
	for (i = 16; i--;) {
		cr_assert_eq(sandbox_wait(jobs[i], &a), 0);
		cr_expect(!memcmp(a.data, &i, sizeof(i)));
		sandbox_answer_release(&a);
	}
}

static int write_much(struct sandbox_worker *w)
{
	char *much = calloc(1, 3 << 20);
	int rc = sandbox_say(w, much, 1 << 20) ?: sandbox_say(w, much, 1 << 20);

	free(much);
	return rc;
}

Test(sandbox, an_answer_is_as_long_as_it_may_be)
{
	static const struct sandbox_task much = { "much",   NULL,      write_much,
						  LIMIT_MS, 256 << 20, 2 << 20 };
	static const struct sandbox_task too_much = { "too much", NULL,	     write_much,
						      LIMIT_MS,	  256 << 20, (2 << 20) - 1 };
	struct sandbox_answer a;

	cr_expect_eq(sandbox_run(&much, 0, NULL, 0, NULL, 0, &a), 0);
	cr_expect_eq(a.len, 2u << 20);
	sandbox_answer_release(&a);
	cr_expect_eq(sandbox_run(&too_much, 0, NULL, 0, NULL, 0, &a), -EFBIG);
	sandbox_answer_release(&a);
}

static int crash(struct sandbox_worker *w)
{
	sandbox_say(w, "said before", 12);
	sandbox_flush(w);
	raise(SIGKILL);
	syscall(SYS_exit_group, 1);
	return 0;
}

Test(sandbox, a_crash_is_the_job_s_alone)
{
	static const struct sandbox_task task = {
		"crash", NULL, crash, LIMIT_MS, 256 << 20, 1 << 20
	};
	struct sandbox_answer a;

	cr_expect_eq(sandbox_run(&task, 0, NULL, 0, NULL, 0, &a), -EPIPE);
	cr_expect_str_eq(a.data, "said before");
	sandbox_answer_release(&a);
	cr_expect_eq(sandbox_run(&echo_task, 0, "x", 1, NULL, 0, &a), 0);
	sandbox_answer_release(&a);
}

/* Until the descriptor of the request has something. */
static int hang(struct sandbox_worker *w)
{
	char none;

	return read(w->fds[0], &none, 1) < 0 ? -errno : 0;
}

/* A signal that can't be had, as amid a request to a file system of the user's. */
static int hang_for_good(struct sandbox_worker *w)
{
	sigset_t all;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	return hang(w);
}

Test(sandbox, who_hangs_is_ended)
{
	static const struct sandbox_task task = { "hang", NULL, hang, 1, 256 << 20, 1 << 20 };
	struct sandbox_answer a;
	int ends[2];

	cr_assert_eq(pipe(ends), 0);
	cr_expect_eq(sandbox_run(&task, 7, NULL, 0, ends, 1, &a), -ETIMEDOUT);
	sandbox_answer_release(&a);
}

Test(sandbox, a_user_who_held_up_a_worker_waits)
{
	struct sandbox_answer a;

	sandbox_blame(7, LIMIT_MS);
	cr_expect_eq(sandbox_run(&echo_task, 7, "x", 1, NULL, 0, &a), -EBUSY);
	sandbox_answer_release(&a);
	cr_expect_eq(sandbox_run(&echo_task, 8, "x", 1, NULL, 0, &a), 0);
	sandbox_answer_release(&a);
}

Test(sandbox, a_user_whose_workers_can_t_be_ended_gets_no_more_of_them)
{
	static const struct sandbox_task task = {
		"hang", NULL, hang_for_good, 1, 256 << 20, 1 << 20
	};
	struct sandbox_answer a;
	struct sandbox_sums sums;
	int ends[2], i, rc;

	cr_assert_eq(pipe(ends), 0);
	for (i = 0; i < 2; i++) {
		while ((rc = sandbox_run(&task, 1000, NULL, 0, ends, 1, &a)) == -EBUSY)
			sandbox_answer_release(&a); /* for a while after the first one */
		cr_expect_eq(rc, -ETIMEDOUT);
		sandbox_answer_release(&a);
	}
	cr_expect_eq(sandbox_run(&echo_task, 1000, "x", 1, NULL, 0, &a), -EBUSY);
	sandbox_answer_release(&a);
	cr_expect_eq(sandbox_run(&echo_task, 1001, "x", 1, NULL, 0, &a), 0, "another user does");
	sandbox_answer_release(&a);
	close(ends[1]); /* now they end */
	while ((rc = sandbox_run(&echo_task, 1000, "x", 1, NULL, 0, &a)) == -EBUSY)
		sandbox_answer_release(&a);
	cr_expect_eq(rc, 0);
	sandbox_answer_release(&a);
	sandbox_sums(&sums);
	cr_expect_eq(sums.timed_out, 2u);
}

#ifndef __SANITIZE_ADDRESS__ /* which needs memory and system calls of its own */
static int take_all_memory(struct sandbox_worker *w)
{
	char *p;
	size_t i;

	(void)w;
	for (i = 0; i < 1024; i++) {
		p = malloc(1 << 20);
		if (!p)
			return -ENOMEM;
		memset(p, 1, 1 << 20);
	}
	return 0;
}

static int try_what_is_forbidden(struct sandbox_worker *w)
{
	int results[6];

	results[0] = open("/etc/hostname", O_RDONLY) < 0;
	results[1] = fork() < 0;
	results[2] = kill(getppid(), 0) < 0;
	results[3] = setuid(0) < 0;
	results[4] = execl("/bin/true", "true", NULL) < 0;
	results[5] = (int)getuid();
	return sandbox_say(w, results, sizeof(results));
}

Test(sandbox, memory_has_an_end)
{
	static const struct sandbox_task task = { "memory", NULL,      take_all_memory,
						  LIMIT_MS, 256 << 20, 1 << 20 };
	struct sandbox_answer a;

	cr_expect_eq(sandbox_run(&task, 0, NULL, 0, NULL, 0, &a), -ENOMEM);
	sandbox_answer_release(&a);
}

Test(sandbox, a_worker_opens_executes_and_signals_nothing)
{
	static const struct sandbox_task task = { "forbidden", NULL,	  try_what_is_forbidden,
						  LIMIT_MS,    256 << 20, 1 << 20 };
	struct sandbox_answer a;
	const int *results;
	size_t at = 0;
	int i;

	cr_assert_eq(sandbox_run(&task, 0, NULL, 0, NULL, 0, &a), 0);
	results = sandbox_answer_next(&a, &at, 6 * sizeof(int));
	cr_assert_not_null(results);
	for (i = 0; i < 5; i++)
		cr_expect(results[i], "%d", i);
	cr_expect_neq(results[5], 0, "who is root here is not there");
	sandbox_answer_release(&a);
}
#endif

static int open_file(struct sandbox_worker *w)
{
	w->fds[0] = open(w->request, O_RDONLY | O_CLOEXEC);
	return w->fds[0] < 0 ? -errno : 0;
}

static int give_file(struct sandbox_worker *w)
{
	char head[4];

	if (pread(w->fds[0], head, 4, 0) != 4)
		return -EIO;
	return sandbox_give(w, w->fds[0]) ?: sandbox_say(w, head, 4);
}

Test(sandbox, what_was_opened_with_rights_is_read_without_and_given_back)
{
	static const struct sandbox_task task = { "give",   open_file, give_file,
						  LIMIT_MS, 256 << 20, 1 << 20 };
	struct sandbox_answer a;
	char head[4];

	cr_assert_eq(sandbox_run(&task, 0, "/bin/sh", 8, NULL, 0, &a), 0);
	cr_assert_eq(a.fd_cnt, 1u);
	cr_expect_eq(pread(a.fds[0], head, 4, 0), 4);
	cr_expect(!memcmp(head, a.data, 4));
	sandbox_answer_release(&a);
	cr_expect_eq(sandbox_run(&task, 0, "/nowhere", 9, NULL, 0, &a), -ENOENT);
	sandbox_answer_release(&a);
}

Test(sandbox, the_process_that_forks_is_started_again)
{
	static const struct sandbox_task task = { "nothing", NULL, nothing, LIMIT_MS, 256 << 20, 1 };
	struct sandbox_answer a;
	struct error err;
	char children[64] = "";
	int fd, pid;

	cr_assert_eq(sandbox_begin(&err), 0, "%s", err.text);
	fd = open("/proc/thread-self/children", O_RDONLY);
	cr_assert_gt(read(fd, children, sizeof(children) - 1), 0);
	close(fd);
	pid = atoi(children);
	cr_assert_gt(pid, 0);
	kill(pid, SIGKILL);
	waitid(P_PID, (id_t)pid, &(siginfo_t){}, WEXITED | WNOWAIT);
	cr_expect_eq(sandbox_run(&task, 0, NULL, 0, NULL, 0, &a), 0);
	sandbox_answer_release(&a);
	sandbox_end();
	cr_expect_eq(sandbox_run(&task, 0, NULL, 0, NULL, 0, &a), 0);
	sandbox_answer_release(&a);
}

/* Whoever waits for an answer at once gets one, however many are looked for meanwhile. */
Test(sandbox, many_jobs_do_not_keep_out_one_that_is_waited_for)
{
	static const struct sandbox_task task = { "hang", NULL, hang, LIMIT_MS, 256 << 20, 1 << 20 };
	struct sandbox_job *jobs[64];
	struct sandbox_answer a;
	int ends[2], cnt = 0;

	cr_assert_eq(pipe(ends), 0);
	while (cnt < 64 && (jobs[cnt] = sandbox_start(&task, 0, NULL, 0, ends, 1)))
		cnt++;
	cr_expect_eq(errno, EAGAIN);
	cr_expect_lt(cnt, 64);
	cr_expect_eq(sandbox_run(&echo_task, 0, "x", 1, NULL, 0, &a), 0);
	sandbox_answer_release(&a);
	close(ends[1]);
	while (cnt--) {
		cr_expect_eq(sandbox_wait(jobs[cnt], &a), 0);
		sandbox_answer_release(&a);
	}
}
