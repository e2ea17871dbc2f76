// SPDX-License-Identifier: GPL-2.0-or-later
/* When it is recorded: start=, by calls of the program, by nytprof-bpf ctl. */
#include "e2e.h"

TestSuite(control, .init = e2e_init, .fini = e2e_fini, .timeout = 150);

#define MODULE	    "-I$TOP/packaging/perl"
#define STRIP_TIMES "sed -E 's/ -?[0-9.]+(e-?[0-9]+)?$//'"

/* The same program under NYTProf and under us; what they count must be the same. */
static void expect_same(const char *options, const char *script, const char *but)
{
	cr_assert_eq(
		run("NYTPROF=slowops=0:%s:file=theirs.out perl -d:NYTProf " MODULE " %s >/dev/null;"
		    "NYTPROF=slowops=0:%s:file=ours.out $AGENT -q -- perl " MODULE " %s;"
		    "for f in theirs ours; do perl $TOP/tests/e2e/profile.pl $f.out | "
		    "grep -E '^(line|call) .*%s' | grep -vE '%s' | " STRIP_TIMES
		    " | grep -v '^line .* 0$' | sort >$f.txt; done; diff theirs.txt ours.txt && grep -c . ours.txt",
		    options, script, options, script, script, but),
		0, "%s: %s%s", options, e2e_out, e2e_err);
	cr_expect_geq(number_behind(""), 3, "%s", e2e_out);
}

#define PHASES                                            \
	"BEGIN { sub bs { return 1 } my $b = 1; bs() }\n" \
	"INIT { my $i = 1; bs() }\n"                      \
	"CHECK { my $c = 1; bs() }\n"                     \
	"my $m = 1; bs();\n"                              \
	"sub w { bs(); return 1 }\n"                      \
	"w();\n"                                          \
	"END { my $e = 1; bs(); }\n"                      \
	"END { w() }\n"

Test(control, start_is_as_in_nytprof)
{
	put_file("a.pl", PHASES);
	expect_same("start=begin", "a.pl", "^$");
	expect_same("start=init", "a.pl", "^$");
	/* NYTProf counts one statement of line 1 that nobody runs there. */
	expect_same("start=end", "a.pl", "/a.pl:1 ");
}

Test(control, a_begin_that_ran_before_the_start_is_no_uncalled_sub)
{
	put_file("a.pl", PHASES);
	cr_assert_eq(run("$AGENT -q --start=init -o ours.out -- perl a.pl"), 0, "%s", e2e_err);
	read_profile("ours.out");
	expect_out("sub main::w ");
	cr_expect_null(strstr(e2e_out, "sub main::BEGIN"), "%s", e2e_out);
}

Test(control, start_no_waits_for_the_program)
{
	put_file("a.pl", "require NYTProf::BPF; sub inner { my $x = 1; return $x }\n"
			 "sub outer { inner();\n"
			 "    DB::enable_profile();\n"
			 "    inner(); inner();\n"
			 "    return 1 }\n"
			 "inner();\n"
			 "outer();\n"
			 "inner();\n");
	expect_same("start=no", "a.pl", "^$");
	read_profile("ours.out");
	expect_line("/a.pl:6", 0);
	expect_line("/a.pl:4", 2);
	expect_out("/a.pl:4 main::outer main::inner 2 ");
	put_file("b.pl", "my $x = 1;\n");
	cr_expect_eq(run("$AGENT --start=no -o never.out -- perl b.pl"), 0);
	expect_one_line("the start that was asked for did not come");
	cr_expect(!exists("never.out"));
}

/* As in NYTProf; to a tenth of a second. */
Test(control, a_profile_begins_with_its_start)
{
	double lasted;

	put_file("a.pl", "require NYTProf::BPF;\nselect undef, undef, undef, 1;\n"
			 "DB::enable_profile();\nselect undef, undef, undef, 0.5;\n");
	cr_assert_eq(run("$AGENT -q --start=no -- perl " MODULE " a.pl"), 0, "%s", e2e_err);
	read_profile("nytprof.out");
	lasted = number_behind("attr profiler_duration ");
	cr_expect(lasted >= 0.5 && lasted < 0.9, "%g s", lasted);
}

Test(control, a_program_turns_itself_off_and_on)
{
	put_file("a.pl", "require NYTProf::BPF; sub inner { my $x = 1; return $x }\n"
			 "sub outer {\n"
			 "    inner();\n"
			 "    DB::disable_profile();\n"
			 "    inner();\n"
			 "    DB::enable_profile();\n"
			 "    inner();\n"
			 "    return 1;\n"
			 "}\n"
			 "sub off_caller { mid() }\n"
			 "sub mid { DB::enable_profile(); inner(); 1 }\n"
			 "outer();\n"
			 "DB::disable_profile();\n"
			 "outer();\n"
			 "off_caller();\n"
			 "eval { DB::disable_profile(); die };\n"
			 "DB::enable_profile();\n"
			 "inner();\n"
			 "DB::disable_profile();\n"
			 "inner();\n");
	expect_same("start=begin", "a.pl", "^$");
	read_profile("ours.out");
	expect_line("/a.pl:5", 0);
	expect_line("/a.pl:3", 1);
	expect_line("/a.pl:4", 1);
	expect_out("/a.pl:12 main::RUNTIME main::outer 1 ");
	cr_expect_null(strstr(e2e_out, "/a.pl:14 main::RUNTIME main::outer"));
}

Test(control, a_program_steers_by_goto)
{
	put_file("a.pl", "require NYTProf::BPF; sub inner { my $x = 1; return $x }\n"
			 "sub off { goto &DB::disable_profile }\n"
			 "sub on { goto &DB::enable_profile }\n"
			 "inner();\n"
			 "off();\n"
			 "inner(); inner();\n"
			 "on();\n"
			 "inner();\n"
			 "sub outer { off(); inner(); if (1) { on() } inner(); return 1 }\n"
			 "outer();\n"
			 "off();\n"
			 "inner();\n");
	expect_same("start=begin", "a.pl", "^$");
	expect_same("start=no", "a.pl", "^$");
	read_profile("ours.out");
	expect_line("/a.pl:6", 0);
	expect_line("/a.pl:8", 1);
}

Test(control, a_program_goes_on_to_other_files)
{
	put_file("a.pl", "require NYTProf::BPF; sub inner { return 1 }\n"
			 "inner();\n"
			 "mkdir 'sub'; chdir 'sub';\n"
			 "DB::enable_profile('second.out');\n"
			 "inner() for 1 .. 2;\n"
			 "DB::enable_profile('second.out');\n"
			 "inner() for 1 .. 3;\n"
			 "DB::finish_profile();\n"
			 "inner() for 1 .. 10;\n"
			 "DB::enable_profile('third.out');\n"
			 "if (!fork) { inner() for 1 .. 4; exit }\n"
			 "wait;\n"
			 "inner();\n");
	cr_assert_eq(run("$AGENT -- perl " MODULE " a.pl; ls *.out* sub; ls -l sub/third.out"), 0,
		     "%s", e2e_err);
	expect_out("nytprof.out\n");
	expect_out("second.out\nthird.out\nthird.out.");
	expect_out("-rw------- 1 root root");
	read_profile("nytprof.out");
	expect_line("/a.pl:1", 2);
	expect_line("/a.pl:2", 1);
	expect_line("/a.pl:4", 0);
	read_profile("sub/second.out");
	expect_line("/a.pl:1", 5);
	expect_line("/a.pl:4", 1);
	expect_out("/a.pl:5 main::RUNTIME main::inner 2 ");
	expect_out("/a.pl:7 main::RUNTIME main::inner 3 ");
	read_profile("sub/third.out");
	expect_line("/a.pl:1", 1);
	expect_line("/a.pl:9", 0);
	expect_line("/a.pl:10", 1);
	cr_assert_eq(run("perl $TOP/tests/e2e/profile.pl sub/third.out.*"), 0);
	expect_out("/a.pl:11 main::RUNTIME main::inner 4 ");
}

/* A program may read its profile as soon as finish_profile is over: it takes it away then, and goes on. */
Test(control, finish_profile_waits_for_the_file)
{
	put_file(
		"a.pl",
		"use NYTProf::BPF; my $urgent = 0; $SIG{URG} = sub { $urgent++ };\n"
		"sub inner { return 1 }\n"
		"for my $n (1 .. 8) {\n"
		"    DB::enable_profile(\"part$n.out\");\n"
		"    inner() for 1 .. $n;\n"
		"    DB::finish_profile();\n"
		"    rename \"part$n.out\", \"seen$n.out\" or print \"part$n.out is not there\\n\";\n"
		"}\n"
		"DB::finish_profile();\n"
		"print \"$urgent\\n\";\n");
	cr_assert_eq(run("$AGENT -- perl " MODULE " a.pl; ls *.out"), 0, "%s%s", e2e_out, e2e_err);
	cr_expect_str_eq(e2e_out, "0\nnytprof.out\nseen1.out\nseen2.out\nseen3.out\nseen4.out\n"
				  "seen5.out\nseen6.out\nseen7.out\nseen8.out\n");
	read_profile("seen8.out");
	expect_out("/a.pl:5 main::RUNTIME main::inner 8 ");
	cr_expect_null(strstr(e2e_out, "line (eval 4)"), "%s", e2e_out); /* finish_profile itself */
}

/* It goes on when the recorder does not answer, or is gone. */
Test(control, finish_profile_does_not_wait_for_ever)
{
	char lib[600];
	pid_t server;

	put_file("a.pl", "use NYTProf::BPF;\n"
			 "for my $n (1 .. 3) {\n"
			 "    DB::enable_profile(\"part$n.out\");\n"
			 "    open my $f, '>', \"up$n\"; close $f;\n"
			 "    select undef, undef, undef, 0.01 until -e \"go$n\";\n"
			 "    DB::finish_profile();\n"
			 "    open $f, '>', \"went$n\"; close $f;\n"
			 "}\n");
	snprintf(lib, sizeof(lib), "-I%s/packaging/perl", e2e_top);
	server = start("perl", lib, "a.pl", NULL);
	cr_assert(wait_for("up1"));
	cr_expect_eq(
		run("until_is() { until [ -e $1 ]; do sleep 0.01; done; }\n"
		    "$AGENT -p %d & recording; touch go1; until_is went1\n"
		    "[ -e nytprof.out ] && echo written\n"
		    "until_is up2; kill -STOP $!; touch go2; until_is went2; echo stopped\n"
		    "until_is up3; touch go3; kill -9 $!; wait $! 2>wait; until_is went3; echo killed",
		    server),
		0, "%s", e2e_err);
	waitpid(server, NULL, 0);
	cr_expect_str_eq(e2e_out, "written\nstopped\nkilled\n", "%s%s", e2e_out, e2e_err);
}

/* An eval may be compiled in one part and run in others; what is defined later is in no earlier part. */
Test(control, evals_and_definitions_go_on_in_other_files)
{
	put_file("a.pl", "sub DB::enable_profile {}\n"
			 "eval 'sub made { return 1 } sub never_called { 2 }';\n"
			 "made();\n"
			 "for my $n (1 .. 300) {\n"
			 "    DB::enable_profile(\"part$n.out\");\n"
			 "}\n"
			 "made();\n"
			 "eval 'made() for 1 .. 3; sub later { 3 }';\n"
			 "sub uncalled { 4 }\n"
			 "DB::enable_profile('last.out');\n"
			 "made() for 1 .. 2;\n"
			 "later();\n");
	cr_assert_eq(run("$AGENT -- perl a.pl"), 0, "%s", e2e_err);
	expect_no_err("share a file");
	read_profile("nytprof.out");
	expect_out("/a.pl:3 main::RUNTIME main::made 1 ");
	expect_out("sub main::uncalled 0 ");
	expect_out("sub main::never_called 0 ");
	cr_expect_null(strstr(e2e_out, "main::later"), "%s", e2e_out);
	read_profile("part300.out");
	expect_out("/a.pl:7 main::RUNTIME main::made 1 ");
	expect_out("(eval 2)[a.pl:8]:1 main::RUNTIME main::made 3 ");
	expect_out("line (eval 1)[a.pl:2]:1 4 ");
	read_profile("last.out");
	expect_out("/a.pl:11 main::RUNTIME main::made 2 ");
	expect_out("/a.pl:12 main::RUNTIME main::later 1 ");
	expect_out("line (eval 1)[a.pl:2]:1 2 ");
	expect_out("line (eval 2)[a.pl:8]:1 1 ");
	expect_out("sub main::never_called 0 ");
}

/* What a program wants written is written with no more rights than it has. */
Test(control, a_program_writes_only_where_it_may)
{
	put_file("a.pl", "require NYTProf::BPF; DB::enable_profile(shift);\nmy $x = 1;\n");
	put_file("precious", "data\n");
	cr_assert_eq(run("chmod 600 precious; mkdir closed open; chmod 777 open; chmod 755 closed;"
			 "export SUDO_UID=$(id -u nobody) SUDO_GID=$(id -g nobody);"
			 "$AGENT -q -o 1.out -- perl " MODULE " a.pl $PWD/closed/x.out;"
			 "$AGENT -q -o 2.out -- perl " MODULE " a.pl $PWD/open/x.out;"
			 "ls closed; stat -c '%%U %%n' open/x.out;"
			 "rm $(sed -n 's/.* written to \\(.*\\) instead/\\1/p' stderr)"),
		     0, "%s", e2e_err);
	expect_err("closed/x.out: Permission denied; written to ");
	cr_expect_str_eq(e2e_out, "nobody open/x.out\n");
	cr_expect(exists("1.out") && exists("2.out"));
}

/* perl has a name of any length; it is cut on its way, here behind a slash. */
Test(control, a_file_whose_name_is_too_long)
{
	put_file("a.pl", "require NYTProf::BPF; mkdir 'd';\n"
			 "DB::enable_profile('d/' . ('./' x 2046) . '//x.out');\nmy $x = 1;\n");
	cr_assert_eq(run("$AGENT -- perl " MODULE " a.pl; ls d;"
			 "rm $(sed -n 's/.* written to \\(.*\\) instead/\\1/p' stderr)"),
		     0, "%s", e2e_err);
	expect_err("the name is too long; written to ");
	cr_expect_str_eq(e2e_out, "");
}

/* What a program calls its files is no line of a log, and does not drive a terminal. */
Test(control, a_file_with_a_newline_in_its_name)
{
	put_file("a.pl", "require NYTProf::BPF; DB::enable_profile(\"x\\n<0>forged\\e[2J\");\n"
			 "my $x = 1;\n");
	cr_assert_eq(
		run("$AGENT -o 1.out -- perl " MODULE " a.pl; "
		    "[ -e $'x\\n<0>forged\\e[2J' ] && echo written; grep -vc '^nytprof-bpf: ' stderr;"
		    "grep -c 'x?<0>forged?.2J: ' stderr"),
		0, "%s", e2e_err);
	cr_expect_str_eq(e2e_out, "written\n0\n1\n", "%s%s", e2e_out, e2e_err);
	cr_expect_null(strchr(e2e_err, '\033'), "%s", e2e_err);
}

#define SERVER                                       \
	"use Time::HiRes 'sleep';\n"                 \
	"sub request { my $n = shift; return $n }\n" \
	"sub serve { while (!-e 'end') {\n"          \
	"    request(1);\n"                          \
	"    sleep 0.005 } }\n"                      \
	"open my $f, '>', 'up'; close $f;\n"         \
	"serve();\n"

static pid_t start_server(void)
{
	pid_t server;

	put_file("server.pl", SERVER);
	server = start("perl", "server.pl", NULL);
	cr_assert(wait_for("up"));
	return server;
}

Test(control, ctl_flushes_stops_and_starts)
{
	pid_t server = start_server();

	cr_assert_eq(
		run("$AGENT -p %d & recording; R=$!\n"
		    "count() { $AGENT ctl status $R | sed -n 's/.*, \\([0-9]*\\) statements.*/\\1/p'; }\n"
		    "until [ $(count) -gt 100 ]; do sleep 0.05; done\n"
		    "$AGENT ctl flush %d && cp nytprof.out flushed.out\n"
		    "nytprofhtml -m -f flushed.out -o html >/dev/null && ls html/index.html\n"
		    "$AGENT ctl stop %d; sleep 0.2; a=$(count); sleep 0.3; b=$(count)\n"
		    "[ $a = $b ] && echo stopped; $AGENT ctl status $R | grep 'off (ctl stop)'\n"
		    "$AGENT ctl start $R; until [ $(count) -gt $((b + 20)) ]; do sleep 0.05; done\n"
		    "touch end; wait $R; ls /run/nytprof-bpf/$R.sock || echo socket gone",
		    server, server, server),
		0, "%s", e2e_err);
	waitpid(server, NULL, 0);
	expect_out("nytprof.out: ");
	expect_out("html/index.html\n");
	expect_out("stopped\n");
	expect_out("off (ctl stop), nytprof.out, ");
	expect_out("socket gone\n");
	read_profile("flushed.out");
	double flushed = number_behind("/server.pl:4 main::serve main::request ");
	cr_expect_gt(flushed, 10);
	read_profile("nytprof.out");
	cr_expect_gt(number_behind("/server.pl:4 main::serve main::request "), flushed);
	expect_out("/server.pl:7 main::RUNTIME main::serve 0 ");
}

/* The calls that have not ended are the way to those that have. */
Test(control, a_profile_on_the_way_has_the_callers_of_the_one_at_the_end)
{
	put_file("a.pl",
		 "sub leaf { 1 } sub mid { leaf() }\n"
		 "sub outer { while (!-e 'end') { mid(); select undef, undef, undef, 0.005 } }\n"
		 "sub top { outer() }\n"
		 "top();\n");
	cr_assert_eq(
		run("$AGENT -- perl a.pl & A=$!\n"
		    "mids() { perl $TOP/tests/e2e/profile.pl nytprof.out | sed -n 's/^sub main::mid \\([0-9]*\\) .*/\\1/p'; }\n"
		    "until [ \"$(mids)\" -gt 10 ]; do sleep 0.1; $AGENT ctl flush $A >/dev/null; done 2>/dev/null\n"
		    "cp nytprof.out flushed.out; touch end; wait $A\n"
		    "paths() { nytprofcalls $1 | sed 's/ [^ ]*$//' | sort; }\n"
		    "paths flushed.out >flushed; paths nytprof.out >ended\n"
		    "diff flushed ended && cat ended"),
		0, "%s%s", e2e_out, e2e_err);
	expect_out("main::top;main::outer;main::mid;main::leaf\n");
}

/* $0 is the program's. */
Test(control, status_is_one_line_whatever_a_program_is_called)
{
	put_file("a\033[2J\nb.pl", "open my $f, '>', 'up'; close $f;\n"
				   "select undef, undef, undef, 0.05 until -e 'end';\n");
	cr_assert_eq(
		run("$AGENT -q -- perl $'a\\e[2J\\nb.pl' & A=$!; until [ -e up ]; do sleep 0.1; done\n"
		    "until $AGENT ctl status $A >status && grep -q nytprof.out status; do sleep 0.1; done\n"
		    "cat status; $AGENT ctl flush $A; touch end; wait $A"),
		0, "%s", e2e_err);
	expect_out("a?[2J?b.pl: on, nytprof.out, ");
	expect_out("\nnytprof.out: ");
	cr_expect_null(strchr(e2e_out, '\033'), "%s", e2e_out);
}

/* As after an attach: callers that are under way are known. */
Test(control, ctl_starts_what_waits)
{
	pid_t server = start_server();

	cr_assert_eq(
		run("$AGENT --start=no -p %d & recording; R=$!\n"
		    "sleep 0.2; $AGENT ctl status; $AGENT ctl start %d\n"
		    "until $AGENT ctl status | grep -q ' [1-9][0-9][0-9]* statements'; do sleep 0.05; done\n"
		    "touch end; wait $R",
		    server, server),
		0, "%s", e2e_err);
	waitpid(server, NULL, 0);
	expect_out("off (its start has not come), nytprof.out, 0 statements");
	read_profile("nytprof.out");
	cr_expect_gt(number_behind("/server.pl:4 main::serve main::request "), 2);
	expect_out("/server.pl:7 main::RUNTIME main::serve 0 ");
}

/* Processes are met while they are described. */
Test(control, ctl_names_the_file_of_each_process)
{
	put_file("a.pl",
		 "open my $f, '>', 'up'; close $f;\n"
		 "for (1 .. 40) {\n"
		 "    last if -e 'end';\n"
		 "    for (1 .. 20) { if (!fork) { select undef, undef, undef, 0.02; exit } }\n"
		 "    1 while wait > 0;\n"
		 "}\n"
		 "select undef, undef, undef, 0.05 until -e 'end';\n");
	cr_assert_eq(run("$AGENT -q -- perl a.pl & A=$!; until [ -e up ]; do sleep 0.1; done\n"
			 "for i in $(seq 12); do $AGENT ctl status $A; done; touch end; wait $A"),
		     0, "%s", e2e_err);
	expect_out("a.pl: on, nytprof.out, ");
	cr_expect_null(strstr(e2e_out, "(null)"), "%s", e2e_out);
}

Test(control, ctl_says_whom_it_can_talk_to)
{
	pid_t server;

	cr_expect_eq(run("$AGENT ctl frobnicate"), 2);
	expect_one_line("frobnicate");
	cr_expect_eq(run("$AGENT ctl"), 2);
	cr_expect_eq(run("$AGENT ctl stop 12x"), 2);
	expect_one_line("12x");
	server = start_server();
	cr_expect_eq(
		run("$AGENT -p %d 2>one & A=$!; $AGENT -o b.out -p %d 2>two & B=$!\n"
		    "until grep -q recording one && grep -q recording two; do sleep 0.02; done\n"
		    "$AGENT ctl stop; status=$?; grep -c \"$A.*$B\\|$B.*$A\" stderr\n"
		    "$AGENT ctl status | grep -c \"^recorder \\($A\\|$B\\): on\"; $AGENT ctl stop 1; echo $? $status\n"
		    "$AGENT ctl stop $B | grep -c \"$B: off\"\n"
		    "kill -9 $B; wait $B 2>wait; touch /run/nytprof-bpf/123x; $AGENT ctl status >/dev/null; $AGENT ctl stop $A | grep -c \"$A: off\"\n"
		    "rm /run/nytprof-bpf/123x; ls /run/nytprof-bpf/$B.sock || echo gone; touch end; wait $A",
		    server, server),
		0, "%s", e2e_err);
	waitpid(server, NULL, 0);
	cr_expect_str_eq(e2e_out, "1\n2\n1 1\n1\n1\ngone\n", "%s", e2e_err);
	expect_err("no recorder has anything to do with process 1");
}

#define ENDS_EARLY                                                 \
	"use Socket; my $name = qq(/run/nytprof-bpf/$$.sock);\n"   \
	"socket my $s, AF_UNIX, SOCK_SEQPACKET, 0 or die;\n"       \
	"bind $s, pack_sockaddr_un($name) or die; listen $s, 8;\n" \
	"open my $f, '>', 'listens'; close $f;\n"                  \
	"while (accept my $c, $s) { sysread $c, my $request, 100 }\n"

/* Recorders end when they like; the others have answered all the same. */
Test(control, ctl_bears_with_a_recorder_that_ends)
{
	pid_t server = start_server();

	put_file("ends.pl", ENDS_EARLY);
	cr_assert_eq(run("$AGENT -p %d & recording; R=$!\n"
			 "perl ends.pl & E=$!; until [ -e listens ]; do sleep 0.02; done\n"
			 "$AGENT ctl flush %d && echo flushed; $AGENT ctl status $E; echo $?\n"
			 "kill -9 $E; rm -f /run/nytprof-bpf/$E.sock; touch end; wait $R",
			 server, server),
		     0, "%s", e2e_err);
	waitpid(server, NULL, 0);
	expect_out("flushed\n1\n");
	expect_err("it ended without an answer");
}

#define HANGS                                                      \
	"use Socket; my $name = qq(/run/nytprof-bpf/$$.sock);\n"   \
	"socket my $s, AF_UNIX, SOCK_SEQPACKET, 0 or die;\n"       \
	"bind $s, pack_sockaddr_un($name) or die; listen $s, 1;\n" \
	"open my $f, '>', 'listens'; close $f; sleep 100;\n"

/* First it does not answer, then it does not even take requests. */
Test(control, ctl_bears_with_a_recorder_that_hangs)
{
	pid_t server = start_server();

	put_file("hangs.pl", HANGS);
	cr_assert_eq(
		run("$AGENT -p %d & recording; R=$!\n"
		    "perl hangs.pl & H=$!; until [ -e listens ]; do sleep 0.02; done; echo $H >&2\n"
		    "for i in 1 2 3; do timeout 20 $AGENT ctl status %d >status; echo $?; grep -c \"^recorder $R: on\" status; done\n"
		    "timeout 20 $AGENT ctl status >status; echo $?; grep -c \"^recorder $R: on\" status\n"
		    "kill -9 $H; rm -f /run/nytprof-bpf/$H.sock; touch end; wait $R\n"
		    "grep -c \"recorder $H does not answer\" stderr",
		    server, server),
		0, "%s", e2e_err);
	waitpid(server, NULL, 0);
	cr_expect_str_eq(e2e_out, "0\n1\n0\n1\n0\n1\n1\n1\n4\n", "%s%s", e2e_out, e2e_err);
}

Test(control, ctl_is_for_root_alone)
{
	pid_t server = start_server();

	cr_assert_eq(
		run("cp $AGENT agent; $AGENT -p %d & recording; A=$!\n"
		    "stat -c %%a /run/nytprof-bpf/$A.sock\n"
		    "setpriv --reuid=65534 --clear-groups ./agent ctl stop; echo $?; touch end; wait $A",
		    server),
		0, "%s", e2e_err);
	waitpid(server, NULL, 0);
	cr_expect_str_eq(e2e_out, "600\n1\n");
	expect_err("can't talk to any recorder");
}
