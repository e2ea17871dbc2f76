// SPDX-License-Identifier: GPL-2.0-or-later
/* Several interpreters in a process, several perl stacks in an interpreter, event loops. */
#include "e2e.h"

TestSuite(threads, .init = e2e_init, .fini = e2e_fini, .timeout = 150);

#define PROFILE "perl $TOP/tests/e2e/profile.pl nytprof.out 2>/dev/null"

Test(threads, the_counts_of_threads_are_summed_in_one_file)
{
	put_file("a.pl", "use threads;\n"
			 "sub work { my ($n, $s) = (shift, 0);\n"
			 "    for (1 .. $n) {\n"
			 "        $s += $_;\n"
			 "    }\n"
			 "    return $s }\n"
			 "sub body { my $k = shift;\n"
			 "    work(10 * $k) for 1 .. 3;\n"
			 "    return eval \"1 + $k\" }\n"
			 "my @t = map { threads->create(\\&body, $_) } 1 .. 3;\n"
			 "$_->join for @t;\n"
			 "threads->create('body', 4)->detach;\n"
			 "select undef, undef, undef, 0.5;\n");
	/* The reader says that the statements took longer than there was time: they did. */
	cr_assert_eq(run("$AGENT -q --strict -- perl a.pl && ls | grep -c nytprof && " PROFILE), 0,
		     "%s", e2e_err);
	expect_out("1\n");
	expect_line("/a.pl:4", 3 * 10 * (1 + 2 + 3 + 4));
	expect_line("/a.pl:6", 12);
	expect_out("/a.pl:8 main::body main::work 12 ");
	expect_out("/a.pl:10 main::RUNTIME main::body 3 ");
	expect_out("/a.pl:12 main::RUNTIME main::body 1 ");
	expect_out("attr agent_interpreters ");
	/* Each has its own file of the profile, though each interpreter counts from the same number on. */
	cr_assert_eq(run("grep -ac . a.pl; " PROFILE
			 " | grep '^src (eval .*1 + ' | sort -u | wc -l"),
		     0);
	expect_out("4\n");
}

Test(threads, a_sub_has_the_same_name_and_lines_in_a_thread)
{
	put_file("a.pl", "use threads;\n"
			 "my $f = sub {\n"
			 "    my $x = shift;\n"
			 "    return $x + 1;\n"
			 "};\n"
			 "threads->create(sub { $f->(1) })->join;\n");
	cr_assert_eq(run("$AGENT -q --strict -- perl a.pl && " PROFILE), 0, "%s", e2e_err);
	expect_out("/a.pl:6 main::__ANON__[a.pl:6] main::__ANON__[a.pl:5] 1 ");
	cr_expect_null(strstr(e2e_out, "[a.pl:4]"), "%s", e2e_out);
}

/* Their numbers and the addresses of their interpreters are used again and again. */
Test(threads, hundreds_of_short_threads_and_some_that_never_end)
{
	put_file("a.pl",
		 "use threads;\n"
		 "sub work { my $s = 0;\n"
		 "    for my $i (1 .. shift) {\n"
		 "        $s += $i;\n"
		 "    }\n"
		 "    return $s }\n"
		 "eval \"sub evaled {\\n my \\$k = shift; return \\$k }\";\n"
		 "sub body { work($_[0] % 10 + 1); return evaled(1) }\n"
		 "for my $i (1 .. 200) {\n"
		 "    my $t = threads->create(\\&body, $i);\n"
		 "    $i % 2 ? $t->join : $t->detach;\n"
		 "}\n"
		 "my @left = map { threads->create(sub { work(1); sleep 30; work(1) }) } 1 .. 3;\n"
		 "my @done = map { threads->create(\\&work, 4) } 1 .. 3;\n"
		 "select undef, undef, undef, 0.5;\n");
	cr_assert_eq(run("$AGENT -q --strict -- perl a.pl && " PROFILE "; ls | grep -c nytprof"), 0,
		     "%s", e2e_err);
	expect_err("Perl exited with active threads");
	expect_line("/a.pl:4", 20 * 55 + 3 + 3 * 4);
	expect_line("/a.pl:6", 200 + 3 + 3);
	expect_out("/a.pl:8 main::body main::work 200 ");
	expect_out("/a.pl:8 main::body main::evaled 200 ");
	expect_out("[a.pl:7]:2 400 ");
	expect_out("attr agent_interpreters 207\n");
	expect_out("\n1\n");
}

/* By _exit: all threads are killed at once, and more than one of them is the last.  One was parked before. */
Test(threads, threads_that_are_killed_together_are_counted_once)
{
	put_file("a.pl", "use threads;\n"
			 "use POSIX ();\n"
			 "sub hold {\n"
			 "    syswrite $_[0], 'x';\n"
			 "    sleep 60;\n"
			 "}\n"
			 "sub body { hold($_[0]) }\n"
			 "for (1 .. 30) {\n"
			 "    pipe my $in, my $out;\n"
			 "    unless (fork) {\n"
			 "        my $ended = threads->create(sub { 1 });\n"
			 "        threads->create(\\&body, $out)->detach for 1 .. 6;\n"
			 "        sysread $in, my $x, 1 for 1 .. 6;\n"
			 "        POSIX::_exit(0);\n"
			 "    }\n"
			 "    wait;\n"
			 "}\n");
	cr_assert_eq(run("$AGENT -q --strict -- perl a.pl && "
			 "perl $TOP/tests/e2e/sums.pl nytprof.out*"),
		     0, "%s", e2e_err);
	expect_out("/a.pl:12 main::RUNTIME main::body 180\n");
	expect_out("/a.pl:7 main::body main::hold 180\n");
	expect_out("/a.pl:4 180\n");
	expect_out("/a.pl:14 30\n");
}

/* What perl_clone has run in it, what its thread runs, and what is destroyed by whoever joins it. */
Test(threads, a_clone_is_one_interpreter_and_its_creator_can_still_fork)
{
	put_file("a.pl", "use threads;\n"
			 "package D;\n"
			 "sub CLONE { return main::one() }\n"
			 "package main;\n"
			 "sub one { return 1 }\n"
			 "my $t = threads->create(sub { return bless [], 'D' });\n"
			 "unless (fork) {\n"
			 "    one() for 1 .. 4;\n"
			 "    require POSIX; POSIX::_exit(0);\n"
			 "}\n"
			 "wait; $t->join;\n");
	cr_assert_eq(run("$AGENT -q --strict -- perl a.pl; ls | grep -c nytprof; " PROFILE), 0,
		     "%s", e2e_err);
	expect_out("2\n");
	expect_out("attr agent_interpreters 2\n");
	expect_out("/a.pl:3 D::CLONE main::one 1 ");
	expect_line("/a.pl:11", 2);
	cr_assert_eq(run("perl $TOP/tests/e2e/profile.pl nytprof.out.*"), 0);
	expect_out("/a.pl:8 main::RUNTIME main::one 4 ");
	expect_line("/a.pl:9", 2);
}

/* By _exit: at an exit such a child of a bare perl hangs, too, as it waits for the other threads. */
Test(threads, a_thread_may_fork)
{
	put_file("a.pl", "use threads;\n"
			 "use POSIX ();\n"
			 "sub work {\n"
			 "    for my $i (1 .. shift) {\n"
			 "        one($i);\n"
			 "    }\n"
			 "    return 1 }\n"
			 "sub one { return $_[0] }\n"
			 "sub body {\n"
			 "    unless (my $pid = fork) {\n"
			 "        work(10);\n"
			 "        POSIX::_exit(3);\n"
			 "    }\n"
			 "    wait;\n"
			 "    return work(5);\n"
			 "}\n"
			 "$_->join for map { threads->create(\\&body) } 1 .. 3;\n");
	cr_assert_eq(run("$AGENT -q --strict -- perl a.pl; ls | grep -c nytprof; " PROFILE), 0,
		     "%s", e2e_err);
	expect_out("4\n");
	expect_line("/a.pl:5", 15);
	expect_out("/a.pl:15 main::body main::work 3 ");
	cr_assert_eq(run("for f in nytprof.out.*; do perl $TOP/tests/e2e/profile.pl $f; done | "
			 "grep -cE '/a.pl:(5 10|7 1|11 1|12 1|14 0) |:5 main::work main::one 10 '"),
		     0);
	expect_out("15\n");
}

Test(threads, they_come_and_go_while_the_agent_comes)
{
	pid_t pid;

	put_file(
		"a.pl",
		"use threads;\n"
		"sub work { for my $i (1 .. 7) {\n"
		"        one($i);\n"
		"    } }\n"
		"sub one { return $_[0] }\n"
		"my $early = threads->create(sub { select undef, undef, undef, 0.02 until -e 'go';\n"
		"    work() for 1 .. 3 });\n"
		"open my $up, '>', 'up'; close $up;\n"
		"until (-e 'go') { threads->create('one', 1)->join }\n"
		"threads->create('work')->join for 1 .. 20;\n"
		"$early->join;\n");
	pid = start("perl", "a.pl", NULL);
	cr_assert(wait_for("up"));
	cr_assert_eq(run("$AGENT --pid %d & recording; touch go; wait $! && " PROFILE, pid), 0,
		     "%s", e2e_err);
	waitpid(pid, NULL, 0);
	expect_err("not recorded: nothing (0)");
	expect_line("/a.pl:3", 7 * 23);
	expect_out("/a.pl:3 main::work main::one 161 ");
	expect_line("/a.pl:11", 1);
}

Test(threads, calls_of_coroutines_stay_open_over_a_switch)
{
	put_file("a.pl", "use Coro;\n"
			 "sub work { return 1 }\n"
			 "sub inner { work(1);\n"
			 "    cede;\n"
			 "    work(2);\n"
			 "    return 1 }\n"
			 "sub body { for my $j (1 .. 10) {\n"
			 "        inner($j);\n"
			 "    } }\n"
			 "my @c = map { async { body() } } 1 .. 4;\n"
			 "$_->join for @c;\n"
			 "work(3);\n");
	if (run("perl -MCoro -e1"))
		cr_skip_test("needs libcoro-perl");
	cr_assert_eq(run("$AGENT -q --strict -- perl a.pl && " PROFILE), 0, "%s", e2e_err);
	expect_line("/a.pl:4", 40);
	expect_line("/a.pl:5", 40);
	expect_out("/a.pl:3 main::inner main::work 40 ");
	expect_out("/a.pl:5 main::inner main::work 40 ");
	expect_out("/a.pl:8 main::body main::inner 40 ");
	expect_out("main::__ANON__[a.pl:10] main::body 4 ");
	expect_out("/a.pl:12 main::RUNTIME main::work 1 ");
}

/* A return probe would be its death: see attached_spare_returns. */
Test(threads, a_builtin_may_change_between_c_stacks)
{
	put_file("a.pl", "use Coro;\n"
			 "package T; sub TIEHANDLE { bless [] }\n"
			 "sub PRINT { Coro::cede(); my $x = 'abc' =~ /b/; return 1 }\n"
			 "package main; tie *FH, 'T';\n"
			 "my @c = map { async { for (1 .. 20) {\n"
			 "    print FH 'x'; 'y' =~ /(y)/; Coro::cede() } } } 1 .. 4;\n"
			 "for (1 .. 50) { 'abc' =~ /c/; print FH 'y'; cede }\n"
			 "$_->join for @c; print \"done\\n\";\n");
	if (run("perl -MCoro -e1"))
		cr_skip_test("needs libcoro-perl");
	cr_assert_eq(run("$AGENT --strict -- perl a.pl"), 0, "%s", e2e_err);
	expect_out("done\n");
	expect_err("the time of a builtin lasts until the next statement or call");
	cr_assert_eq(run(PROFILE), 0);
	expect_out("attr agent_builtin_times approximate\n");
	expect_out("sub T::PRINT 130 ");
	expect_out("sub main::CORE:print 131 ");
}

/* How many of the event loops were there to be tried. */
static void expect_loops(size_t ran, size_t all)
{
	const char *ci = getenv("CI");

	if (ci && !strcmp(ci, "true"))
		cr_expect_eq(ran, all, "%zu of %zu event loops are there", ran, all);
	else if (!ran)
		cr_skip_test("needs libanyevent-perl, libpoe-perl, libio-async-perl or "
			     "libmojolicious-perl");
}

Test(threads, event_loops_count_their_callbacks)
{
	static const char *const loops[] = {
		"use AnyEvent; my $d = AE::cv; my $t; $t = AE::timer 0, 0.001, "
		"sub { tick() or do { undef $t; $d->send } }; $d->recv;",
		"use POE; POE::Session->create(inline_states => { _start => sub { $_[KERNEL]->yield('t') }, "
		"t => sub { tick() and $_[KERNEL]->yield('t') } }); POE::Kernel->run;",
		"use IO::Async::Loop; my $l = IO::Async::Loop->new; my $f; "
		"$f = sub { tick() ? $l->later($f) : $l->stop }; $l->later($f); $l->run;",
		"use Mojo::IOLoop; Mojo::IOLoop->recurring(0.001, "
		"sub { tick() or Mojo::IOLoop->stop }); Mojo::IOLoop->start;"
	};
	const size_t cnt = sizeof(loops) / sizeof(loops[0]);
	char script[1024];
	size_t i, ran = 0;

	for (i = 0; i < cnt; i++) {
		snprintf(script, sizeof(script),
			 "my $n = 0;\nsub tick {\n    return ++$n < 9 }\n%s\n", loops[i]);
		put_file("a.pl", script);
		if (run("perl a.pl"))
			continue;
		cr_assert_eq(run("$AGENT -q --strict -- perl a.pl && " PROFILE), 0, "%s: %s",
			     loops[i], e2e_err);
		expect_out("sub main::tick 9 ");
		expect_line("/a.pl:3", 9);
		ran++;
	}
	expect_loops(ran, cnt);
}

/* What a profile says of the script's own lines, but no times. */
#define OWN(file)                                                                         \
	"perl $TOP/tests/e2e/profile.pl " file " | grep -E '^(line|call) [^ ]*/a.pl:' | " \
	"sed -E 's/ [-0-9.e]+$//' | grep -v '^line .* 0$' | sort"

/* What loops do themselves depends on the time that goes by, what they call does not. */
Test(threads, event_loops_as_under_nytprof)
{
	static const char *const loops[] = { "anyevent", "poe", "io_async", "mojo" };
	const size_t cnt = sizeof(loops) / sizeof(loops[0]);
	size_t i, ran = 0;

	for (i = 0; i < cnt; i++) {
		cr_assert_eq(run("cp $TOP/tests/e2e/loops/%s.pl a.pl", loops[i]), 0);
		if (run("perl a.pl"))
			continue;
		cr_assert_eq(
			run("NYTPROF=file=theirs perl -d:NYTProf a.pl && " OWN(
				"theirs") " >theirs.txt\n"
					  "$AGENT -q --strict -o ours -- perl a.pl && " OWN(
						  "ours") " >ours.txt\n"
							  "rm -f ours theirs; grep -c main::tick ours.txt"),
			0, "%s: %s", loops[i], e2e_err);
		cr_expect_eq(run("diff theirs.txt ours.txt"), 0, "%s: %s", loops[i], e2e_out);
		ran++;
	}
	expect_loops(ran, cnt);
}

/*
 * Devel::NYTProf can't be asked: under it Future::AsyncAwait finds a savestack that it does not know, and
 * aborts.  Whoever resolves a future calls what waits for it, so a sub is called once more each time.
 */
Test(threads, subs_that_are_suspended_go_on_later)
{
	if (run("cp $TOP/tests/e2e/loops/async_await.pl a.pl && perl a.pl"))
		cr_skip_test("needs libfuture-asyncawait-perl");
	cr_assert_eq(run("$AGENT -q --strict -- perl a.pl && " PROFILE), 0, "%s", e2e_err);
	expect_line("/a.pl:15", 6);
	expect_line("/a.pl:17", 6);
	expect_line("/a.pl:24", 3);
	expect_line("/a.pl:32", 1);
	expect_out("/a.pl:16 main::waits main::later 6 ");
	expect_out("/a.pl:17 main::waits main::one 6 ");
	expect_out("sub main::waits 12 ");
	expect_out("sub main::outer 4 ");
	expect_out("sub main::one 14 ");
}

/* ------------------------------------------------------- several interpreters on one thread */

/* Links tests/e2e/hosts.c, and makes scripts for its two interpreters. */
static void need_hosts(void)
{
	if (run("cc $(perl -MExtUtils::Embed -e ccopts) -o hosts $TOP/tests/e2e/hosts.c -lperl "
		"-ldl -lm -lpthread -lcrypt"))
		cr_skip_test("needs libperl-dev: %s", e2e_err);
	put_file("a.pl", "use Time::HiRes 'usleep';\n"
			 "sub work {\n"
			 "    usleep(20000);\n"
			 "    return one() + one();\n"
			 "}\n"
			 "sub one { return 1 }\n"
			 "sub nest {\n"
			 "    Host::other();\n"
			 "    usleep(20000);\n"
			 "}\n"
			 "$ENV{NEST} and nest() for 1 .. 10;\n");
	put_file("b.pl", "use Time::HiRes 'usleep';\n"
			 "sub work {\n"
			 "    usleep(50000);\n"
			 "    return two() + two() + two();\n"
			 "}\n"
			 "sub two { return 2 }\n");
}

static void expect_between(double low, double val, double high)
{
	cr_expect(val >= low && val <= high, "%g is not from %g to %g in:\n%s", val, low, high,
		  e2e_out);
}

static void expect_hosts(bool a_works)
{
	cr_assert_eq(run("ls | grep -c nytprof; perl $TOP/tests/e2e/profile.pl nytprof.out"), 0);
	expect_out("1\n");
	expect_line("/a.pl:3", a_works ? 10 : 0);
	expect_line("/a.pl:6", a_works ? 20 : 0);
	expect_line("/b.pl:3", 10);
	expect_line("/b.pl:6", 30);
	if (a_works)
		expect_between(0.2, seconds_behind("/a.pl:3"), 0.45);
	expect_between(0.5, seconds_behind("/b.pl:3"), 0.69);
	expect_out("attr agent_interpreters 2\n");
}

Test(threads, interpreters_by_turns_on_one_thread_have_their_own_time)
{
	static const char *const ways[] = { "turns", "left", "threads" };
	size_t i;

	need_hosts();
	for (i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		cr_assert_eq(run("$AGENT -q --strict -- ./hosts %s a.pl b.pl", ways[i]), 0,
			     "%s: %s", ways[i], e2e_err);
		expect_hosts(true);
		/* At once on two threads they have more time than went by. */
		if (strcmp(ways[i], "threads"))
			cr_expect_eq(strstr(e2e_err, "sum of the statement timings"), NULL, "%s",
				     e2e_err);
		run("rm nytprof.out");
	}
}

Test(threads, what_is_called_in_another_interpreter_is_not_the_callers_time)
{
	need_hosts();
	cr_assert_eq(run("NEST=1 $AGENT -q --strict -- ./hosts nested a.pl b.pl"), 0, "%s",
		     e2e_err);
	expect_hosts(false);
	expect_line("/a.pl:8", 10);
	expect_line("/a.pl:9", 10);
	expect_between(0, seconds_behind("/a.pl:8"), 0.3);
	expect_between(0.2, seconds_behind("/a.pl:9"), 0.45);
	expect_between(0, seconds_behind("main::nest Host::other"), 0.3);
	expect_between(0.2, seconds_behind("main::nest Time::HiRes::usleep"), 0.45);
}
