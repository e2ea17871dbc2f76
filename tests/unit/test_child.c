// SPDX-License-Identifier: GPL-2.0-or-later
/* A real process as the command, and real signals to this one. */
#include "spawn/child.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/clock.h"

static struct child child;

static void init(void)
{
	child = (struct child){ .status = -1 };
	cr_assert_eq(child_block_signals(&child), 0);
}

static void fini(void)
{
	if (child_runs(&child)) {
		kill(child.pid, SIGKILL);
		waitpid(child.pid, NULL, 0);
	}
}

TestSuite(child, .init = init, .fini = fini);

/* One that runs until it is killed, with the signals as a command has them. */
static void start(void)
{
	child.pid = fork();
	if (!child.pid) {
		child_restore_signals();
		for (;;)
			pause();
	}
	cr_assert_gt(child.pid, 0);
}

static bool take(int signo)
{
	cr_assert_eq(kill(getpid(), signo), 0);
	return child_take_signals(&child, 0);
}

Test(child, without_a_command_a_signal_ends_the_recording)
{
	cr_expect(!take(SIGINT));
	cr_expect(child.stop && !child.had_signal);
}

Test(child, the_first_signal_is_the_commands_and_the_second_ends_the_recording)
{
	start();
	take(SIGTERM);
	cr_expect(!child.stop && child.had_signal);
	cr_expect_eq(child.signal_relay.signo, SIGTERM);
	child_pass_signal(&child, UINT64_MAX);
	child_reap(&child, 0);
	cr_expect(WIFSIGNALED(child.status) && WTERMSIG(child.status) == SIGTERM);
	cr_expect(!child_runs(&child));
	take(SIGTERM);
	cr_expect(child.stop);
}

Test(child, the_same_signal_by_two_ways_is_one)
{
	start();
	take(SIGTERM);
	take(SIGTERM); /* to us, and to our group, before it is decided */
	cr_expect(!child.stop);
	take(SIGINT);
	cr_expect(child.stop);
}

Test(child, its_end_is_noted_with_its_status)
{
	siginfo_t info;

	child.pid = fork();
	if (!child.pid)
		_exit(7);
	cr_assert_eq(waitid(P_PID, (id_t)child.pid, &info, WEXITED | WNOWAIT), 0);
	cr_expect(child_runs(&child));
	cr_expect(child_take_signals(&child, 0));
	cr_expect(!child_runs(&child) && WEXITSTATUS(child.status) == 7);
}

Test(child, a_hangup_reloads_where_it_is_no_end)
{
	child.hup_reloads = true;
	take(SIGHUP);
	cr_expect(!child.stop);
	cr_expect(child_take_reload(&child));
	cr_expect(!child_take_reload(&child));
	child.hup_reloads = false;
	take(SIGHUP);
	cr_expect(child.stop);
}

Test(child, the_end_of_our_processor_time_ends_the_recording_whatever_runs)
{
	start();
	take(SIGXCPU);
	cr_expect(child.stop && !child.had_signal);
}

Test(child, it_is_waited_for_when_the_recording_is_over)
{
	start();
	child.stop = true; /* by the signal that ended the recording */
	kill(child.pid, SIGKILL);
	child_wait(&child, 100);
	cr_expect(WIFSIGNALED(child.status) && !child.stop);
}

Test(child, the_command_has_the_mask_of_before)
{
	sigset_t now;

	child_restore_signals();
	sigprocmask(SIG_SETMASK, NULL, &now);
	cr_expect(!sigismember(&now, SIGINT) && !sigismember(&now, SIGCHLD));
}
