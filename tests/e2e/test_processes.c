// SPDX-License-Identifier: GPL-2.0-or-later
/* How processes come and go: forks, daemons, ends of all kinds, other directories. */
#include "e2e.h"

TestSuite(processes, .init = e2e_init, .fini = e2e_fini, .timeout = 150);

#define FACTS                                                                                     \
	"facts() { for f in $(ls $1 | grep '\\.out' | sort -t. -k3n); do "                        \
	"echo $f | sed 's/\\.[0-9][0-9]*/.PID/g'; perl $TOP/tests/e2e/profile.pl $1/$f | "        \
	"grep -E '^(line|call) ' | sed -E 's/ -?[0-9.]+(e-?[0-9]+)?$//; s,/(theirs|ours)/,/,' | " \
	"grep -vE '^line .* 0$|[ ]/usr/' | sort; done; }\n"

/* What the script does under NYTProf and under us: the same files, the same counts. */
static void expect_same_files(const char *options, const char *script, int files)
{
	cr_assert_eq(run(FACTS "mkdir theirs ours; cp %s theirs; cp %s ours\n"
			       "(cd theirs && NYTPROF=slowops=0:%s perl -d:NYTProf %s)\n"
			       "(cd ours && NYTPROF=slowops=0:%s $AGENT -q -- perl %s)\n"
			       "facts theirs >a; facts ours >b; diff a b && grep -c '^nytprof' b\n"
			       "rm -r theirs ours",
			 script, script, options, script, options, script),
		     0, "%s: %s%s", options, e2e_out, e2e_err);
	cr_expect_eq(number_behind(""), files, "%s: %s%s", options, e2e_out, e2e_err);
}

Test(processes, forkdepth_and_the_names_of_files_are_as_in_nytprof)
{
	put_file("a.pl", "sub work { return $_[0] + 1 }\n"
			 "sub gen {\n"
			 "    my $left = shift;\n"
			 "    work(1) for 1 .. 3;\n"
			 "    return if !$left;\n"
			 "    my $pid = fork;\n"
			 "    if (!$pid) { gen($left - 1); exit }\n"
			 "    waitpid $pid, 0;\n"
			 "    work(2);\n"
			 "}\n"
			 "gen(3);\n"
			 "work(3);\n");
	expect_same_files("forkdepth=0", "a.pl", 1);
	expect_same_files("forkdepth=1", "a.pl", 2);
	expect_same_files("forkdepth=2", "a.pl", 3);
	expect_same_files("forkdepth=-1", "a.pl", 4);
	expect_same_files("addpid=1", "a.pl", 4);
	expect_same_files("addpid=1:addtimestamp=1:forkdepth=1", "a.pl", 2);
}

/* A child that is not to be recorded can ask for it. */
Test(processes, a_child_beyond_the_depth_turns_itself_on)
{
	put_file("a.pl", "sub DB::enable_profile {}\n"
			 "sub work { return 1 }\n"
			 "if (!fork) { work();\n"
			 "    DB::enable_profile();\n"
			 "    work(); exit }\n"
			 "wait;\n");
	cr_assert_eq(
		run("$AGENT -q --forkdepth=0 -- perl a.pl; ls; perl $TOP/tests/e2e/profile.pl nytprof.out.*"),
		0, "%s", e2e_err);
	expect_out("nytprof.out.");
	expect_line("/a.pl:3", 0);
	expect_line("/a.pl:4", 1);
	expect_out("/a.pl:5 main::RUNTIME main::work 1 ");
}

/* The child's part of what the parent has called is time, and no call of its own. */
Test(processes, a_child_that_executes_a_program_counts_its_own_calls_only)
{
	put_file("a.pl", "sub become { exec 'true' }\n"
			 "sub runner { if (!fork) { become() } wait }\n"
			 "sub top { runner() }\n"
			 "top() for 1 .. 3;\n");
	cr_assert_eq(
		run("$AGENT -q -- perl a.pl && ls nytprof.out* | wc -l\n"
		    "for p in nytprof.out*; do perl $TOP/tests/e2e/profile.pl $p; done |"
		    " awk '/^call / && / main::/ { n[$4] += $5 } END { print n[\"main::top\"], n[\"main::runner\"], n[\"main::become\"] }'"),
		0, "%s", e2e_err);
	cr_expect_str_eq(e2e_out, "4\n3 3 3\n");
}

Test(processes, a_daemon_is_followed_to_its_end)
{
	put_file("a.pl", "use POSIX 'setsid';\n"
			 "sub work { return 1 }\n"
			 "if (fork) { exit 3 }\n"
			 "setsid();\n"
			 "if (fork) { POSIX::_exit(0) }\n"
			 "open my $f, '>', 'daemon'; print $f $$; close $f;\n"
			 "open STDOUT, '>', '/dev/null'; open STDERR, '>&', \\*STDOUT; chdir '/';\n"
			 "select undef, undef, undef, 1;\n"
			 "work() for 1 .. 7;\n");
	cr_assert_eq(
		run("$AGENT -q -- perl a.pl; echo $?; grep -qs '^State:.[^ZX]' /proc/$(cat daemon)/status || echo ended;"
		    "mv nytprof.out.$(cat daemon) daemon.out"),
		0, "%s", e2e_err);
	expect_out("3\nended\n");
	read_profile("daemon.out");
	expect_line("/a.pl:9", 1);
	expect_out("/a.pl:9 main::RUNTIME main::work 7 ");
}

/* The first signal goes to the command, which is over by then: so the first ends the recording. */
Test(processes, a_daemon_that_stays_is_recorded_until_a_signal)
{
	put_file("a.pl", "if (fork) { exit }\n"
			 "sub work { select undef, undef, undef, 0.01; return 1 }\n"
			 "open my $f, '>', 'daemon'; print $f $$; close $f;\n"
			 "for (1 .. 10) { work() }\n"
			 "rename 'daemon', 'worked';\n"
			 "while (1) { work() }\n");
	cr_assert_eq(
		run("$AGENT -q -- perl a.pl & A=$!; until [ -e worked ]; do sleep 0.05; done;"
		    "kill -INT $A; wait $A; echo $?; kill -0 $(cat worked) && kill -9 $(cat worked);"
		    "mv nytprof.out.$(cat worked) daemon.out"),
		0, "%s", e2e_err);
	expect_out("0\n");
	read_profile("daemon.out");
	expect_out("/a.pl:4 main::RUNTIME main::work 10 ");
	expect_line("/a.pl:5", 1);
}

Test(processes, every_kind_of_end_of_a_child_leaves_its_profile)
{
	static const char *const ends[] = { "kill KILL => $$; sleep 5",
					    "kill SEGV => $$; sleep 5",
					    "kill ABRT => $$; sleep 5",
					    "require POSIX; POSIX::_exit(1)",
					    "exit 1",
					    "die 'on purpose'",
					    "exec '/bin/true'",
					    "syscall(231, 1)" };
	char script[1024];
	size_t i;

	for (i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		snprintf(script, sizeof(script),
			 "sub work { return 1 }\n"
			 "my $pid = fork;\n"
			 "if (!$pid) {\n"
			 "    open my $f, '>', 'child'; print $f $$; close $f;\n"
			 "    work() for 1 .. 5;\n"
			 "    %s;\n"
			 "}\n"
			 "waitpid $pid, 0;\n"
			 "work();\n",
			 ends[i]);
		put_file("a.pl", script);
		cr_assert_eq(run("$AGENT -q -- perl a.pl; mv nytprof.out.$(cat child) child.out"),
			     0, "%s: %s", ends[i], e2e_err);
		read_profile("nytprof.out");
		expect_out("/a.pl:9 main::RUNTIME main::work 1 ");
		cr_expect_null(strstr(e2e_out, "/a.pl:5 main"), "%s", ends[i]);
		read_profile("child.out");
		cr_expect_not_null(strstr(e2e_out, "/a.pl:5 main::RUNTIME main::work 5 "), "%s: %s",
				   ends[i], e2e_out);
		expect_line("/a.pl:1", 5);
		expect_line("/a.pl:6", strncmp(ends[i], "require", 7) ? 1 : 2);
	}
}

/* As the kernel's out-of-memory killer does it: in the middle of an allocation, by a limit. */
Test(processes, one_that_is_out_of_memory_leaves_its_profile)
{
	put_file("a.pl", "sub work { return 1 }\n"
			 "work() for 1 .. 3;\n"
			 "my $all = '';\n"
			 "while (1) { $all .= 'x' x 1_000_000 }\n");
	cr_expect_neq(run("ulimit -v 300000; exec perl a.pl"), 0, "it has memory enough");
	cr_expect_neq(run("$AGENT -q -- sh -c 'ulimit -v 300000; exec perl a.pl'"), 0);
	read_profile("nytprof.out");
	expect_out("/a.pl:2 main::RUNTIME main::work 3 ");
	cr_expect_gt(number_behind("/a.pl:4 "), 10);
}

Test(processes, a_relative_name_means_what_it_meant_when_it_was_met)
{
	cr_assert_eq(mkdir("lib", 0755) | mkdir("one", 0755) | mkdir("one/two", 0755), 0);
	put_file("lib/Rel.pm", "package Rel; sub rel { return 1 }\n1;\n");
	put_file("one/Abs.pm", "package Abs; sub f { my $a = sub { 5 }; return $a->() }\n1;\n");
	put_file("one/two/Two.pm", "package Two; sub two { return eval '1 + 1' }\n1;\n");
	put_file("one/late.pl", "1;\n");
	put_file("a.pl",
		 "use lib 'lib';\n"
		 "use Rel;\n"
		 "chdir 'one';\n"
		 "require './Abs.pm'; Abs::f();\n"
		 "if (!fork) { chdir 'two'; require './Two.pm'; Two::two(); late(); exit }\n"
		 "wait;\n"
		 "chdir '/';\n"
		 "late();\n"
		 "sub late {\n"
		 "    Rel::rel();\n"
		 "    return Abs::f();\n"
		 "}\n");
	cr_assert_eq(run(FACTS "NYTPROF=slowops=0:file=$PWD/theirs.out perl -d:NYTProf a.pl\n"
			       "NYTPROF=slowops=0:file=$PWD/ours.out $AGENT -q -- perl a.pl\n"
			       "mkdir t o; mv theirs.out* t; mv ours.out* o; cd t\n"
			       "for f in theirs*; do mv $f ours${f#theirs}; done; cd ..\n"
			       "facts t >a; facts o >b; diff a b; grep -c one/two/Two.pm:1 b"),
		     0, "%s", e2e_err);
	cr_expect_str_eq(e2e_out, "1\n", "%s", e2e_out);
	cr_assert_eq(run("for f in o/ours.out.*; do perl $TOP/tests/e2e/profile.pl $f; done"), 0);
	expect_out("/one/two/Two.pm:1 package Two;");
	expect_out("/one/Abs.pm:1 package Abs;");
	cr_expect_null(strstr(e2e_out, "two/a.pl"));
}

/* A file system below the root, which the command's mount namespace takes with it when it ends. */
Test(processes, one_whose_directory_is_mounted)
{
	put_file("a.pl", "sub DB::enable_profile {}\n"
			 "my $x = 1;\n"
			 "DB::enable_profile('second.out');\n"
			 "$x++;\n");
	cr_assert_eq(
		run("mkdir mnt; unshare -m sh -c 'mount -t tmpfs tmpfs mnt; cp a.pl mnt; cd mnt\n"
		    "$AGENT -q -o ../nytprof.out -- perl a.pl; status=$?\n"
		    "mv second.out ..; exit $status'"),
		0, "%s", e2e_err);
	read_profile("nytprof.out");
	expect_out("/mnt/a.pl:2 my $x = 1;\n");
	read_profile("second.out");
	expect_line("/mnt/a.pl:4", 1);
	expect_out("/mnt/a.pl:4 $x++;\n");
}

Test(processes, one_that_changes_its_root)
{
	cr_assert_eq(mkdir("jail", 0755) | mkdir("jail/in", 0755), 0);
	put_file("jail/in/In.pm", "package In;\nsub in { return 7 }\n1;\n");
	put_file("a.pl", "sub DB::enable_profile {}\n"
			 "chroot 'jail' or die; chdir '/in';\n"
			 "require './In.pm';\n"
			 "In::in() for 1 .. 2;\n"
			 "DB::enable_profile('/in/wanted.out') if @ARGV;\n"
			 "In::in() for 1 .. 3;\n");
	cr_assert_eq(run("$AGENT -q -- perl a.pl"), 0, "%s", e2e_err);
	read_profile("nytprof.out");
	expect_line("/in/In.pm:2", 5);
	expect_out("/a.pl:4 main::RUNTIME In::in 2 ");
	expect_out("/a.pl:2 chroot");
	/* Never a file outside of its root by its word. */
	cr_assert_eq(
		run("$AGENT -o b.out -- perl a.pl x; ls /in; ls b.out.*; mv b.out.* second.out"), 0,
		"%s", e2e_err);
	expect_err("asked for /in/wanted.out: ");
	expect_err(" instead, as it has changed its root directory");
	read_profile("second.out");
	expect_line("/in/In.pm:2", 3);
}

/* More than may be closed while the kernel ends a process: the agent does the rest, and loses nothing. */
Test(processes, one_that_is_killed_within_many_nested_calls)
{
	put_file("a.pl", "no warnings 'recursion';\n"
			 "sub f {\n"
			 "    my $n = shift;\n"
			 "    return f($n - 1) if $n;\n"
			 "    kill 9, $$;\n"
			 "}\n"
			 "f(200_000);\n");
	run("$AGENT -- perl a.pl");
	expect_err("not recorded: nothing (0)");
	cr_assert_eq(run("perl $TOP/tests/e2e/profile.pl nytprof.out"), 0, "%s", e2e_err);
	expect_line("/a.pl:4", 200001);
	expect_line("/a.pl:5", 1);
	expect_out("/a.pl:4 main::f main::f 200000 ");
	expect_out("/a.pl:7 main::RUNTIME main::f 1 ");
	/* The outermost call has the time of all the others. */
	cr_expect_geq(seconds_behind("main::RUNTIME main::f"), seconds_behind("/a.pl:4"));
}

Test(processes, many_that_end_while_they_are_attached_to)
{
	int i, status;

	for (i = 0; i < 12; i++) {
		status = run(
			"for i in 1 2 3 4; do perl -e 'my $x = 1; select undef, undef, undef, %g' &"
			" pids=$pids,$!; done; $AGENT -q --pid ${pids#,}",
			0.03 * i);
		cr_expect(status == 0 || status == 1 || status == 3, "status %d: %s", status,
			  e2e_err);
	}
}
