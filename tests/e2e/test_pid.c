// SPDX-License-Identifier: GPL-2.0-or-later
/* nytprof-bpf --pid */
#include "e2e.h"

TestSuite(pid, .init = e2e_init, .fini = e2e_fini, .timeout = 150);

#define SERVER                                                                       \
	"use Time::HiRes 'sleep';\n"                                                 \
	"sub handle { my $n = shift; my $s = 0; $s += $_ for 1 .. $n; return $s }\n" \
	"sub request {\n"                                                            \
	"    my $t = 0;\n"                                                           \
	"    for my $i (1 .. 10) {\n"                                                \
	"        $t += handle($i);\n"                                                \
	"    }\n"                                                                    \
	"    return $t;\n"                                                           \
	"}\n"                                                                        \
	"sub serve { while (1) { request(); sleep 0.01 } }\n"                        \
	"serve();\n"

static pid_t server;

static void start_server(void)
{
	put_file("server.pl", SERVER);
	server = start("perl", "server.pl", NULL);
	usleep(300000);
}

Test(pid, records_a_process_that_runs)
{
	double requests, handled;

	start_server();
	cr_assert_eq(run("$AGENT --pid %d -d 1.5", server), 0, "%s", e2e_err);
	stop(server);
	expect_err("not recorded: nothing (0)");
	read_profile("nytprof.out");
	requests = number_behind("main::serve main::request ");
	handled = number_behind("main::request main::handle ");
	cr_expect_gt(requests, 20);
	cr_expect_leq(handled - 10 * requests, 10, "%g requests, %g handled", requests, handled);
	cr_expect_geq(handled - 10 * requests, -10);
	/* Under way since before the attach: time, and no count. */
	expect_out("call ");
	cr_expect_eq(number_behind("main::RUNTIME main::serve "), 0);
	cr_expect_gt(number_behind("main::RUNTIME main::serve 0 "), 1.0);
	expect_out("/server.pl:2 sub handle");
}

/* What is not watched pays nothing: its code is as it was.  0xcc is the breakpoint. */
Test(pid, another_perl_has_no_probe_in_its_memory)
{
	char line[32];
	pid_t other;

	start_server();
	other = start("perl", "server.pl", NULL);
	usleep(300000);
	cr_assert_eq(run("$AGENT -v --pid %d -d 20 & recording\n"
			 "at=$(sed -n 's/.* pp_nextstate *at *\\(0x[0-9a-f]*\\) .*/\\1/p' stderr)\n"
			 "for pid in %d %d; do perl $TOP/tests/e2e/code_at.pl $pid $at; done\n"
			 "kill -INT %%1; wait %%1",
			 server, server, other),
		     0, "%s", e2e_err);
	snprintf(line, sizeof(line), "%d cc\n", server);
	expect_out(line);
	snprintf(line, sizeof(line), "%d cc\n", other);
	cr_expect_null(strstr(e2e_out, line), "%s", e2e_out);
	snprintf(line, sizeof(line), "%d ", other);
	expect_out(line); /* it was looked at */
	stop(server);
	stop(other);
}

Test(pid, several_at_once_and_one_that_is_gone)
{
	pid_t second, gone = start("true", NULL);

	start_server();
	second = start("perl", "server.pl", NULL);
	usleep(300000);
	waitpid(gone, NULL, 0);
	cr_expect_eq(run("$AGENT -p %d,%d,%d,%d -d 1; ls", server, gone, second, server), 0, "%s",
		     e2e_err);
	expect_err("no process");
	expect_err("recording 2 processes;");
	expect_err("not recorded: 1 process that can't be attached to");
	expect_no_err("nothing (0)");
	expect_out("nytprof.out\n");
	expect_out("nytprof.out.");
	cr_expect_eq(run("$AGENT --strict -p %d,%d -d 1", server, gone), 4, "%s", e2e_err);
	stop(server);
	stop(second);
}

Test(pid, signals_stop_it_and_what_was_recorded_is_written)
{
	static const char *const signals[] = { "INT", "TERM", "HUP" };
	size_t i;

	start_server();
	for (i = 0; i < 3; i++) {
		cr_expect_eq(
			run("$AGENT -o %s.out --pid %d & recording; sleep 0.3; kill -%s $!; wait $!",
			    signals[i], server, signals[i]),
			0, "%s", e2e_err);
		expect_err("statements");
	}
	cr_expect_eq(kill(server, 0), 0, "the target is gone");
	read_profile("HUP.out");
	stop(server);
}

Test(pid, ends_with_its_target_however_that_ends)
{
	start_server();
	cr_expect_eq(run("$AGENT --pid %d & recording; sleep 1; kill -9 %d; wait $!", server,
			 server),
		     0, "%s", e2e_err);
	waitpid(server, NULL, 0);
	read_profile("nytprof.out");
	cr_expect_gt(number_behind("main::serve main::request "), 10);
}

Test(pid, children_of_the_target_are_followed)
{
	put_file("a.pl", "use Time::HiRes 'sleep';\n"
			 "sub kid { for my $i (1 .. 20) { sleep 0.02; step($i) } exit }\n"
			 "sub step { return 1 }\n"
			 "while (1) {\n"
			 "    my $pid = fork;\n"
			 "    kid() if !$pid;\n"
			 "    waitpid $pid, 0;\n"
			 "}\n");
	server = start("perl", "a.pl", NULL);
	usleep(200000);
	cr_expect_eq(run("$AGENT --pid %d -d 2; cat nytprof.out.* >/dev/null && ls", server), 0,
		     "%s", e2e_err);
	stop(server);
	cr_assert_eq(
		run("for f in nytprof.out.*; do perl $TOP/tests/e2e/profile.pl $f; done | grep -c "
		    "'main::kid main::step '"),
		0);
	cr_expect_geq(number_behind(""), 2, "%s", e2e_out);
}

/* Under --pid a child has no probe when it begins; one that executes a program at once has lost nothing. */
Test(pid, what_children_ran_before_they_were_attached_to_is_a_loss)
{
	put_file(
		"a.pl",
		"my $kind = shift;\n"
		"while (1) {\n"
		"    select undef, undef, undef, 0.1;\n"
		"    if ($kind eq 'exec') { system 'true'; next }\n"
		"    my $pid = fork;\n"
		"    if (!$pid && $kind eq 'late') { select undef, undef, undef, 0.01 for 1 .. 40 }\n"
		"    exit if !$pid;\n"
		"    waitpid $pid, 0;\n"
		"}\n");
	server = start("perl", "a.pl", "exec", NULL);
	cr_expect_eq(run("$AGENT --strict --pid %d -d 1.5", server), 0, "%s", e2e_err);
	stop(server);
	expect_err("not recorded: nothing (0)");
	server = start("perl", "a.pl", "short", NULL);
	cr_expect_eq(run("$AGENT --strict --pid %d -d 1.5", server), 4, "%s", e2e_err);
	stop(server);
	expect_err(" that ended before they were attached to: what they ran is not known");
	expect_no_err("nothing (0)");
	server = start("perl", "a.pl", "late", NULL);
	cr_expect_eq(run("$AGENT --strict --pid %d -d 2", server), 4, "%s", e2e_err);
	stop(server);
	expect_err("not recorded: the begin of ");
	/* One that ran already when its parent was attached to may have the first name. */
	cr_assert_eq(
		run("for f in nytprof.out*; do $AGENT report $f | grep -q 'its first ' && break; done\n"
		    "perl $TOP/tests/e2e/profile.pl $f; $AGENT report $f"),
		0, "%s", e2e_err);
	cr_expect_gt(number_behind("attr agent_lost_BEGIN_US "), 100);
	expect_out("not recorded: its first ");
}

Test(pid, that_becomes_another_program_is_counted_once)
{
	put_file("b.pl", "for my $i (1 .. 300000) {\n    work($i);\n}\nsub work { return 1 }\n");
	put_file("a.pl", "open my $f, '>', 'up'; close $f;\n"
			 "until (-e 'go') {\n    select undef, undef, undef, 0.01;\n}\n"
			 "exec $^X, 'b.pl';\n");
	server = start("perl", "a.pl", NULL);
	cr_assert(wait_for("up"));
	cr_expect_eq(run("$AGENT --pid %d & recording; touch go; wait $!; ls nytprof.out.*",
			 server),
		     0, "%s", e2e_err);
	waitpid(server, NULL, 0);
	expect_err("nothing (0)");
	*strchr(e2e_out, '\n') = '\0';
	char exec_out[64];
	snprintf(exec_out, sizeof(exec_out), "%.63s", e2e_out);
	read_profile("nytprof.out");
	expect_line("/a.pl:5", 1);
	read_profile(exec_out);
	expect_line("/b.pl:2", 300000);
	expect_line("/b.pl:4", 300000);
	expect_out("main::RUNTIME main::work 300000 ");
}

Test(pid, many_calls_that_are_under_way_are_known)
{
	put_file("a.pl", "no warnings 'recursion';\n"
			 "sub down { my $n = shift;\n"
			 "    return down($n - 1) if $n;\n"
			 "    open my $f, '>', 'deep'; close $f;\n"
			 "    until (-e 'enough') { bottom(); select undef, undef, undef, 0.005 }\n"
			 "    return;\n"
			 "}\n"
			 "sub bottom { return 1 }\n"
			 "down(1500);\n"
			 "after();\n"
			 "sub after { return 2 }\n");
	server = start("perl", "a.pl", NULL);
	cr_assert(wait_for("deep"));
	cr_expect_eq(run("$AGENT --pid %d & recording; sleep 1.5; touch enough; wait $!", server),
		     0, "%s", e2e_err);
	waitpid(server, NULL, 0);
	expect_err("nothing (0)");
	read_profile("nytprof.out");
	expect_out("main::RUNTIME main::after 1 ");
	cr_expect_gt(number_behind("main::down main::bottom "), 100);
	cr_expect_eq(number_behind("main::RUNTIME main::down "), 0);
	cr_expect_gt(number_behind("main::RUNTIME main::down 0 "), 1.0);
}

/* A server's process says what it is; all its time is below one sub, and the flame graph holds it. */
Test(pid, a_worker_that_has_named_itself)
{
	put_file("a.pl",
		 "$0 = 'my worker 7';\nopen my $f, '>', 'up'; close $f;\nserve();\n"
		 "sub serve {\n    while (1) {\n        one();\n    }\n}\nsub one { my $x = 1 }\n");
	server = start("perl", "a.pl", "with", "arguments", NULL);
	cr_assert(wait_for("up"));
	cr_expect_eq(run("$AGENT --pid %d -d 2 && nytprofhtml -f nytprof.out", server), 0, "%s",
		     e2e_err);
	expect_no_err("exceeds");
	cr_expect(exists("nytprof/all_stacks_by_time.svg"));
	read_profile("nytprof.out");
	expect_out("attr application my worker 7\n");
	cr_expect_gt(number_behind("main::serve main::one "), 10000);
}

Test(pid, of_nothing_and_of_no_perl)
{
	pid_t sleeper = start("sleep", "60", NULL), gone = start("true", NULL);

	usleep(100000);
	waitpid(gone, NULL, 0);
	cr_expect_eq(run("$AGENT --pid %d", gone), 1);
	expect_one_line("no process");
	cr_expect_eq(run("$AGENT --pid %d", sleeper), 3);
	expect_one_line("sleep) is no perl");
	cr_expect_eq(run("$AGENT --pid 2"), 1);
	cr_expect(!exists("nytprof.out"));
	stop(sleeper);
}

Test(pid, one_that_waits_and_one_that_is_a_thread)
{
	server = start("perl", "-Mthreads", "-e",
		       "async { sleep 60 }; open my $f, '>', 'up'; close $f; sleep 60", NULL);
	cr_assert(wait_for("up"));
	cr_expect_eq(run("$AGENT --pid %d -d 1", server), 3);
	expect_err("nothing was recorded: process ");
	expect_err("was in one operation all the time");
	cr_expect_eq(run("$AGENT --pid $(ls /proc/%d/task | tail -1)", server), 1);
	expect_one_line(" is a thread of process ");
	stop(server);
}

Test(pid, a_target_that_ends_meanwhile_is_no_accident)
{
	int i, status;

	/* perls that live for some milliseconds; the attach takes longer than that. */
	for (i = 0; i < 8; i++) {
		status =
			run("perl -e 'select undef, undef, undef, %g' & $AGENT --pid $!", 0.05 * i);
		cr_expect(status == 0 || status == 1 || status == 3, "status %d: %s", status,
			  e2e_err);
		expect_err("nytprof-bpf: ");
	}
}

Test(pid, another_profiler_in_the_target_is_said)
{
	put_file("server.pl", SERVER);
	setenv("NYTPROF", "file=/dev/null:start=no", 1);
	server = start("perl", "-d:NYTProf", "server.pl", NULL);
	unsetenv("NYTPROF");
	usleep(500000);
	cr_expect_eq(run("$AGENT --pid %d -d 0.5", server), 0, "%s", e2e_err);
	expect_err("another profiler (NYTProf.so)");
	stop(server);
}

Test(pid, a_perl_that_was_replaced_on_disk_is_still_found)
{
	put_file("server.pl", SERVER);
	cr_assert_eq(system("cp /usr/bin/perl old-perl"), 0);
	server = start("./old-perl", "server.pl", NULL);
	usleep(300000);
	cr_assert_eq(system("cp /bin/true new-perl; mv new-perl old-perl"), 0);
	cr_expect_eq(run("$AGENT --pid %d -d 1", server), 0, "%s", e2e_err);
	read_profile("nytprof.out");
	cr_expect_gt(number_behind("main::serve main::request "), 10);
	stop(server);
}

Test(pid, accept_waits_for_others)
{
	put_file(
		"a.pl",
		"use IO::Socket::INET;\n"
		"my $s = IO::Socket::INET->new(Listen => 5, LocalAddr => '127.0.0.1') or die;\n"
		"if (!fork) {\n"
		"    for (1 .. 4) { select undef, undef, undef, 0.5;\n"
		"        my $c = IO::Socket::INET->new('127.0.0.1:' . $s->sockport) or die; print $c \"x\\n\" }\n"
		"    exit;\n"
		"}\n"
		"sub one { my $c = $s->accept; return scalar <$c> }\n"
		"sub serve { one() for 1 .. 4; return }\n"
		"serve();\n"
		"wait;\n");
	cr_assert_eq(run("$AGENT -q -- perl a.pl"), 0, "%s", e2e_err);
	read_profile("nytprof.out");
	/* Two seconds of waiting: not in the sub's time, but in that of IO::Socket's statement. */
	cr_expect_lt(number_behind("main::RUNTIME main::serve 1 "), 1.0);
	cr_expect_gt(number_behind("main::RUNTIME main::serve 1 "), 0);
	cr_expect_eq(
		run("perl $TOP/tests/e2e/profile.pl nytprof.out | awk '/^line .*IO.Socket.pm/ && $4 > 1.5'"),
		0);
	expect_out("IO/Socket.pm");
}
