// SPDX-License-Identifier: GPL-2.0-or-later
/* The stock tools of NYTProf on our files, and our own on NYTProf's. */
#include "e2e.h"

TestSuite(tools, .init = e2e_init, .fini = e2e_fini, .timeout = 200);

/* fib takes some microseconds: no noise of the clock makes nothing of it. */
static void make_profiles(void)
{
	put_file(
		"a.pl",
		"use strict;\nuse List::Util 'sum';\n"
		"sub fib { my ($n, @x) = (shift, (1) x 2000); return $n < 2 ? $n : fib($n - 1) + fib($n - 2) }\n"
		"my $code = sub { return sum(map { fib($_) } 1 .. shift) };\n"
		"print $code->(12), \"\\n\";\n"
		"print eval 'my $y = 5; $y * 2', \"\\n\";\n");
	cr_assert_eq(run("$AGENT -q -o one.out -- perl a.pl && $AGENT -q -o two.out -- perl a.pl"),
		     0, "%s", e2e_err);
}

/* Nothing but progress on stderr and stdout. */
static void expect_quiet(void)
{
	static const char *const bad[] = { "arn",   "rror",   "ninitialized", "ncomplete",
					   "nable", "trange", "panic",	      " at /usr" };
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		expect_no_err(bad[i]);
}

Test(tools, html)
{
	make_profiles();
	cr_expect_eq(run("nytprofhtml -f one.out -o html"), 0, "%s", e2e_err);
	expect_quiet();
	cr_expect(exists("html/index.html"));
	cr_expect_eq(run("grep -ho 'recursion: max depth [0-9]*' html/*a-pl-1-line.html"), 0);
	expect_out("recursion: max depth 11\n");
	/* The flame graph: the deepest call of fib is 12 calls down. */
	cr_expect_eq(run("grep -c 'main::fib' html/all_stacks_by_time.svg"), 0);
	cr_expect_geq(number_behind(""), 3);
	cr_expect_eq(run("grep -c 'all_stacks_by_time' html/index.html"), 0);
}

/* nytprofcalls --calls counts records: with calls=2 there are as many as calls. */
Test(tools, stacks)
{
	make_profiles();
	cr_expect_eq(run("nytprofcalls one.out"), 0, "%s", e2e_err);
	expect_quiet();
	cr_expect_geq(number_behind("main::__ANON__[a.pl:4];main::fib;main::fib "), 1);
	cr_expect_eq(
		run("$AGENT -q --calls=2 -o all.out -- perl a.pl && nytprofcalls --calls all.out"),
		0, "%s", e2e_err);
	cr_expect_eq(number_behind("main::__ANON__[a.pl:4];main::fib "), 12, "%s", e2e_out);
	cr_expect_eq(number_behind("main::__ANON__[a.pl:4];main::fib;main::fib "), 22, "%s",
		     e2e_out);
	cr_expect_eq(run("$AGENT -q --calls=0 -o none.out -- perl a.pl && nytprofcalls none.out"),
		     0, "%s", e2e_err);
	cr_expect_null(strstr(e2e_out, "main::fib"));
}

Test(tools, csv)
{
	make_profiles();
	cr_expect_eq(run("nytprofcsv -f one.out -o csv"), 0, "%s", e2e_err);
	expect_quiet();
	cr_expect_eq(run("grep -h 'print .code' csv/*a-pl-1-line.csv | cut -d, -f2,4"), 0);
	expect_out("1,print $code->(12)");
}

Test(tools, callgrind)
{
	make_profiles();
	cr_expect_eq(run("nytprofcg -f one.out -o cg.out"), 0, "%s", e2e_err);
	expect_quiet();
	cr_expect_eq(run("grep -c 'fn=main::fib' cg.out"), 0);
}

Test(tools, merge)
{
	double once;

	make_profiles();
	cr_expect_eq(run("nytprofmerge -o merged.out one.out two.out"), 0, "%s", e2e_err);
	expect_quiet();
	read_profile("one.out");
	once = number_behind("sub main::fib ");
	cr_expect_gt(once, 100);
	read_profile("merged.out");
	cr_expect_eq(number_behind("sub main::fib "), 2 * once);
	cr_expect_eq(run("$AGENT report merged.out"), 0, "%s", e2e_err);
	expect_out("main::fib");
}

Test(tools, merge_with_a_profile_of_nytprof)
{
	make_profiles();
	cr_expect_eq(run("NYTPROF=file=stock.out:slowops=0:calls=0 perl -d:NYTProf a.pl && "
			 "nytprofmerge -o merged.out one.out stock.out"),
		     0, "%s", e2e_err);
	expect_quiet();
}

Test(tools, our_reader_agrees_with_the_stock_one_on_its_own_files)
{
	make_profiles();
	cr_expect_eq(
		run("NYTPROF=file=stock.out perl -d:NYTProf a.pl; $AGENT report --top 1000 stock.out >ours; "
		    "perl $TOP/tests/e2e/profile.pl stock.out | awk '/^sub / && $3 > 0 { print $3, $2 }' | sort >theirs; "
		    "awk '/^Lines/ { exit } $4 ~ /::/ { print $1, $4 }' ours | sort >mine; diff theirs mine"),
		0, "%s", e2e_out);
}

Test(tools, doctor)
{
	pid_t perl = start("perl", "-e", "sleep 60", NULL);

	usleep(200000);
	cr_expect_eq(run("$AGENT doctor"), 0, "%s%s", e2e_out, e2e_err);
	expect_out("ok   kernel");
	expect_out("ok   feature    bpf_loop: ");
	expect_out("ok   uprobes");
	expect_out("/usr/bin/perl: 5.");
	cr_expect_eq(run("$AGENT doctor --pid %d", perl), 0, "%s%s", e2e_out, e2e_err);
	expect_out("probes");
	cr_expect_eq(run("$AGENT doctor --pid 1"), 1);
	expect_out("FAIL process");
	stop(perl);
}

/* Anybody can make a directory of any name, and have root look at what runs in it. */
Test(tools, doctor_writes_nothing_that_drives_a_terminal)
{
	pid_t perl;

	cr_assert_eq(run("mkdir $'x\\e[2J\\x9b'; cp $(command -v perl) x*/; ln -s x* dir"), 0, "%s",
		     e2e_err);
	perl = start("dir/perl", "-e", "open F, '>', 'up'; sleep 60", NULL);
	cr_assert(wait_for("up"));
	cr_expect_eq(run("$AGENT doctor --pid %d", perl), 0, "%s%s", e2e_out, e2e_err);
	expect_out("/x?[2J?/perl: 5.");
	stop(perl);
}

/* Both would write nytprof.out. */
Test(tools, a_program_that_profiles_itself_keeps_its_file)
{
	put_file("a.pl", "my $n = 0;\nsub f { $n++ }\nf() for 1 .. 20;\n");
	cr_assert_eq(run("PERL5OPT=-d:NYTProf $AGENT -- perl a.pl; ls nytprof.out*"), 0, "%s",
		     e2e_err);
	expect_err("the command loads another profiler (PERL5OPT=-d:NYTProf), whose own work");
	expect_err("nytprof.out is written by somebody else");
	expect_out("nytprof.out\nnytprof.out.");
	cr_assert_eq(run("grep -ac 'Recorded by nytprof-bpf' nytprof.out nytprof.out.*"), 0);
	expect_out("nytprof.out:0\nnytprof.out.");
	read_profile("nytprof.out");
	expect_line("/a.pl:2", 20);
	cr_assert_eq(run("$AGENT -o o.out -- perl -wd:NYTProf a.pl"), 0, "%s", e2e_err);
	expect_err("the command loads another profiler (-wd:NYTProf)");
	expect_no_err("somebody else");
	cr_assert_eq(run("$AGENT -o o.out -- perl a.pl"), 0);
	expect_no_err("warning");
	cr_expect(!exists("o.out.1"));
}

Test(tools, a_process_that_profiles_itself_keeps_its_file)
{
	pid_t server;

	put_file(
		"a.pl",
		"open my $f, '>', 'up'; close $f;\nselect undef, undef, undef, 0.01 until -e 'end';\n");
	server = start("perl", "-d:NYTProf", "a.pl", NULL);
	cr_assert(wait_for("up"));
	cr_assert_eq(run("$AGENT -d 0.5 -p %d; ls nytprof.out.*", server), 0, "%s", e2e_err);
	expect_err("has loaded another profiler (NYTProf.so)");
	expect_err("nytprof.out is written by somebody else");
	put_file("end", "");
	waitpid(server, NULL, 0);
	read_profile("nytprof.out");
	expect_line("/a.pl:1", 2);
}
