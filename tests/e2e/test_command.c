// SPDX-License-Identifier: GPL-2.0-or-later
/* nytprof-bpf -- COMMAND */
#include "e2e.h"

TestSuite(command, .init = e2e_init, .fini = e2e_fini, .timeout = 150);

#define LOOP                                          \
	"my $n = 0;\n"                                \
	"sub work { my $x = shift; return $x * 2 }\n" \
	"for my $i (1 .. 1000) {\n"                   \
	"    $n += work($i);\n"                       \
	"}\n"

Test(command, records_from_the_first_statement_to_the_last)
{
	put_file("a.pl", LOOP "print \"$n\\n\";\n");
	cr_assert_eq(run("$AGENT -- perl a.pl"), 0, "%s", e2e_err);
	expect_out("1001000\n");
	expect_err("nytprof.out: 3003 statements on 5 lines, 1001 calls of 2 subs");
	expect_err("not recorded: nothing (0)");
	expect_err("nytprofhtml -f nytprof.out --open");
	read_profile("nytprof.out");
	expect_line("/a.pl:1", 1);
	expect_line("/a.pl:2", 2000);
	expect_line("/a.pl:3", 1);
	expect_line("/a.pl:4", 1000);
	expect_line("/a.pl:6", 1);
	expect_out("/a.pl:4 main::RUNTIME main::work 1000 ");
	expect_out("/a.pl:6 main::RUNTIME main::CORE:print 1 ");
	expect_out("attr application a.pl\n");
	expect_out("attr complete 1\n");
	expect_out("/a.pl:2 sub work { my $x = shift; return $x * 2 }\n");
}

Test(command, its_status_is_ours)
{
	cr_expect_eq(run("$AGENT -q -- perl -e 'my $x = 1; exit 7'"), 7);
	cr_expect_str_eq(e2e_err, "");
	cr_expect_eq(run("$AGENT -q -- perl -e 'my $x = 1; kill TERM => $$; sleep 5'"),
		     128 + SIGTERM);
	cr_expect_eq(run("$AGENT -q -- perl -e 'my $x = 1; kill SEGV => $$; sleep 5'"),
		     128 + SIGSEGV);
	cr_expect(exists("nytprof.out"));
	cr_expect_eq(run("$AGENT -q -- perl no-such-script.pl"), 2, "perl's own status");
}

Test(command, that_is_not_there_or_not_executable)
{
	cr_expect_eq(run("$AGENT -- no-such-command"), 127);
	expect_one_line("no-such-command");
	put_file("plain.txt", "no program\n");
	cr_expect_eq(run("$AGENT -- ./plain.txt"), 126);
	expect_one_line("./plain.txt");
	put_file("bad", "\x7f"
			"ELF, but not really");
	chmod("bad", 0755);
	cr_expect_eq(run("$AGENT -- ./bad"), 126);
	expect_one_line("./bad");
}

/* Its status stays its own: a build that runs it goes on. */
Test(command, that_is_no_perl_has_nothing_to_record)
{
	cr_expect_eq(run("$AGENT -- sh -c 'echo hello'"), 0);
	expect_out("hello");
	expect_one_line("nothing was recorded");
	cr_expect(!exists("nytprof.out"));
	cr_expect_eq(run("$AGENT -q --strict -- true"), 0);
	expect_one_line("nothing was recorded");
	cr_expect_eq(run("$AGENT -- sh -c 'exit 7'"), 7);
	expect_one_line("nothing was recorded");
}

Test(command, killed_in_the_middle_leaves_its_profile_up_to_the_kill)
{
	put_file("a.pl", LOOP "kill KILL => $$;\nprint \"never\\n\";\n");
	cr_expect_eq(run("$AGENT -- perl a.pl"), 128 + SIGKILL);
	read_profile("nytprof.out");
	expect_line("/a.pl:4", 1000);
	expect_line("/a.pl:6", 1);
	expect_line("/a.pl:7", 0);
	expect_out("main::RUNTIME main::work 1000 ");
}

Test(command, ends_without_a_word_in_all_the_ways_there_are)
{
	put_file("a.pl", LOOP "use POSIX (); POSIX::_exit(3);\n");
	cr_expect_eq(run("$AGENT -q -o exit.out -- perl a.pl"), 3);
	read_profile("exit.out");
	expect_line("/a.pl:4", 1000);
	put_file("b.pl", LOOP "exec 'true';\n");
	cr_expect_eq(run("$AGENT -q -o exec.out -- perl b.pl"), 0);
	read_profile("exec.out");
	expect_line("/b.pl:4", 1000);
	put_file("c.pl", LOOP "sub deep { exit 4 } sub outer { deep() } outer();\n");
	cr_expect_eq(run("$AGENT -q -o nested.out -- perl c.pl"), 4);
	read_profile("nested.out");
	expect_out("main::outer main::deep 1 ");
}

Test(command, sees_nothing_of_us)
{
	put_file(
		"see.pl",
		"print \"$^X $0 @ARGV ${^TAINT}\\n\", join(' ', sort keys %ENV), \"\\n\";\n"
		"print join(' ', map { $_ // 'undef' } (caller(0)), $!, $@, $?), \"\\n\";\n"
		"print readlink('/proc/self/exe'), ' ', scalar(() = glob '/proc/self/fd/*'), \"\\n\";\n"
		"print join(',', map { $_ . ($SIG{$_} // '') } sort keys %SIG), \"\\n\";\n"
		"open my $s, '<', '/proc/self/status'; print grep { /^(Sig|Shd|Cap|Uid|Gid|Groups|NoNew|Tracer)/ } <$s>;\n"
		"print `umask`, `ulimit -a`; print STDERR \"to stderr\\n\"; my $in = <STDIN>; print $in // 'no input';\n"
		"print join(' ', (stat '/usr/bin/perl')[2, 4, 5, 7, 9]), \"\\n\";\n");
	cr_assert_eq(run("echo input | perl see.pl 'an arg' >bare 2>bare.err;"
			 "echo input | $AGENT -q -o x.out -- perl see.pl 'an arg' >ours 2>ours.err;"
			 /* How many are pending. */
			 "for f in bare ours; do sed '/SigQ/d' $f >$f.cut; done;"
			 "diff bare.cut ours.cut; diff bare.err ours.err"),
		     0, "%s", e2e_out);
	cr_expect_str_eq(e2e_out, "");
}

Test(command, children_and_what_they_run_lose_nothing)
{
	put_file("child.pl", "my $c = 0;\n$c++ for 1 .. 3;\n$c += 10;\n");
	put_file("a.pl", "$| = 1;\n"
			 "for my $i (1 .. 3) {\n"
			 "    my $pid = fork;\n"
			 "    if (!$pid) {\n"
			 "        exec $^X, 'child.pl';\n"
			 "    }\n"
			 "    waitpid $pid, 0;\n"
			 "}\n"
			 "system('perl child.pl');\n"
			 "print `perl child.pl`;\n");
	cr_assert_eq(
		run("$AGENT -- perl a.pl; ls | grep -c 'nytprof.out'; for f in nytprof.out.*; do "
		    "$AGENT report $f | grep -c 'child.pl:3'; done"),
		0, "%s", e2e_err);
	/* The first process, three forks that ran a statement, three execs, two commands. */
	cr_expect_eq(number_behind(""), 9, "%s", e2e_out);
	cr_expect_eq(
		run("for f in nytprof.out.*; do perl $TOP/tests/e2e/profile.pl $f; done | grep -c "
		    "'child.pl:3 1 '"),
		0);
	cr_expect_eq(number_behind(""), 5, "child.pl ran in %s", e2e_out);
}

/* The line to be typed next is about what was asked for, not about what was complete first. */
Test(command, what_comes_next_is_the_first_process)
{
	put_file("a.pl",
		 "if (!fork) { my $c = 1; exit }\nwait;\nselect undef, undef, undef, 0.5;\n");
	cr_assert_eq(run("$AGENT -o \"it's here;.out\" -- perl a.pl"), 0);
	expect_err(
		"next: nytprofhtml -f 'it'\\''s here;.out' --open, or nytprof-bpf report 'it'\\''s here;.out'\n");
}

Test(command, a_script_started_by_its_own_first_line)
{
	put_file("s.pl", "#!/usr/bin/env perl\nmy $x = 1;\n$x++;\n");
	chmod("s.pl", 0755);
	cr_assert_eq(run("$AGENT -q -- ./s.pl"), 0, "%s", e2e_err);
	read_profile("nytprof.out");
	expect_line("s.pl:2", 1);
	cr_assert_eq(run("$AGENT -q -o sh.out -- sh -c 'cd / && %s/s.pl'", e2e_dir), 0, "%s",
		     e2e_err);
	read_profile("sh.out");
	expect_line("s.pl:3", 1);
}

Test(command, a_perl_in_an_unexpected_place_is_attached_to_late_and_said)
{
	put_file("a.pl", "until (-e 'enough') {\n    my $y = 0;\n    my $x = 1;\n}\n");
	cr_assert_eq(
		run("mkdir deep; cp /usr/bin/perl deep/renamed; $AGENT -- sh -c 'deep/renamed a.pl' & "
		    "until grep -q 'was not prepared' stderr; do sleep 0.05; done; sleep 1; touch enough; wait $!"),
		0, "%s", e2e_err);
	expect_err("was not prepared for");
	expect_err("not recorded: the begin of 1 process: ");
	expect_no_err("nothing (0)");
	read_profile("nytprof.out");
	cr_expect_gt(number_behind("attr agent_lost_BEGIN_US "), 100);
	cr_expect_gt(number_behind("/a.pl:3 "), 1000);
}

/* As in a chroot that is no mount point, or a container: probed by pid, and each thing once. */
Test(command, without_a_mount_namespace_counts_are_the_same)
{
	put_file("a.pl", "sub work { return 1 }\nfor my $i (1 .. 300000) {\n    work($i);\n}\n");
	cr_assert_eq(run("setpriv --bounding-set=-sys_admin $AGENT -- perl a.pl"), 0, "%s",
		     e2e_err);
	expect_err("can't get a perl of its own");
	read_profile("nytprof.out");
	expect_line("/a.pl:1", 300000);
	expect_line("/a.pl:3", 300000);
	expect_out("main::RUNTIME main::work 300000 ");
}

Test(command, other_perls_on_the_host_are_left_alone)
{
	pid_t other = start("perl", "-e", "while (1) { my $x = 1 }", NULL);

	put_file("a.pl", LOOP);
	cr_assert_eq(run("$AGENT -- perl a.pl; ls"), 0, "%s", e2e_err);
	expect_out("nytprof.out\n");
	cr_expect_null(strstr(e2e_out, "nytprof.out."));
	expect_err("3002 statements");
	stop(other);
}

Test(command, under_sudo_it_is_the_users)
{
	put_file(
		"a.pl",
		"my $x = 1;\nprint \"$< $> \", (split ' ', $()[0], \" $ENV{HOME} $ENV{USER}\\n\";\n");
	cr_assert_eq(run("SUDO_UID=$(id -u nobody) SUDO_GID=$(id -g nobody) SUDO_USER=nobody "
			 "$AGENT -q -- perl a.pl; stat -c '%%U %%a' nytprof.out"),
		     0, "%s", e2e_err);
	expect_out("65534 65534 65534 /nonexistent nobody\n");
	expect_out("nobody 600\n");
}

/* Root's shell by mistake would be the alternative. */
Test(command, whose_user_can_not_be_told_does_not_run)
{
	static const struct {
		const char *uid, *gid, *says;
	} cases[] = { { "''", "65534", "SUDO_UID is \"\"" },
		      { "nobody", "65534", "SUDO_UID is \"nobody\"" },
		      { "4294967296", "65534", "SUDO_UID is \"4294967296\"" },
		      { "65534", "''", "SUDO_GID is \"\"" },
		      { "65534", "-1", "SUDO_GID is \"-1\"" },
		      { "4242424", "65534", "there is no such user" } };
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		cr_expect_eq(run("SUDO_UID=%s SUDO_GID=%s $AGENT -- perl -e 'open F, q(>ran)'",
				 cases[i].uid, cases[i].gid),
			     1, "%s", cases[i].says);
		expect_one_line(cases[i].says);
		cr_expect_not(exists("ran"), "%s", cases[i].says);
	}
	cr_expect_eq(run("SUDO_UID=65534 $AGENT -- perl -e 'open F, q(>ran)'"), 1);
	expect_one_line("SUDO_GID is not set");
	cr_expect_not(exists("ran"));
	cr_expect_eq(run("SUDO_UID=x SUDO_GID=1 $AGENT --all --output-dir=out"), 1);
	expect_one_line("SUDO_UID is \"x\"");
}

Test(command, a_signal_is_passed_on_and_a_second_one_stops)
{
	put_file(
		"a.pl",
		"$SIG{TERM} = sub { print \"stopped\\n\"; exit 5 };\nopen my $f, '>', 'up'; close $f;\n"
		"while (1) {\n    my $x = 1;\n}\n");
	cr_expect_eq(run("$AGENT -- perl a.pl & until [ -e up ]; do sleep 0.1; done; sleep 0.3; "
			 "kill -TERM $!; wait $!"),
		     5);
	expect_out("stopped");
	expect_err("nytprof.out");
	put_file("b.pl", "$SIG{TERM} = 'IGNORE';\nopen my $f, '>', 'up2'; print $f $$; close $f;\n"
			 "my $end = time + 20;\nwhile (time < $end) {\n    my $x = 1;\n}\n");
	cr_expect_eq(
		run("$AGENT -o b.out -- perl b.pl & until [ -s up2 ]; do sleep 0.1; done; sleep 0.3; "
		    "kill -TERM $!; sleep 0.5; kill -TERM $!; wait $!; status=$?; "
		    "kill -9 $(cat up2) && exit $status"),
		0, "%s", e2e_err);
	read_profile("b.out");
	cr_expect_gt(number_behind("/b.pl:5 "), 1000);
}

#define COUNTS_SIGNALS                                                          \
	"my $n = 0; $SIG{INT} = $SIG{TERM} = sub { $n++ };\n"                   \
	"open my $f, '>', 'up'; close $f; my $end = time + 30;\n"               \
	"until ($n || time > $end) { select undef, undef, undef, 0.01 }\n"      \
	"my $more = Time::HiRes::time() + 0.6;\n"                               \
	"select undef, undef, undef, 0.01 while Time::HiRes::time() < $more;\n" \
	"print \"$n signals\\n\";\n"

/* What the whole group gets has reached the command. */
Test(command, a_signal_to_the_group_comes_once)
{
	put_file("a.pl", "use Time::HiRes ();\n" COUNTS_SIGNALS);
	cr_expect_eq(
		run("setsid $AGENT -- perl a.pl & until [ -e up ]; do sleep 0.1; done; kill -INT -- -$!; wait $!"),
		0, "%s", e2e_err);
	cr_expect_str_eq(e2e_out, "1 signals\n");
	cr_expect_eq(run("rm up; timeout -s INT 12 $AGENT -v -- perl a.pl; echo $?"), 0);
	cr_expect_str_eq(e2e_out, "1 signals\n124\n", "%s", e2e_out);
	read_profile("nytprof.out");
	expect_line("/a.pl:7", 1);
	cr_expect_eq(run("rm up; timeout --foreground 12 $AGENT -- perl a.pl; echo $?"), 0);
	cr_expect_str_eq(e2e_out, "1 signals\n124\n", "%s", e2e_out);
}

Test(command, goes_on_after_the_duration_and_its_status_is_ours)
{
	put_file(
		"a.pl",
		"my $end = time + 3;\nwhile (time < $end) {\n    my $x = 1;\n}\nprint \"done\\n\";\nexit 6;\n");
	cr_expect_eq(run("$AGENT -d 1 -- perl a.pl"), 6);
	expect_out("done\n");
	read_profile("nytprof.out");
	cr_expect_gt(number_behind("/a.pl:3 "), 1000);
	expect_line("/a.pl:5", 0);
}

Test(command, goes_on_unharmed_when_the_agent_is_killed)
{
	put_file(
		"a.pl",
		"open my $f, '>', 'up'; close $f;\nmy $end = time + 2; my $n = 0;\n"
		"while (time < $end) { $n++ }\nopen my $g, '>', 'done'; print $g \"fine\\n\"; close $g;\n");
	cr_expect_eq(
		run("$AGENT -- perl a.pl & until [ -e up ]; do sleep 0.1; done; kill -KILL $!; wait $!"),
		128 + SIGKILL);
	cr_expect(wait_for("done"));
}

Test(command, what_a_sub_frees_at_its_end_is_its_own_time)
{
	put_file("a.pl",
		 "sub fill {\n    my %h = map { $_ => [$_] } 1 .. 100_000;\n    return 1;\n}\n"
		 "fill();\nmy $x = 1;\n");
	cr_assert_eq(run("$AGENT -- perl a.pl"), 0, "%s", e2e_err);
	read_profile("nytprof.out");
	/* The statement that frees is the return, not the one that called. */
	cr_expect_geq(seconds_behind("/a.pl:5 "), 0);
	cr_expect_gt(seconds_behind("/a.pl:3 "), 10 * seconds_behind("/a.pl:5 "));
	cr_expect_gt(seconds_behind("sub main::fill "), seconds_behind("/a.pl:3 "));
}

Test(command, string_evals_and_long_names_arrive_whole)
{
	put_file("a.pl", "use Sub::Util 'set_subname';\n"
			 "my $work = set_subname(join('::', ('n' x 200) x 3, 'work'), sub { 1 });\n"
			 "for (1 .. 3) {\n    $work->();\n}\n"
			 "eval \"my \\$y = 1;\\n\\$y++;\\n\" for 1 .. 2;\n");
	cr_assert_eq(run("$AGENT -- perl a.pl"), 0, "%s", e2e_err);
	expect_err("nothing (0)");
	read_profile("nytprof.out");
	char want[700], part[201] = "";
	memset(part, 'n', 200);
	snprintf(want, sizeof(want), "sub %s::%s::%s::work 3 ", part, part, part);
	expect_out(want);
	expect_out("line (eval 1)[");
	expect_out("a.pl:6]:2 1 ");
	expect_out("line (eval 2)[");
}

Test(command, source_of_evals_and_of_e_is_kept)
{
	put_file("a.pl", "use strict;\nour $VERSION = 1.25;\n$VERSION = eval $VERSION;\n"
			 "eval \"my \\$y = 1;\\n\\$y++;\" for 1 .. 2;\n"
			 "eval 'my $z = q{' . 'z' x 70_000 . '}';\n");
	cr_assert_eq(run("$AGENT --strict -- perl a.pl"), 0, "%s", e2e_err);
	read_profile("nytprof.out");
	expect_out("src (eval 1)[a.pl:3]:1 1.25\n");
	expect_out("src (eval 1)[a.pl:3]:2 ;\n");
	expect_out("src (eval 3)[a.pl:4]:1 my $y = 1;\n");
	expect_out("src (eval 3)[a.pl:4]:2 $y++;\n");
	expect_out("# nytprof-bpf kept 65536 of 70011 bytes\n");
	cr_assert_eq(run("$AGENT -q -o e.out -- perl -we 'my $x = 1;' -e '$x++;'"), 0, "%s",
		     e2e_err);
	read_profile("e.out");
	expect_out("src -e:1 my $x = 1;\n");
	expect_out("src -e:2 $x++;\n");
	cr_assert_eq(run("$AGENT -q --savesrc=0 -o none.out -- perl -e 'eval q{1}'"), 0, "%s",
		     e2e_err);
	read_profile("none.out");
	cr_expect_null(strstr(e2e_out, "src "));
	expect_out("line (eval 1)[-e:1]:1 1 ");
}

/* The parts of a profile that do not depend on time, file for file. */
Test(command, two_runs_give_the_same)
{
	put_file("a.pl",
		 "use strict;\nuse POSIX ();\nuse Data::Dumper;\n" LOOP
		 "eval \"\\$n++ for 1 .. $_\" for 1 .. 12;\nprint Dumper([POSIX::floor(1.5)]);\n");
	cr_assert_eq(
		run("for i in 1 2; do PERL_HASH_SEED=0 $AGENT -q -o $i.out -- perl a.pl >/dev/null;"
		    "perl $TOP/tests/e2e/profile.pl $i.out | sed -E '/^(line|call)/s/ [^ ]+$//; /^sub/s/ [^ ]+ [^ ]+ lines/ lines/' | "
		    "grep -v '^attr' >$i.txt; done; diff 1.txt 2.txt && wc -l <1.txt"),
		0, "%s", e2e_out);
	cr_expect_gt(number_behind(""), 300, "%s", e2e_out);
}
