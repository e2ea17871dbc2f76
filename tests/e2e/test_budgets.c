// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * One user floods the agent, and a perl of another user beside it keeps its whole profile.  The agent answers
 * meanwhile, and what it did not record of the flood is said.
 */
#include "e2e.h"

TestSuite(budgets, .init = e2e_init, .fini = e2e_fini, .timeout = 150);

/*
 * "all" starts the agent for what this directory has.  "theirs" runs something as the user who floods, $ours as
 * another one.  "honest" runs honest.pl and has its process id in $H; "of" says what a profile has.  "answers" asks
 * the agent something.
 */
#define BUDGETS                                                                                                                      \
	"mkdir -m 777 theirs\n"                                                                                                      \
	"all() { $AGENT --all --output-dir=$PWD/out --match=$PWD --interval=1 \"$@\" & A=$!; recording; warm; }\n"                   \
	"warm() { $ours perl $PWD/wait.pl & W=$!; until ls out/*.$W.*.nytprof >ls 2>&1; do sleep 0.05; done; touch go; wait $W; }\n" \
	"theirs() { (cd theirs; exec setpriv --reuid=65534 --regid=65534 --clear-groups \"$@\"); }\n"                                \
	"ours='setpriv --reuid=1 --regid=1 --clear-groups'\n"                                                                        \
	"until_file() { until [ -e $1 ]; do sleep 0.02; done; }\n"                                                                   \
	"answers() { timeout 20 $AGENT ctl status $A >/dev/null || exit 7; }\n"                                                      \
	"honest() { $ours perl $PWD/honest.pl & H=$!; wait $H; until ls out/*.$H.*.nytprof >ls 2>&1; do sleep 0.05; done; }\n"       \
	"of() { for f in out/*.$1.*; do perl $TOP/tests/e2e/profile.pl $f; done; }\n"                                                \
	"over() { kill -INT $A; wait $A; }\n"

#define HONEST                                             \
	"use strict;\n"                                    \
	"sub add { return $_[0] + 1 }\n"                   \
	"my $n = 0;\n"                                     \
	"$n = add($n) for 1 .. 100;\n"                     \
	"my $code = '1;' x 500 . q{sub late { $n++ } };\n" \
	"eval $code;\n"                                    \
	"late();\n"

/* Until its perl is attached to: the first one of a perl is late. */
#define WAIT "select undef, undef, undef, 0.01 until -e 'go';\n"

static void expect_honest(void)
{
	expect_line("/honest.pl:2", 100);
	expect_line("/honest.pl:7", 1);
	expect_out("/honest.pl:4 main::RUNTIME main::add 100 ");
	expect_out("/honest.pl:7 main::RUNTIME main::late 1 ");
	expect_out("/honest.pl:6]");
	cr_expect_null(strstr(e2e_out, "agent_lost"), "%s", e2e_out);
	cr_expect_null(strstr(e2e_out, "(unknown)"), "%s", e2e_out);
}

#define BEYOND "beyond what one process or user may have"

static void need_flood(void)
{
	if (run("cc $(perl -MExtUtils::Embed -e ccopts) -o flood $TOP/tests/e2e/flood.c -lperl"))
		cr_skip_test("needs libperl-dev: %s", e2e_err);
}

/* It is asked once for each, so that what it takes grows with their number only. */
Test(budgets, of_interpreters)
{
	need_flood();
	put_file("honest.pl", HONEST);
	put_file("wait.pl", WAIT);
	put_file("f.pl", WAIT);
	cr_assert_eq(
		run(BUDGETS
		    "all; (export FLOOD=16000; theirs ../flood $PWD/f.pl) & F=$!\n"
		    "until ls out/*.u65534.nytprof >ls 2>&1; do sleep 0.05; done; touch theirs/go; until_file theirs/flooded\n"
		    "answers; honest; answers; kill $F; wait $F; over; of $H"),
		0, "%s%s", e2e_out, e2e_err);
	expect_honest();
	expect_err(BEYOND);
}

/* Of files, by #line. */
Test(budgets, of_names)
{
	put_file("honest.pl", HONEST);
	put_file("wait.pl", WAIT);
	put_file("f.pl", "my $long = 'n' x 3900;\n"
			 "for my $n (1 .. 6000) { eval qq{#line 1 \"$long$n\"\n1;} }\n");
	cr_assert_eq(run(BUDGETS "all; theirs perl $PWD/f.pl; answers; honest; over; of $H"), 0,
		     "%s%s", e2e_out, e2e_err);
	expect_honest();
	expect_err(BEYOND);
}

/* The user who has most loses his oldest ones, and nobody else loses any. */
Test(budgets, of_files)
{
	put_file("honest.pl", HONEST);
	put_file("wait.pl", WAIT);
	put_file("f.pl", "my $n = 1;\n");
	cr_assert_eq(
		run(BUDGETS
		    "all --keep=20; honest; P=$H; for i in $(seq 60); do theirs perl $PWD/f.pl; done; honest; over\n"
		    "ls out | grep -c 'u65534.nytprof$'; ls out | grep -c 'u1.nytprof$'; of $P; of $H"),
		0, "%s%s", e2e_out, e2e_err);
	cr_expect_eq(strncmp(e2e_out, "17\n3\n", 5), 0, "%s", e2e_out);
}

/* Of processes that run, too: a disk has an end. */
Test(budgets, of_bytes)
{
	put_file("honest.pl", HONEST);
	put_file("wait.pl", WAIT);
	put_file("f.pl", "$| = 1; print qq{\n}; sleep 1 until -e 'end';\n");
	cr_assert_eq(
		run(BUDGETS
		    "all --max-size=4M; honest; (cat f.pl; head -c 1000000 /dev/urandom | od -An -tx1 | sed 's/^/#/') >theirs/f.pl\n"
		    "for i in $(seq 12); do theirs perl $PWD/theirs/f.pl >up.$i & done\n"
		    "for i in $(seq 12); do until [ -s up.$i ]; do sleep 0.02; done; done\n"
		    "$AGENT ctl flush $A >/dev/null || exit 6; du -sk out | cut -f1\n"
		    "touch theirs/end; over; du -sk out | cut -f1; of $H"),
		0, "%s%s", e2e_out, e2e_err);
	cr_expect_lt(atoi(e2e_out), 4096 + 1024, "%s", e2e_out);
	cr_expect_lt(atoi(strchr(e2e_out, '\n')), 4096 + 1024, "%s", e2e_out);
	expect_honest();
}
