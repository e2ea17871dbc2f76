// SPDX-License-Identifier: GPL-2.0-or-later
/* --all --merge: the sums of units and containers, held against the profiles of their processes. */
#include "e2e.h"

TestSuite(merged, .init = e2e_init, .fini = e2e_fini, .timeout = 150);

/*
 * "all" starts the agent, and waits until it records; "warm" until it has attached to the perl; "inside" runs a command
 * in a control group below ours; "same" holds the profile of one against those of its processes.
 */
#define MERGED                                                                                                                  \
	"G=$(awk '$3 == \"cgroup2\" { print $2 }' /proc/self/mounts | head -1)/nyt-$$\n"                                        \
	"mkdir $G; trap 'find $G -depth -type d -exec rmdir {} +' EXIT\n"                                                       \
	"said() { grep -c '^nytprof-bpf: recording' stderr; }\n"                                                                \
	"all() { n=$(said); $AGENT --all --output-dir=$PWD/out --interval=1 \"$@\" & A=$!\n"                                    \
	"    until [ $(said) -gt $n ]; do sleep 0.05; done; }\n"                                                                \
	"over() { kill -INT $A; wait $A; }\n"                                                                                   \
	"inside() { g=$G/$1; mkdir -p $g; shift; sh -c 'echo $$ >$0/cgroup.procs; exec \"$@\"' $g \"$@\"; }\n"                  \
	"sums() { perl $TOP/tests/e2e/sums.pl \"$@\"; }\n"                                                                      \
	"same() { M=$1; shift; sums $M >one; sums \"$@\" >all; diff one all >&2 && grep -q main::work one && echo same $#; }\n" \
	"of_a() { grep -laE '^.?.?application=.*a.pl' $1/perl.*; }\n"                                                           \
	"warm() { perl $PWD/b.pl warm & W=$!; until ls out/*.$W.* >ls 2>&1; do sleep 0.1; done\n"                               \
	"    touch warm; wait $W; }\n"

/* A library, evals of two kinds, an anonymous sub, a builtin, a fork. */
static void put_programs(void)
{
	put_file("Lib.pm", "package Lib;\nsub twice { return 2 * $_[0] }\n1;\n");
	put_file(
		"a.pl",
		"use lib $ENV{PWD}; use Lib;\n"
		"sub work { my $n = shift; return Lib::twice($n) + eval 'my $f = sub { 1 }; $f->()' }\n"
		"work($_) for 1 .. $ARGV[0];\n"
		"eval \"sub of_$ARGV[0] { \\$_[0] } of_$ARGV[0](1) for 1 .. 3; 1\" or die;\n"
		"if (!fork) { work($_) for 1 .. 5; exit }\n"
		"wait;\n"
		"if ($ARGV[1]) { until (-e $ARGV[1]) { work(0); select undef, undef, undef, 0.01 } }\n");
	put_file("b.pl", "use lib $ENV{PWD}; use Lib;\n"
			 "sub work { return Lib::twice(@_) }\nwork(1) for 1 .. 4;\n"
			 "while (@ARGV && !-e $ARGV[0]) { select undef, undef, undef, 0.02 }\n");
}

/* Of each unit's file, at its end and while processes run; one is written several times. */
Test(merged, a_unit_is_the_sum_of_its_processes)
{
	put_programs();
	cr_assert_eq(
		run(MERGED
		    "all --merge=unit --match=$PWD; warm\n"
		    "inside x.service perl $PWD/a.pl 3 end & X=$!; inside x.service perl $PWD/a.pl 4\n"
		    "inside y.service/below perl $PWD/b.pl; inside plain perl $PWD/b.pl\n"
		    "until ls out/unit-x* >ls 2>&1; do sleep 0.1; done; sleep 1.5; inside x.service perl $PWD/a.pl 3; sleep 2\n"
		    "touch end; wait $X; over; ls out | grep -c merged; rmdir $G/y.service/below\n"
		    "echo y $(sums out/unit-y* | grep -E 'RUNTIME main::work' | sed 's/.* //')\n"
		    "same out/unit-x* $(of_a out)\n"
		    "perl $TOP/tests/e2e/profile.pl out/unit-x* | grep -v ^src"),
		0, "%s%s", e2e_out, e2e_err);
	expect_out("2\ny 4\nsame 6\n");
	expect_out("attr agent_merged unit x.service\n");
	expect_out("attr agent_merged_profiles 6\n");
	expect_out("a.pl (6 runs)");
	/* Of the two evals of one place, each with its sub, and that of the one that all have. */
	expect_out("sub main::of_3 6 ");
	expect_out("sub main::of_4 3 ");
	expect_nothing_lost();
}

/* What the file says while processes run is no more than at the end, and grows; the agent's death loses an interval. */
Test(merged, what_is_on_the_disk_is_valid_at_any_time)
{
	put_programs();
	cr_assert_eq(
		run(MERGED
		    "work() { sums \"$@\" | grep 'RUNTIME main::work' | awk '{ n += $NF } END { print n }'; }\n"
		    "all --merge=unit --match=$PWD; warm; inside x.service perl $PWD/a.pl 9\n"
		    "inside x.service perl $PWD/a.pl 3 end & X=$!\n"
		    "until ls out/unit-x* >ls 2>&1 && [ $(work out/unit-x*) -gt 30 ]; do sleep 0.2; done\n"
		    "cp out/unit-x* first; sleep 2.5; kill -9 $A; wait $A; sleep 2; mv out/unit-x* second; mkdir old; mv out/*.nytprof old\n"
		    "same second $(of_a old); [ $(work second) -gt $(work first) ] && echo more\n"
		    "all --merge=unit --match=$PWD; sleep 1; touch end; wait $X; over; ls out | grep -c merged; ls -A out | grep -c tmp\n"
		    "same out/unit-x* $(of_a out)"),
		0, "%s%s", e2e_out, e2e_err);
	expect_out("same 4\nmore\n1\n0\nsame 1\n");
}

Test(merged, a_container_and_the_stock_tools)
{
	put_programs();
	cr_assert_eq(
		run(MERGED
		    "D=0123456789abcdef0123456789abcdef\n"
		    "all --merge=container --match=$PWD --calls=2 --blocks=1; warm\n"
		    "for i in 1 2 3; do inside docker-$D.scope perl $PWD/a.pl $i; done; inside x.service perl $PWD/b.pl\n"
		    "over; ls out | grep merged | sed 's/merged.*//'; same out/container* $(of_a out)\n"
		    "nytprofhtml -f out/container* -o html >/dev/null; test -s html/index.html && echo html\n"
		    "nytprofcalls out/container* >calls; grep -c 'main::work;Lib::twice' calls || cat calls; nytprofcsv -f out/container* -o csv >&2 && ls csv | grep -c a-pl"),
		0, "%s%s", e2e_out, e2e_err);
	expect_out("container-0123456789abcdef0123456789abcdef.\nsame 6\nhtml\n1\n");
}

/* But never that of a unit whose processes run. */
Test(merged, old_ones_are_removed)
{
	put_programs();
	cr_assert_eq(
		run(MERGED
		    "all --merge=unit --match=$PWD --keep=2; warm; inside x.service perl $PWD/a.pl 9 end & X=$!\n"
		    "until ls out/unit-x* >ls 2>&1; do sleep 0.2; done; F=$(ls out/unit-x*)\n"
		    "for u in p q r; do inside $u.service perl $PWD/b.pl; done; sleep 3\n"
		    "touch -d '2001-01-01' $F; test -e $F && echo there\n"
		    "for u in p q r; do inside $u.service perl $PWD/b.pl; done; sleep 2.5; ls $F\n"
		    "touch end; wait $X; over; ls out | wc -l"),
		0, "%s%s", e2e_out, e2e_err);
	expect_out("there\n");
	expect_out("unit-x.service.merged.");
	expect_out("\n2\n");
}

Test(merged, what_is_wrong_is_said)
{
	cr_expect_eq(run("$AGENT --all --merge=slice"), 2);
	expect_one_line("--merge=slice: must be unit or container");
	cr_expect_eq(run("$AGENT --merge=unit --pid 1"), 2);
	expect_one_line("belong to --all");
}
