// SPDX-License-Identifier: GPL-2.0-or-later
/* NYTProf's options, on real programs. */
#include "e2e.h"

TestSuite(options, .init = e2e_init, .fini = e2e_fini, .timeout = 150);

#define EVALS                                                   \
	"my $an = sub { return 3 };\n"                          \
	"my $bn = sub { return 4 };\n"                          \
	"$an->(); $bn->();\n"                                   \
	"eval 'my $x = 1; sub named { 2 } named(); $an->()';\n" \
	"eval 'eval q(my $y = 2); my $cn = sub { 5 }; $cn->()';\n"

Test(options, names_as_perl_has_them)
{
	put_file("a.pl", EVALS);
	cr_assert_eq(
		run("export NYTPROF=nameevals=0:nameanonsubs=0:slowops=0\n"
		    "NYTPROF=$NYTPROF:file=theirs.out perl -d:NYTProf a.pl\n"
		    "NYTPROF=$NYTPROF:file=ours.out $AGENT -q -- perl a.pl\n"
		    "for f in theirs ours; do perl $TOP/tests/e2e/profile.pl $f.out 2>/dev/null | "
		    "grep -E '^(line|call)' | sed -E 's/ -?[0-9.]+(e-?[0-9]+)?$//' | "
		    "grep -v '^line .* 0$' | sort >$f.txt; done; diff theirs.txt ours.txt"),
		0, "%s%s", e2e_out, e2e_err);
	read_profile("ours.out");
	expect_out("/a.pl:3 main::RUNTIME main::__ANON__ 2 ");
	expect_out("line (eval 1):1 4 ");
	/* One without the other: NYTProf 6.12 takes each for the other (init_profiler, PL_perldb). */
	cr_assert_eq(run("$AGENT -q --nameevals=0 -- perl a.pl"), 0, "%s", e2e_err);
	read_profile("nytprof.out");
	expect_out("line (eval 1):1 4 ");
	expect_out("call (eval 1):1 main::RUNTIME main::__ANON__[a.pl:1] 1 ");
	expect_out("main::__ANON__[(eval 2):1] 1 ");
	cr_assert_eq(run("$AGENT -q --nameanonsubs=0 -- perl a.pl"), 0, "%s", e2e_err);
	read_profile("nytprof.out");
	expect_out("line (eval 1)[a.pl:4]:1 4 ");
	expect_out("call (eval 1)[a.pl:4]:1 main::RUNTIME main::__ANON__ 1 ");
}

Test(options, the_clock_of_the_boot)
{
	put_file("a.pl", "my $x = 1;\nselect undef, undef, undef, 0.3;\n$x++;\n");
	cr_assert_eq(run("$AGENT --clock=7 -- perl a.pl; date +%%s"), 0, "%s", e2e_err);
	double now = number_behind("");
	read_profile("nytprof.out");
	expect_line("/a.pl:2", 1);
	cr_expect_gt(number_behind("/a.pl:2 1 "), 0.3);
	cr_expect_lt(number_behind("/a.pl:2 1 "), 5.0);
	expect_out("attr clock_id 7\n");
	cr_expect_float_eq(number_behind("attr basetime "), now, 30.0);
	cr_expect_eq(run("$AGENT --clock=cpu -- perl a.pl"), 2);
	expect_one_line("clock=cpu: processor time is not there yet");
	cr_expect_eq(run("NYTPROF=clock=2 $AGENT -- perl a.pl"), 2);
	expect_one_line("clock=2: processor time is not there yet");
}

Test(options, log_and_trace)
{
	put_file("a.pl", "my $x = 1;\n");
	cr_assert_eq(
		run("NYTPROF=trace=1:log=trace.log:sigexit=int $AGENT -- perl a.pl; "
		    "grep -q 'pp_nextstate.* at ' trace.log && echo probes; grep -c 'sigexit changes' trace.log; "
		    "stat -c %%a trace.log"),
		0, "%s", e2e_err);
	cr_expect_str_eq(e2e_out, "probes\n1\n600\n", "%s", e2e_out);
	expect_no_err("pp_nextstate");
	expect_err("1 statements");
	cr_assert_eq(run("ln -s elsewhere link; $AGENT -v --log=link -- perl a.pl; ls elsewhere"),
		     2);
	expect_err("can't write log=link");
	expect_err("pp_nextstate");
}

Test(options, what_changes_nothing_is_said)
{
	put_file("a.pl", "my $x = 1;\n");
	cr_assert_eq(run("NYTPROF=use_db_sub=1:optimize=0:posix_exit=1 $AGENT -- perl a.pl"), 0);
	expect_err("option use_db_sub changes nothing: ");
	expect_err("option optimize changes nothing: ");
	expect_no_err("posix_exit");
	cr_assert_eq(run("NYTPROF=posix_exit=1 $AGENT -v -- perl a.pl"), 0);
	expect_err("option posix_exit changes nothing: every end of a process is seen");
	cr_assert_eq(run("NYTPROF=optimize=0 $AGENT -q -- perl a.pl"), 0);
	cr_expect_str_eq(e2e_err, "");
}

/* In the file there is none of it, and the stock readers take it. */
Test(options, no_source_at_all)
{
	put_file("a.pl", "# secret-file\n"
			 "my $n = 0;\n"
			 "eval q{sub g { $n++ } # secret-eval\n g()};\n"
			 "system 'perl', '-e', 'my $x = 1; # secret-e';\n"
			 "system \"echo 'my \\$y = 1; # secret-stdin' >in; perl <in\";\n");
	cr_assert_eq(
		run("$AGENT --no-source --savesrc=1 --compress=0 -- perl a.pl; ls nytprof.out* | wc -l\n"
		    "grep -l secret- nytprof.out*; grep -lE '^:?.?agent_source=none' nytprof.out* | wc -l\n"
		    "nytprofhtml -f nytprof.out -o html >/dev/null && test -s html/index.html && echo html"),
		0, "%s%s", e2e_out, e2e_err);
	cr_expect_str_eq(e2e_out, "3\n3\nhtml\n", "%s%s", e2e_out, e2e_err);
	expect_no_err("not in the profile");
	read_profile("nytprof.out");
	expect_out("attr agent_source none\n");
	expect_out("call (eval 1)[a.pl:3]:2 main::RUNTIME main::g 1 ");
	expect_line("/a.pl:3", 1);
	cr_expect_null(strstr(e2e_out, "\nsrc "), "%s", e2e_out);
	cr_assert_eq(
		run("$AGENT --compress=0 -q -- perl a.pl; cat nytprof.out* | grep -ao 'secret-[a-z]*' | sort -u | xargs"),
		0);
	cr_expect_str_eq(e2e_out, "secret-e secret-eval secret-file secret-stdin\n", "%s", e2e_out);
}
