// SPDX-License-Identifier: GPL-2.0-or-later
/* Filters against /proc: of this very process, and of one that has ended. */
#include "host/filter.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "nytprof/interp.h"
#include "options/host_options.h"
#include "util/error.h"

static struct host_options options;
static struct process_filter *filter;
static struct error err;

static void init(void)
{
	host_options_init(&options);
	prctl(PR_SET_NAME, "fifteen-letters-and-more");
}

static void fini(void)
{
	filter_free(filter);
}

TestSuite(filter, .init = init, .fini = fini);

static enum fit fit(void)
{
	filter_free(filter);
	filter = filter_new(&options, &err);
	cr_assert_not_null(filter, "%s", err.text);
	return filter_process(filter, getpid());
}

Test(filter, without_one_everybody_fits)
{
	cr_expect_eq(fit(), FIT_YES);
	cr_expect(filter_is_everybody(filter));
}

Test(filter, user)
{
	options.has_uid = true;
	options.uid = geteuid();
	cr_expect_eq(fit(), FIT_YES);
	cr_expect(!filter_is_everybody(filter));
	options.uid = geteuid() + 1;
	cr_expect_eq(fit(), FIT_NO);
}

Test(filter, name_as_the_kernel_cuts_it)
{
	options.comm = "fifteen-letters-and-more";
	cr_expect_eq(fit(), FIT_YES);
	options.comm = "fifteen-letters";
	cr_expect_eq(fit(), FIT_YES);
	options.comm = "fifteen";
	cr_expect_eq(fit(), FIT_NO);
}

Test(filter, executable_by_a_pattern)
{
	options.exe = "*/test_filter";
	cr_expect_eq(fit(), FIT_YES);
	options.exe = "*/perl";
	cr_expect_eq(fit(), FIT_NO);
}

/* posix_spawn(3) returns when the process has executed the command. */
Test(filter, command_line_by_an_expression)
{
	char *argv[] = { "sleep", "1000", NULL };
	pid_t pid;

	cr_assert_eq(posix_spawnp(&pid, argv[0], NULL, NULL, argv, environ), 0);
	options.match = "^sle+p 1000$";
	fit();
	cr_expect_eq(filter_process(filter, pid), FIT_YES);
	options.match = "^perl ";
	fit();
	cr_expect_eq(filter_process(filter, pid), FIT_NO);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

Test(filter, all_of_several_must_fit)
{
	options.comm = "fifteen-letters";
	options.has_uid = true;
	options.uid = geteuid();
	cr_expect_eq(fit(), FIT_YES);
	options.exe = "*/perl";
	cr_expect_eq(fit(), FIT_NO);
}

Test(filter, nobody_is_in_a_control_group_that_does_not_exist)
{
	options.cgroup = "/no/such/group";
	cr_expect_eq(fit(), FIT_NO);
}

Test(filter, one_that_has_ended_may_have_been_anybody)
{
	pid_t pid = fork();

	if (!pid)
		_exit(0);
	waitpid(pid, NULL, 0);
	options.exe = "*/perl";
	fit();
	cr_expect_eq(filter_process(filter, pid), FIT_GONE);
}

static struct interp interp_of(pid_t pid, const char *args, size_t len)
{
	struct interp in = { .tgid = (uint32_t)pid, .args_len = (uint32_t)len };

	memcpy(in.args, args, len);
	return in;
}

Test(filter, an_interpreter_by_the_arguments_that_were_noted)
{
	static const char args[] = "perl\0app.pl\0--port";
	struct interp in = interp_of(getpid(), args, sizeof(args));

	options.match = "^perl app.pl --port$";
	fit();
	cr_expect(filter_interp(filter, &in));
	options.match = "--port ";
	fit();
	cr_expect(!filter_interp(filter, &in));
}

/* /proc has no executable of it any more; what it executed was told before. */
Test(filter, an_interpreter_whose_process_is_gone)
{
	pid_t pid = fork();
	struct interp in;

	if (!pid)
		_exit(0);
	waitpid(pid, NULL, 0);
	in = interp_of(pid, "", 0);
	options.exe = "/opt/*/perl";
	fit();
	cr_expect(!filter_interp(filter, &in));
	filter_note_program(filter, pid, "/opt/app/perl");
	cr_expect(filter_interp(filter, &in));
	filter_note_program(filter, pid, "/usr/bin/perl");
	cr_expect(!filter_interp(filter, &in));
}
