// SPDX-License-Identifier: GPL-2.0-or-later
#include "util/sched_state.h"

#include <criterion/criterion.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

Test(sched_state, who_asks_is_awake)
{
	cr_expect_not(sched_state(getpid()).asleep);
}

Test(sched_state, each_sleep_counts)
{
	int wake[2], woken[2];
	char byte = 0;
	uint64_t before;
	pid_t pid;

	cr_assert_eq(pipe(wake), 0);
	cr_assert_eq(pipe(woken), 0);
	pid = fork();
	if (!pid) {
		while (read(wake[0], &byte, 1) == 1)
			(void)!write(woken[1], &byte, 1);
		_exit(0);
	}
	while (!sched_state(pid).asleep)
		sched_yield();
	before = sched_state(pid).sleeps;
	cr_expect_geq(before, 1u);
	cr_assert_eq(write(wake[1], &byte, 1), 1);
	cr_assert_eq(read(woken[0], &byte, 1), 1);
	while (!sched_state(pid).asleep)
		sched_yield();
	cr_expect_eq(sched_state(pid).sleeps, before + 1);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

Test(sched_state, nothing_is_known_of_a_process_that_is_gone)
{
	pid_t pid = fork();
	struct sched_state state;

	if (!pid)
		_exit(0);
	waitpid(pid, NULL, 0);
	state = sched_state(pid);
	cr_expect_eq(state.delay_ns, 0u);
	cr_expect_eq(state.sleeps, 0u);
	cr_expect_not(state.asleep);
}
