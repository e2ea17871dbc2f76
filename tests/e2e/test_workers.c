// SPDX-License-Identifier: GPL-2.0-or-later
/* nytprof-bpf --pid of a process that has children. */
#include "e2e.h"

TestSuite(workers, .init = e2e_init, .fini = e2e_fini, .timeout = 150);

/* Two workers, of which one does most, and a child that is no perl; a third worker comes when the first has gone. */
#define MASTER                                                                       \
	"sub turn { my $n = shift; one($_) for 1 .. $n; return }\n"                  \
	"sub one { return shift }\n"                                                 \
	"sub late { until (-e 'end') { select undef, undef, undef, 0.01; }"          \
	" one(1); exit }\n"                                                          \
	"sub worker { my $n = shift;\n"                                              \
	"    open my $f, '>', \"up$n\"; close $f;\n"                                 \
	"    until (-e \"end$n\") { turn($n); select undef, undef, undef, 0.01; }\n" \
	"    exit }\n"                                                               \
	"for my $n (1, 50) { fork or worker($n) }\n"                                 \
	"my $other = fork // die; exec 'sleep', 600 if !$other;\n"                   \
	"wait;\n"                                                                    \
	"fork or late();\n"                                                          \
	"open my $f, '>', 'third'; close $f;\n"                                      \
	"wait for 1 .. 2;\n"                                                         \
	"kill 'KILL', $other;\n"

#define IN_PROFILES \
	"in_profiles() { for f in nytprof.out*; do perl $TOP/tests/e2e/profile.pl $f; done | grep -c \"$1\"; }\n"

static pid_t master;

static void start_master(void)
{
	put_file("master.pl", MASTER);
	master = start("perl", "master.pl", NULL);
	cr_assert(wait_for("up1") && wait_for("up50"));
}

#define THIRD_COMES  "touch end1; until [ -e third ]; do sleep 0.02; done\n"
#define LET_THEM_END "touch end end50\n"

/* The recording ends with them: the child that is no perl is not waited for. */
Test(workers, that_run_already_are_recorded)
{
	start_master();
	cr_assert_eq(
		run(IN_PROFILES
		    "$AGENT --pid %d -v & A=$!; recording\n"
		    "until [ $($AGENT ctl status $A | grep -c ', [1-9][0-9]* calls since') = 2 ]; do sleep 0.05; done\n" THIRD_COMES
		    "until grep -q 'forked by' stderr; do sleep 0.02; done; " LET_THEM_END
		    "wait $A\n"
		    "in_profiles ' main::worker main::turn '; in_profiles ' main::late main::one 1 '\n"
		    "full=$(sed -n 's/^nytprof-bpf: \\(nytprof.out[.0-9]*\\): \\([0-9]*\\) statements.*/\\2 \\1/p' stderr | sort -n | tail -1)\n"
		    "grep -c \"next: nytprofhtml -f ${full#* } --open\" stderr",
		    master),
		0, "%s%s", e2e_out, e2e_err);
	waitpid(master, NULL, 0);
	cr_expect_str_eq(e2e_out, "2\n1\n1\n", "%s%s", e2e_out, e2e_err);
	expect_err("recording 1 process and 2 of its children;");
	expect_no_err("not recorded: 1 process that can");
}

Test(workers, no_children_are_recorded_if_none_are_wanted)
{
	start_master();
	cr_assert_eq(
		run(IN_PROFILES
		    "$AGENT --pid %d --no-children & recording; " THIRD_COMES LET_THEM_END
		    "wait $A\n"
		    "in_profiles ' main::worker main::turn '; in_profiles ' main::late main::one '; ls nytprof.out*",
		    master),
		0, "%s%s", e2e_out, e2e_err);
	waitpid(master, NULL, 0);
	cr_expect_str_eq(e2e_out, "0\n0\nnytprof.out\n", "%s%s", e2e_out, e2e_err);
	expect_err("recording 1 process;");
	expect_err("not recorded: nothing (0)");
}

Test(workers, a_program_that_is_no_perl_has_children_that_are)
{
	char named[64];

	put_file("wrapper.sh", "perl server.pl & echo $! >worker; wait\n");
	put_file("server.pl", "open my $f, '>', 'up'; close $f;\nsleep 600;\n");
	master = start("sh", "wrapper.sh", NULL);
	cr_assert(wait_for("up"));
	cr_expect_eq(run("$AGENT --pid %d; status=$?; cat worker; exit $status", master), 3);
	snprintf(named, sizeof(named), "has children that are: --pid %d\n", atoi(e2e_out));
	expect_one_line("is no perl");
	expect_err(named);
	cr_expect_eq(run("kill -9 $(cat worker)"), 0);
	stop(master);
}

/* What was recorded up to the last interval is in the file. */
Test(workers, a_recorder_that_is_killed_loses_an_interval)
{
	start_master();
	cr_assert_eq(
		run("$AGENT --pid %d --interval=1 & recording; until ls nytprof.out.* >/dev/null 2>&1; do sleep 0.05; done\n"
		    "kill -9 $!; wait $! 2>/dev/null\n" IN_PROFILES
		    "in_profiles ' main::worker main::turn '; kill -0 %d && echo lives",
		    master, master),
		0, "%s%s", e2e_out, e2e_err);
	cr_expect_str_eq(e2e_out, "2\nlives\n", "%s%s", e2e_out, e2e_err);
	cr_expect_eq(run(THIRD_COMES LET_THEM_END), 0);
	waitpid(master, NULL, 0);
}
