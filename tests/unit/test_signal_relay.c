// SPDX-License-Identifier: GPL-2.0-or-later
/* Real signals among real processes.  Times are given, so nothing is waited for. */
#include "spawn/signal_relay.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SENT_NS	 1000ull
#define LATER_NS (SENT_NS + 20000000)

static struct signal_relay relay;
static int told[2]; /* the command writes a letter for each signal that it gets */
static pid_t command;

static void tell(int signo)
{
	const char letter = signo == SIGTERM ? 'T' : 'W';

	if (write(told[1], &letter, 1) != 1)
		_exit(1);
}

static pid_t start_command(bool own_group)
{
	struct sigaction action = { .sa_handler = tell };
	sigset_t none;
	char ready;
	pid_t pid;

	sigfillset(&action.sa_mask);
	cr_assert_eq(pipe(told), 0);
	pid = fork();
	if (!pid) {
		if (own_group)
			setpgid(0, 0);
		sigaction(SIGTERM, &action, NULL);
		sigaction(SIGWINCH, &action, NULL);
		sigemptyset(&none);
		tell(SIGWINCH);
		sigprocmask(SIG_SETMASK, &none, NULL);
		for (;;)
			pause();
	}
	cr_assert_gt(pid, 0);
	cr_assert_eq(read(told[0], &ready, 1), 1);
	return pid;
}

/* What the command was sent so far: the lower number is delivered first, and each handler runs to its end. */
static void expect_told(const char *letters)
{
	char got[16] = "";
	size_t len = 0;

	kill(command, SIGWINCH);
	while (len < sizeof(got) - 1 && read(told[0], &got[len], 1) == 1 && got[len] != 'W')
		len++;
	got[len] = '\0';
	cr_expect_str_eq(got, letters);
}

static void init(void)
{
	sigset_t set;

	cr_assert(getpgrp() == getpid() || !setpgid(0, 0));
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGWINCH);
	sigprocmask(SIG_BLOCK, &set, NULL);
}

static void fini(void)
{
	signal_relay_end(&relay);
	kill(command, SIGKILL);
	waitpid(command, NULL, 0);
}

TestSuite(signal_relay, .init = init, .fini = fini);

static void begin(bool own_group)
{
	command = start_command(own_group);
	signal_relay_begin(&relay);
	cr_assert_gt(relay.witness, 0);
}

Test(signal_relay, what_was_sent_to_the_recorder_alone_is_passed_on_once)
{
	begin(false);
	kill(getpid(), SIGTERM);
	signal_relay_take(&relay, SIGTERM, SENT_NS);
	signal_relay_decide(&relay, command, LATER_NS);
	signal_relay_decide(&relay, command, 2 * LATER_NS);
	expect_told("T");
}

Test(signal_relay, nothing_is_decided_while_the_group_may_still_get_it)
{
	begin(false);
	signal_relay_take(&relay, SIGTERM, SENT_NS);
	signal_relay_decide(&relay, command, LATER_NS - 1);
	expect_told("");
	cr_expect_eq(relay.signo, SIGTERM);
	signal_relay_decide(&relay, command, LATER_NS);
	expect_told("T");
}

Test(signal_relay, what_the_group_got_reaches_the_command_once)
{
	begin(false);
	cr_assert_eq(kill(-getpgrp(), SIGTERM), 0);
	signal_relay_take(&relay, SIGTERM, SENT_NS);
	signal_relay_decide(&relay, command, LATER_NS);
	expect_told("T");
	cr_expect_eq(relay.signo, 0);
}

Test(signal_relay, a_command_in_a_group_of_its_own_has_not_got_it)
{
	begin(true);
	cr_assert_eq(kill(-getpgrp(), SIGTERM), 0);
	signal_relay_take(&relay, SIGTERM, SENT_NS);
	signal_relay_decide(&relay, command, LATER_NS);
	expect_told("T");
}

Test(signal_relay, without_a_witness_each_signal_is_passed_on)
{
	command = start_command(false);
	signal_relay_take(&relay, SIGTERM, SENT_NS);
	signal_relay_decide(&relay, command, LATER_NS);
	expect_told("T");
}

Test(signal_relay, the_witness_ends_when_it_is_told)
{
	pid_t witness;

	begin(false);
	witness = relay.witness;
	signal_relay_end(&relay);
	cr_expect_eq(relay.witness, 0);
	cr_expect(kill(witness, 0) == -1 && errno == ESRCH);
	signal_relay_end(&relay); /* there is none */
}
