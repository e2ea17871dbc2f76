// SPDX-License-Identifier: GPL-2.0-or-later
/* Two recorders of one process: each is told, and each has a file. */
#include "e2e.h"

TestSuite(pairs, .init = e2e_init, .fini = e2e_fini, .timeout = 150);

#define SERVER                                       \
	"use Time::HiRes 'sleep';\n"                 \
	"sub request { my $n = shift; return $n }\n" \
	"sub serve { while (!-e 'end') {\n"          \
	"    request(1);\n"                          \
	"    sleep 0.005 } }\n"                      \
	"open my $f, '>', 'up'; close $f;\n"         \
	"serve();\n"

/* Shell functions: waits for a line of a file; the calls that a recorder's messages, and its profile, speak of. */
#define TOOLS                                                                                   \
	"until_in() { until grep -qs \"$1\" $2; do sleep 0.02; done; }\n"                       \
	"said() { sed -n \"s/^nytprof-bpf: $1: .* lines, \\([0-9]*\\) calls .*/\\1/p\" $2; }\n" \
	"has() { perl $TOP/tests/e2e/profile.pl $1 | awk '/^sub / { n += $3 } END { print n }'; }\n"

static pid_t start_server(void)
{
	char script[80];
	pid_t server;

	put_file("server.pl", SERVER);
	snprintf(script, sizeof(script), "%s/server.pl", e2e_dir);
	server = start("perl", script, NULL);
	cr_assert(wait_for("up"));
	return server;
}

/* The first one's file is there when the second one begins, and is written again after that. */
Test(pairs, each_is_told_and_none_writes_over_the_other)
{
	pid_t server = start_server();

	cr_assert_eq(
		run(TOOLS
		    "$AGENT --interval=1 -p %d 2>one & A=$!; until [ -e nytprof.out ]; do sleep 0.02; done\n"
		    "$AGENT --interval=1 -p %d 2>two & B=$!\n"
		    "until_in \"process %d is recorded by recorder $B, too\" one\n"
		    "until_in \"process %d is recorded by recorder $A, too\" two\n"
		    "until [ -e nytprof.out-2 ]; do sleep 0.02; done; touch end; wait $A; wait $B; ls nytprof.out*\n"
		    "[ \"$(said nytprof.out one)\" = $(has nytprof.out) ] && echo first\n"
		    "[ \"$(said nytprof.out-2 two)\" = $(has nytprof.out-2) ] && echo second\n"
		    "grep -c ' recorded by recorder ' one two; cat one two >&2",
		    server, server, server, server),
		0, "%s%s", e2e_out, e2e_err);
	waitpid(server, NULL, 0);
	cr_expect_str_eq(e2e_out, "nytprof.out\nnytprof.out-2\nfirst\nsecond\none:1\ntwo:1\n",
			 "%s%s", e2e_out, e2e_err);
	expect_err("the counts of both are right, the times of both are not");
}

/* Neither knows what the other one is about, before one asks. */
Test(pairs, one_of_them_records_everybody)
{
	pid_t server = start_server();

	cr_assert_eq(
		run(TOOLS
		    "$AGENT -o a.out -p %d 2>one & A=$!; until_in recording one\n"
		    "$AGENT --all --match=$PWD/none --output-dir=$PWD/n 2>none & N=$!; until_in recording none\n"
		    "$AGENT --all --match=$PWD/server.pl --output-dir=$PWD/d 2>two & B=$!\n"
		    "until_in \"process %d is recorded by recorder $B, too\" one\n"
		    "until_in \"process %d is recorded by recorder $A, too\" two\n"
		    "$AGENT -o b.out -p %d 2>three & C=$!; until_in \"by recorder $A, too\" three\n"
		    "until_in \"by recorder $B, too\" three; until_in \"by recorder $C, too\" one\n"
		    "until_in \"by recorder $C, too\" two\n"
		    "kill $N $B $A $C; wait; touch end; grep -c ' recorded by recorder ' none",
		    server, server, server, server),
		1, "%s%s", e2e_out, e2e_err);
	waitpid(server, NULL, 0);
	cr_expect_str_eq(e2e_out, "0\n", "%s%s", e2e_out, e2e_err);
}
