// SPDX-License-Identifier: GPL-2.0-or-later
/* What the agent may do when it records, and what others may do to its files. */
#include "e2e.h"

TestSuite(dropped, .init = e2e_init, .fini = e2e_fini, .timeout = 150);

/* "agent" finds the process that a shell has started as $A; "may" has what all its threads may do. */
#define RIGHTS                                                                                   \
	"recording() { until grep -q '^nytprof-bpf: recording' stderr; do sleep 0.05; done; }\n" \
	"may() { sort -u /proc/$1/task/*/status >status\n"                                       \
	"    grep -E '^(Cap|NoNewPrivs)' status | while read n v; do case $n in\n"               \
	"    CapInh:|CapAmb:) test $v = 0000000000000000 || echo $n $v;;\n"                      \
	"    NoNewPrivs:) echo $n $v;;\n"                                                        \
	"    *) capsh --decode=$v | sed 's/.*=//' | tr , '\\n' >>caps;; esac; done; sort -u caps | xargs; }\n"

#define LASTING                                                                                    \
	"cap_bpf cap_checkpoint_restore cap_chown %scap_dac_read_search %scap_perfmon cap_setgid " \
	"cap_setuid cap_sys_ptrace\n"

static void expect_rights(const char *extra, const char *more)
{
	char expected[512];

	snprintf(expected, sizeof(expected), "NoNewPrivs: 1\n" LASTING, extra, more);
	expect_out(expected);
}

Test(dropped, are_dropped_when_a_process_is_recorded)
{
	put_file(
		"a.pl",
		"sub f { 1 }\nwhile (!-e 'end') { f(); select undef, undef, undef, 0.01 }\n"
		"system 'perl', '-e', 'sub g { select undef, undef, undef, 0.1 } g() for 1 .. 30';\n");
	cr_assert_eq(
		run(RIGHTS
		    "perl a.pl & P=$!; $AGENT --pid $P & A=$!; recording; may $A; touch end; wait $P $A\n"
		    "echo status $?; for f in nytprof.out*; do perl $TOP/tests/e2e/profile.pl $f; done"),
		0, "%s%s", e2e_out, e2e_err);
	expect_rights("cap_dac_override ", "cap_fowner cap_kill ");
	expect_out("status 0\n");
	/* What is attached to later, by a process that has fewer. */
	cr_expect_gt(number_behind("main::RUNTIME main::g "), 3);
}

/* Of another user, whose signals have to be passed on, and whose directory the file is in. */
Test(dropped, are_dropped_when_a_command_runs)
{
	put_file(
		"a.pl",
		"$SIG{TERM} = sub { die 'ended' };\nopen my $f, '>', 'up'; close $f;\nselect undef, undef, undef, 60;\n");
	cr_assert_eq(
		run(RIGHTS
		    "mkdir theirs; chown 65534:65534 theirs; cp a.pl theirs; cd theirs; ln ../stderr .\n"
		    "SUDO_UID=65534 SUDO_GID=65534 $AGENT -- perl a.pl & A=$!\n"
		    "until [ -e up ]; do sleep 0.05; done; sleep 0.5; may $A; kill -TERM $A; wait $A; stat -c '%%u %%n' nytprof.out up"),
		0, "%s%s", e2e_out, e2e_err);
	expect_rights("cap_dac_override ", "cap_fowner cap_kill ");
	expect_out("65534 nytprof.out\n65534 up\n");
	expect_err("ended at ");
}

Test(dropped, are_fewer_in_a_directory_of_its_own)
{
	put_file("a.pl",
		 "sub f { 1 }\nwhile (!-e 'end') { f(); select undef, undef, undef, 0.01 }\n");
	cr_assert_eq(
		run(RIGHTS
		    "$AGENT --all --match=$PWD --output-dir=out --owner=target --interval=1 & A=$!; recording; may $A\n"
		    "cp /usr/bin/perl ./perl; for p in perl ./perl; do\n"
		    "rm -f end; setpriv --reuid=54321 --clear-groups $p $PWD/a.pl & W=$!\n"
		    "until ls out/*.$W.* >ls 2>&1; do sleep 0.1; done; touch end; wait $W; done\n"
		    "kill -INT $A; wait $A; echo status $?; stat -c %%u out/*.nytprof; for f in out/*; do perl $TOP/tests/e2e/profile.pl $f; done | grep -c 'src.*sub f'"),
		0, "%s%s", e2e_out, e2e_err);
	expect_rights("", "");
	expect_out("status 0\n54321\n54321\n2\n");
}

/* Nor has the thread that others' requests come to any: each thread's on a line. */
Test(dropped, the_thread_that_answers_has_none)
{
	put_file("a.pl",
		 "sub f { 1 }\nwhile (!-e 'end') { f(); select undef, undef, undef, 0.01 }\n");
	cr_assert_eq(
		run(RIGHTS
		    "perl a.pl & P=$!; $AGENT --listen=127.0.0.1:0 --pid $P & A=$!; recording; may $A\n"
		    "for t in /proc/$A/task/*; do\n"
		    "awk '/^(Cap|NoNewPrivs)/ { printf \"%%s \", $2 } END { print \"\" }' $t/status; done >threads\n"
		    "grep -c '^0* 0* 0* 0* 0* 1 $' threads; wc -l <threads\n"
		    "url=$(sed -n 's/.*metrics are at //p' stderr); curl -s $url | grep '^nytprof_bpf_recording'\n"
		    "touch end; wait $P $A; echo status $?"),
		0, "%s%s", e2e_out, e2e_err);
	expect_rights("cap_dac_override ", "cap_fowner cap_kill ");
	expect_out("\n1\n3\nnytprof_bpf_recording 1\nstatus 0\n");
}

/* By the user whose files they are, while they are written. */
Test(dropped, a_user_can_do_nothing_in_the_directory)
{
	put_file("victim", "precious\n");
	put_file("a.pl", "sub f { 1 }\n"
			 "my ($done, %n);\n"
			 "until (-e 'end') {\n"
			 "    f(); select undef, undef, undef, 0.005;\n"
			 "    next if -e 'enough';\n"
			 "    my ($own) = glob \"out/perl.$$.*\" or next;\n"
			 "    $n{seen}++;\n"
			 "    $n{unlinked}++ if unlink $own;\n"
			 "    $n{renamed}++ if rename $own, 'out/x.nytprof';\n"
			 "    $n{moved}++ if rename $own, 'mine';\n"
			 "    $n{symlinked}++ if symlink '../victim', 'out/y.nytprof';\n"
			 "    $n{linked}++ if link 'victim', \"out/z.nytprof\";\n"
			 "    $n{made}++ if mkdir 'out/d';\n"
			 "    $n{victim}++ if open my $v, '>>', 'victim';\n"
			 "    link $own, 'kept'; chmod 0666, $own; truncate $own, 0;\n"
			 "}\n"
			 "print join(' ', map { \"$_\" } sort keys %n), qq(\\n);\n");
	cr_assert_eq(
		run(RIGHTS
		    "chmod 600 victim; mkdir -m 711 out\n"
		    "$AGENT --all --match=$PWD --output-dir=out --owner=target --interval=1 & A=$!; recording\n"
		    "chmod 755 out; setpriv --reuid=54321 --clear-groups perl $PWD/a.pl & W=$!\n"
		    "until [ -e kept ]; do sleep 0.1; done; sleep 3; touch enough; sleep 0.5\n"
		    /* Its parent is everybody's: so the directory becomes another one. */
		    "setpriv --reuid=54321 --clear-groups sh -c 'mv out away; mkdir out; ln -s ../victim out/perl.$0.1.nytprof' $W\n"
		    "sleep 2; touch end; wait $W; kill -INT $A; wait $A; echo status $?; cat victim; ls out | wc -l\n"
		    "stat -c '%%a %%u %%h' away/*.nytprof; ls away | wc -l; perl $TOP/tests/e2e/profile.pl away/*.nytprof | grep -c 'sub main::f'\n"
		    "$AGENT --all --output-dir=out -d 0.1; echo $?"),
		0, "%s%s", e2e_out, e2e_err);
	expect_out("seen\nstatus 0\nprecious\n1\n600 54321 1\n1\n1\n1\n");
	expect_err("the directory out is not ours alone (owner 54321");
}
