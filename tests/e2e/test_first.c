// SPDX-License-Identifier: GPL-2.0-or-later
/* The first steps of a newcomer: what is typed wrongly, and what sudo leaves out. */
#include "e2e.h"

TestSuite(first, .init = e2e_init, .fini = e2e_fini, .timeout = 150);

/* -------------------------------------------------------------------------- slips */

Test(first, output_is_file)
{
	cr_expect_eq(run("$AGENT -q --output=x.out -- perl -e 'my $x = 1'"), 0, "%s", e2e_err);
	read_profile("x.out");
	expect_line("-e:1", 1);
}

Test(first, a_mistyped_command_is_told_from_a_program)
{
	cr_expect_eq(run("$AGENT recrod --pid 1"), 2);
	expect_one_line("unknown command 'recrod'; did you mean 'record'?");
	cr_expect_eq(run("$AGENT repotr x.out"), 2);
	expect_one_line("unknown command 'repotr'; did you mean 'report'?");
}

Test(first, a_script_that_is_no_program_is_for_perl)
{
	put_file("a.pl", "my $x = 1;\n");
	cr_expect_eq(run("$AGENT -- ./a.pl"), 126);
	expect_one_line("Permission denied; if it is a perl script, use \"perl ./a.pl\"");
	cr_expect_eq(run("$AGENT -- a.pl"), 127);
	expect_one_line("no such command; if it is a perl script, use \"perl a.pl\"");
	chmod("a.pl", 0755);
	cr_expect_eq(run("$AGENT -- ./a.pl"), 126);
	expect_one_line("Exec format error; if it is a perl script, use \"perl ./a.pl\"");
	put_file("b.pl", "#!/usr/bin/perl\nmy $x = 1;\n");
	cr_expect_eq(run("$AGENT -- ./b.pl"), 126);
	expect_one_line("use \"perl ./b.pl\"");
	put_file("c.sh", "#!/bin/sh\ntrue\n");
	cr_expect_eq(run("$AGENT -- ./c.sh"), 126);
	expect_one_line("Permission denied");
	expect_no_err("perl script");
}

Test(first, stdout_is_no_place_for_a_profile)
{
	cr_expect_eq(run("$AGENT -o - -- perl -e 'open F, q(>ran)'"), 2);
	expect_one_line("file=-: a profile can't be written to stdout: name a file");
	cr_expect_eq(run("NYTPROF=file=- $AGENT -- perl -e 'open F, q(>ran)'"), 2);
	expect_one_line("NYTPROF: file=-: ");
	cr_expect(!exists("ran"));
	cr_expect_eq(run("$AGENT -q -o ./- -- perl -e 'my $x = 1'"), 0);
	cr_expect(exists("-"));
}

Test(first, report_knows_where_to_look_and_takes_options_anywhere)
{
	cr_expect_eq(run("$AGENT report"), 1);
	expect_one_line("can't read nytprof.out: No such file or directory; another one is named");
	cr_expect_eq(
		run("$AGENT -q -- perl -e 'sub f { 1 } sub g { f() } sub h { g() } h() for 1 .. 3'\n"
		    "$AGENT report >all; $AGENT report nytprof.out | diff - all && wc -l <all\n"
		    "$AGENT report --top=1 nytprof.out >one; wc -l <one\n"
		    "$AGENT report nytprof.out --top=1 | diff - one && $AGENT report --top 1 | diff - one"),
		0, "%s%s", e2e_out, e2e_err);
	int all, one;
	cr_assert_eq(sscanf(e2e_out, "%d %d", &all, &one), 2, "%s", e2e_out);
	cr_expect_gt(all, one);
}

Test(first, each_command_has_a_help_of_its_own)
{
	static const struct {
		const char *words, *has, *has_not;
	} cases[] = {
		{ "record --help", "--pid=PID", "ctl start" },
		{ "report --help", "--top=N", "--pid" },
		{ "report x.out -h", "--top=N", "--pid" },
		{ "ctl --help", "reload ", "--top" },
		{ "ctl status --help", "reload ", "--top" },
		{ "doctor --help", "--pid=PID", "--top" },
		{ "help doctor", "--pid=PID", "--top" },
		{ "--help", "ctl start", "\n\n\n" },
		{ "help", "ctl start", "\n\n\n" },
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		cr_expect_eq(run("$AGENT %s", cases[i].words), 0, "%s", cases[i].words);
		cr_expect_str_eq(e2e_err, "");
		expect_out(cases[i].has);
		cr_expect_null(strstr(e2e_out, cases[i].has_not), "%s: %s", cases[i].words,
			       e2e_out);
	}
}

Test(first, times_have_units)
{
	pid_t target = start("perl", "-e", "while (1) { select undef, undef, undef, 0.01 }", NULL);

	cr_expect_eq(run("$AGENT -q -d 300ms -p %d", target), 0, "%s", e2e_err);
	cr_expect(exists("nytprof.out"));
	stop(target);
	cr_expect_eq(run("$AGENT -d 300mm -p 1"), 2);
	expect_one_line("--duration=300mm: not a number of seconds");
}

/* What each level has, and the one below has not. */
Test(first, verbosity_has_three_levels)
{
	put_file("a.pl", "my $x = 1;\n");
	cr_assert_eq(
		run("for v in -q -v -vv -vvv; do $AGENT $v -- perl a.pl 2>said; echo $v $? \\\n"
		    "    $(grep -c ', layout ' said | sed 's/[1-9][0-9]*/perls/') \\\n"
		    "    $(grep -c ' pp_nextstate ' said | sed 's/[1-9][0-9]*/statements/') \\\n"
		    "    $(grep -c 'builtins, which -vv lists' said | sed 's/[1-9][0-9]*/builtins/') \\\n"
		    "    $(grep -c ' pp_print ' said | sed 's/[1-9][0-9]*/print/') \\\n"
		    "    $(grep -c ' libbpf: map ' said | sed 's/[1-9][0-9]*/libbpf/'); done"),
		0, "%s", e2e_err);
	cr_expect_str_eq(e2e_out, "-q 0 0 0 0 0 0\n"
				  "-v 0 perls statements builtins 0 0\n"
				  "-vv 0 perls statements 0 print 0\n"
				  "-vvv 0 perls statements 0 print libbpf\n");
}

/* --------------------------------------------------------------------------- sudo */

/*
 * "as_sudo WORDS": nobody has called sudo.  A process of nobody's has started one of root's with all its environment, and that
 * one starts the words with what sudo passes on.
 */
#define AS_SUDO "as_sudo() { perl $PWD/as_sudo.pl \"$@\"; }\nROOT_PATH=$PATH\n"

static void put_sudo(void)
{
	put_file(
		"as_sudo.pl",
		"use POSIX ();\n"
		"pipe my $from, my $to; my $pid = fork;\n"
		"if (!$pid) {\n"
		"    close $to; <$from>;\n" /* until the other one is nobody's */
		"    exec 'sh', '-c', '\"$@\"; exit $?', 'sh', 'env', '-u', 'PERL5LIB', '-u', 'PERL5OPT',\n"
		"        'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'SUDO_UID=65534', 'SUDO_GID=65534', @ARGV;\n"
		"}\n"
		"close $from; $) = '65534 65534'; POSIX::setgid(65534); POSIX::setuid(65534);\n"
		"close $to; waitpid $pid, 0; exit $? >> 8;\n");
}

Test(first, what_sudo_leaves_out_is_said_with_what_passes_it)
{
	put_sudo();
	put_file("a.pl", "print $ENV{PERL5LIB} // 'none', qq(\\n);\n");
	cr_assert_eq(
		run(AS_SUDO
		    "mkdir bin; printf '#!/bin/sh\\nexec /usr/bin/perl \"$@\"\\n' >bin/perl; chmod 755 bin/perl\n"
		    "PATH=$PWD/bin:$PATH PERL5LIB=/opt/secret as_sudo $AGENT -- perl a.pl; pwd"),
		0, "%s", e2e_err);
	expect_out("none\n");
	expect_err(
		"warning: the command gets sudo's environment: perl is /usr/bin/perl, not /tmp/");
	expect_err("/bin/perl, without your PERL5LIB; to pass yours: "
		   "sudo env PATH=\"$PATH\" PERL5LIB=\"$PERL5LIB\" nytprof-bpf ...\n");
	expect_no_err("/opt/secret");
	/* What the line says works, and ends it. */
	cr_assert_eq(run(AS_SUDO
			 "export PERL5LIB=/opt/own; PATH=$PWD/bin:$PATH\n"
			 "as_sudo env PATH=\"$PATH\" PERL5LIB=\"$PERL5LIB\" $AGENT -- perl a.pl"),
		     0, "%s", e2e_err);
	expect_out("/opt/own\n");
	expect_no_err("sudo");
	cr_assert_eq(run(AS_SUDO "as_sudo $AGENT -- perl a.pl"), 0, "%s", e2e_err);
	expect_no_err("sudo");
}

Test(first, a_command_on_the_callers_path_only_is_said_so)
{
	put_sudo();
	cr_expect_eq(
		run(AS_SUDO
		    "mkdir bin; printf '#!/bin/sh\\ntrue\\n' >bin/my-tool; chmod 755 bin/my-tool\n"
		    "PATH=$PWD/bin:$PATH as_sudo $AGENT -- my-tool"),
		127);
	expect_one_line(
		"can't run my-tool: it is not on the PATH that sudo sets, but on yours (/tmp/");
	expect_err("sudo env PATH=\"$PATH\" nytprof-bpf ...");
	/* Where the caller may not look nothing is told. */
	cr_expect_eq(run(AS_SUDO "chmod 700 bin; PATH=$PWD/bin:$PATH as_sudo $AGENT -- my-tool"),
		     127);
	expect_one_line("can't run my-tool: no such command");
}
