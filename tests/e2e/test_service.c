// SPDX-License-Identifier: GPL-2.0-or-later
/* --all as a service: its file, reloads, and what systemd is told.  Each test records its own processes only. */
#include "e2e.h"

TestSuite(service, .init = e2e_init, .fini = e2e_fini, .timeout = 150);

/*
 * "service" starts the agent with the file "conf", and waits until it records; "reload" reads the file again and waits
 * until that is said; "over" ends it.  "warm" has warm.pl recorded, so that the perl is probed.  "await" waits for a command to succeed.  "notes" is what systemd is told, if "manager" listens.
 */
#define SERVICE                                                                                     \
	"await() { while ! eval \"$1\" >/dev/null 2>&1; do sleep 0.05; done; }\n"                   \
	"manager() { perl $TOP/tests/e2e/notified.pl $PWD/socket >>notes & M=$!\n"                  \
	"    await 'grep listening notes'; export NOTIFY_SOCKET=$PWD/socket; }\n"                   \
	"service() { $AGENT --all --config=conf --output-dir=$PWD/out \"$@\" & A=$!\n"              \
	"    await \"grep 'recording every' stderr || ! kill -0 $A\"; }\n"                          \
	"reloads() { grep -c -e 'read again$' -e 'nothing has changed$' stderr; }\n"                \
	"reload() { n=$(reloads); kill -HUP $A; await '[ $(reloads) -gt $n ] || ! kill -0 $A'; }\n" \
	"over() { kill -TERM $A; wait $A; }\n"                                                      \
	"profile() { await \"ls out/*.$1.*.nytprof\"; }\n"                                          \
	"warm() { perl $PWD/warm.pl >warm.cnt & X=$!; profile $X; touch warm.pl.end; wait $X; }\n"  \
	"of() { for f in out/*.$1.*; do perl $TOP/tests/e2e/profile.pl $f; done; }\n"

/* Works until there is a file of its name and ".end", and prints how often it did. */
#define WORKER                                             \
	"my $n = 0;\n"                                     \
	"sub work { return $_[0] + 1 }\n"                  \
	"if (open my $up, '>', \"$0.up\") { close $up }\n" \
	"until (-e \"$0.end\") {\n"                        \
	"    $n = work($n);\n"                             \
	"    select undef, undef, undef, 0.001;\n"         \
	"}\n"                                              \
	"print \"$n\\n\";\n"

/* ------------------------------------------------------------------------ systemd */

Test(service, systemd_is_told)
{
	cr_assert_eq(
		run(SERVICE
		    "echo match = ^$PWD/nobody >conf; manager; WATCHDOG_USEC=400000 service\n"
		    "await '[ $(grep -c ^WATCHDOG=1 notes) -gt 3 ] && grep STATUS notes'; echo -- >>notes\n"
		    "reload; await 'grep ^RELOADING notes'; await 'tail -n +$(grep -n RELOADING notes | cut -d: -f1) notes | grep READY'\n"
		    "echo keep = x >conf; reload; await '[ $(grep -c READY notes) = 3 ]'\n"
		    "over; echo status $?; await 'grep STOPPING notes'; kill $M; grep -v -e WATCHDOG -e listening notes | sed 's/USEC=[1-9][0-9]*$/USEC=N/; /^STATUS/s/[0-9][0-9]*/N/g' | uniq"),
		0, "%s%s", e2e_out, e2e_err);
	cr_expect_eq(strncmp(e2e_out, "status 0\nREADY=1\nSTATUS=Recording: N perl", 41), 0, "%s",
		     e2e_out);
	expect_out("--\nRELOADING=1 MONOTONIC_USEC=N\nREADY=1\n");
	expect_out("\nSTOPPING=1 STATUS=Writing what was recorded\n");
	expect_err("conf:1:8: keep=x: not a number of files; nothing has changed\n");
}

/* Not before it records, and not if it never does. */
Test(service, one_that_fails_is_never_ready)
{
	cr_assert_eq(run(SERVICE "echo keep = 3 >conf; mkdir -m 755 out; manager; service\n"
				 "wait $A; echo status $?; kill $M; grep READY notes"),
		     1, "%s%s", e2e_out, e2e_err);
	expect_out("status 1\n");
	cr_expect_null(strstr(e2e_out, "READY"));
}

Test(service, the_journal_gets_priorities)
{
	cr_assert_eq(
		run(SERVICE
		    "printf 'match = ^%%s/nobody\\nlog-level = debug\\n' $PWD >conf\n"
		    "export JOURNAL_STREAM=$(stat -c %%d:%%i stderr); service; echo keep >conf; reload; over\n"
		    "grep -vc '^<[3-7]>' stderr; grep -c '>nytprof-bpf: ' stderr; cat stderr"),
		0, "%s%s", e2e_out, e2e_err);
	/* Whatever perls run on this machine, the lines differ: what they begin with is the same. */
	cr_expect_eq(strncmp(e2e_out, "0\n0\n", 4), 0, "%s", e2e_out);
	expect_out("\n<6>recording every perl");
	expect_out("\n<3>conf:1:5: the end of the line; expected \"=\" behind the key; nothing");
	expect_out("\n<7>");
	/* Another file is not the journal. */
	cr_assert_eq(run("JOURNAL_STREAM=1:2 $AGENT --all --keep=x"), 2);
	expect_one_line("--keep=x");
}

/* ------------------------------------------------------------------------- reload */

/* Of the process that is recorded all the time each call is in the one profile. */
Test(service, filters_change_and_no_process_is_let_go)
{
	put_file("warm.pl", WORKER);
	put_file("a.pl", WORKER);
	put_file("b.pl", WORKER);
	cr_assert_eq(
		run(SERVICE
		    "printf 'interval = 1\\nmatch = %%s/(a|warm)\\\\.pl\\n' $PWD >conf; service\n"
		    "warm; perl $PWD/a.pl >a.cnt & W=$!; perl $PWD/b.pl >b.cnt & X=$!\n"
		    "profile $W; await '[ -e b.pl.up ]'; sleep 0.5; ls out | grep -c nytprof\n"
		    "printf 'interval = 1\\nmatch = %%s/[ab]\\\\.pl\\n' $PWD >conf; reload\n"
		    "profile $X; sleep 0.5\n"
		    "printf 'interval = 1\\nmatch = %%s/a\\\\.pl\\n' $PWD >conf; reload; sleep 0.5\n"
		    "echo 'match = (' >conf; reload\n"
		    "touch a.pl.end b.pl.end; wait $W $X; over; echo status $?; ls out | grep -c nytprof\n"
		    "echo a $(cat a.cnt) was $(of $W | sed -n 's/^sub main::work \\([0-9]*\\) .*/\\1/p')\n"
		    "echo b $(cat b.cnt) was $(of $X | sed -n 's/^sub main::work \\([0-9]*\\) .*/\\1/p')"),
		0, "%s%s", e2e_out, e2e_err);
	cr_expect_eq(strncmp(e2e_out, "2\nstatus 0\n3\n", 13), 0, "%s%s", e2e_out, e2e_err);
	cr_expect_gt(number_behind("\na "), 100);
	cr_expect_eq(number_behind("\na "), number_behind(" was "), "%s", e2e_out);
	/* The other one only in between. */
	cr_expect_gt(number_behind(" was ") > 0 ? number_behind("\nb ") : 0, 100);
	const char *b = strstr(e2e_out, "\nb ");
	const char *was = b ? strstr(b, " was ") : NULL;
	cr_assert_not_null(was, "%s", e2e_out);
	cr_expect_gt(atoi(was + 5), 50, "%s", e2e_out);
	cr_expect_lt(atoi(was + 5), atoi(b + 3), "%s", e2e_out);
	expect_err("conf:1:9: match=(: ");
}

/* As systemctl reload does it: who asks is told whether it worked. */
Test(service, a_reload_of_a_broken_file_fails_and_changes_nothing)
{
	put_file("a.pl", WORKER);
	cr_assert_eq(
		run(SERVICE
		    "printf 'interval = 1\\nmatch = %%s/a\\\\.pl\\n' $PWD >conf; service\n"
		    "echo keep = 9 >>conf; $AGENT ctl reload $A 2>told; echo good $?; cat told\n"
		    "echo match = nobody >conf; echo keep = x >>conf\n"
		    "$AGENT ctl reload $A 2>told; echo bad $?; cat told\n"
		    "perl $PWD/a.pl >a.cnt & W=$!; profile $W; touch a.pl.end; wait $W; over; echo status $?; ls out | grep -c \\.$W\\."),
		0, "%s%s", e2e_out, e2e_err);
	expect_out(": the configuration was read again\ngood 0\nbad 1\n");
	expect_out(": conf:2:8: keep=x: not a number of files; nothing has changed\nstatus 0\n1\n");
	expect_err("nytprof-bpf: conf:2:8: keep=x: not a number of files; nothing has changed\n");
	cr_assert_eq(
		run("$AGENT --all --match=^$PWD/x --output-dir=out & A=$!\n"
		    "recording; $AGENT ctl reload $A 2>told; echo $?; cat told; kill $A; wait $A"),
		0, "%s%s", e2e_out, e2e_err);
	expect_out("1\nnytprof-bpf: recorder ");
	expect_out(": there is no file to read again: that takes --all and --config\n");
}

/* Filters that the BPF side knows, and none at all at first. */
Test(service, a_filter_comes_where_there_was_none)
{
	put_file("a.pl", WORKER);
	cr_assert_eq(
		run(SERVICE
		    "cp /usr/bin/perl nyt-$$; echo interval = 1 >conf; service\n"
		    "./nyt-$$ $PWD/a.pl >a.cnt & W=$!; profile $W; echo comm = nobody >>conf; reload; rm out/*\n"
		    "sleep 0.5; touch a.pl.end; wait $W; rm a.pl.end\n"
		    "./nyt-$$ -e 'sub f { 1 } f() for 1 .. 3' & X=$!; wait $X; over; ls out | grep -c -e $X"),
		1, "%s%s", e2e_out, e2e_err);
	cr_expect_str_eq(e2e_out, "0\n");
	expect_err("conf is read again");
}

Test(service, limits_change_and_other_options_need_a_restart)
{
	put_file("warm.pl", WORKER);
	put_file("a.pl", "sub f { 1 } f() for 1 .. 3;\n");
	cr_assert_eq(
		run(SERVICE
		    "printf 'interval = 1\\nmatch = %%s/(a|warm)\\\\.pl\\nkeep = 9\\nslowops = 1\\n' $PWD >conf; service --stmts=1\n"
		    "warm; for i in 1 2 3 4; do perl $PWD/a.pl & W=$!; wait $W; profile $W; done; ls out | grep -c nytprof\n"
		    "printf 'interval = 1\\nmatch = %%s/a\\\\.pl\\nkeep = 2\\nstmts = 0\\nblocks = 1\\n' $PWD >conf; reload\n"
		    "until [ $(ls out | grep -c nytprof) -le 2 ]; do sleep 0.05; done; ls out | grep -c nytprof; over; echo status $?"),
		0, "%s%s", e2e_out, e2e_err);
	cr_expect_str_eq(e2e_out, "5\n2\nstatus 0\n", "%s%s", e2e_out, e2e_err);
	expect_err("warning: blocks needs a restart: it stays what it was\n");
	expect_err("warning: slowops needs a restart");
	/* The command line has it. */
	expect_no_err("stmts needs");
	expect_no_err("keep needs");
}

Test(service, without_a_file_sighup_is_an_end)
{
	cr_assert_eq(run(SERVICE
			 "echo >conf; $AGENT --all --match=^$PWD/x --output-dir=out & A=$!\n"
			 "recording; kill -HUP $A; wait $A; echo status $?"),
		     0, "%s%s", e2e_out, e2e_err);
	expect_out("status 0\n");
}

/* -------------------------------------------------------------------------- files */

Test(service, a_file_serves_any_recording)
{
	put_file("a.pl", "sub f { 1 } f() for 1 .. 3;\n");
	put_file("conf", "# calls only\nfile = here.out\n\nstmts = no\n");
	cr_assert_eq(run("$AGENT --config=conf -- perl a.pl"), 0, "%s", e2e_err);
	read_profile("here.out");
	expect_out("sub main::f 3 ");
	expect_line("a.pl:1", 0);
	cr_assert_eq(
		run("NYTPROF=file=env.out:stmts=0 $AGENT --stmts=1 --config=conf -o there.out -- perl a.pl"),
		0, "%s", e2e_err);
	cr_expect(exists("there.out") && !exists("env.out"));
}

Test(service, what_is_wrong_with_a_file_is_said_before_anything_is_attached)
{
	put_file("conf", "file = x.out\nslowop = 1\n");
	cr_expect_eq(run("$AGENT --config=conf -- touch ran"), 2);
	expect_one_line("conf:2:1: unknown key \"slowop\"; expected slowops");
	put_file("conf", "slowops = 3\n");
	cr_expect_eq(run("$AGENT --config=conf -- touch ran"), 2);
	expect_one_line("conf:1:11: slowops=3: must be 0 to 2");
	cr_expect_eq(run("$AGENT --config=not/there -- touch ran"), 2);
	expect_one_line("not/there: can't read it: No such file or directory");
	cr_expect_eq(run("$AGENT --all --config=/"), 2);
	expect_one_line("/: not a file");
	cr_expect(!exists("ran"));
	cr_expect_eq(run("$AGENT --all --log-level=loud"), 2);
	expect_one_line("--log-level=loud: must be error, warning, info, debug, debug2 or debug3");
}
