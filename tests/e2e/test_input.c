// SPDX-License-Identifier: GPL-2.0-or-later
/* Bad input: one clear line, a status, nothing lost and nothing harmed. */
#include "e2e.h"

TestSuite(input, .init = e2e_init, .fini = e2e_fini, .timeout = 150);

Test(input, usage)
{
	cr_expect_eq(run("$AGENT"), 2);
	expect_one_line("--help");
	cr_expect_eq(run("$AGENT --frobnicate -- perl -e 1"), 2);
	expect_one_line("--frobnicate");
	cr_expect_eq(run("$AGENT perl -e 1"), 2);
	expect_one_line("\"perl\"");
	cr_expect_eq(run("$AGENT --help"), 0);
	expect_out("--pid");
	cr_expect_eq(run("$AGENT --version"), 0);
	expect_out("nytprof-bpf 0.");
}

Test(input, outputs_that_cannot_be_written_are_found_out_before_anything_starts)
{
	static const struct {
		const char *path;
		const char *says;
	} cases[] = { { "/no/such/dir/x.out", "No such file" },
		      { "subdir", "it is a directory" },
		      { "link", "symbolic link" },
		      { "/dev/null", "no regular file" },
		      { "fifo", "no regular file" } };
	size_t i;

	cr_assert_eq(system("mkdir subdir; ln -s target link; mkfifo fifo"), 0);
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		cr_expect_eq(run("$AGENT -o %s -- perl -e 'open my $f, q(>), q(ran)'",
				 cases[i].path),
			     1, "%s", cases[i].path);
		expect_one_line(cases[i].says);
		expect_err(cases[i].path);
		cr_expect(!exists("ran"), "%s: the command ran", cases[i].path);
	}
	cr_expect(!exists("target"));
	cr_expect(exists("/dev/null"));
}

Test(input, a_disk_that_is_full_loses_nothing)
{
	cr_assert_eq(system("mkdir small; mount -t tmpfs -o size=64k none small; "
			    "dd if=/dev/zero of=small/fill bs=1k count=58 2>/dev/null; true"),
		     0);
	put_file("a.pl", "use POSIX;\nmy $x = 1;\n");
	run("$AGENT -o small/x.out -- perl a.pl; rm -f small/fill; umount small");
	expect_err("No space left");
	expect_err("written to /");
	char where[256] = "";
	char *said = strstr(e2e_err, "written to /");
	cr_assert_eq(sscanf(said ?: "", "written to %255s", where), 1);
	read_profile(where);
	expect_line("/a.pl:2", 1);
	cr_expect_eq(unlink(where), 0);
}

Test(input, without_rights_the_missing_one_is_named)
{
	cr_expect_eq(
		run("setpriv --reuid=nobody --regid=nogroup --clear-groups $AGENT -o /tmp/x.out -- perl -e 1"),
		1);
	expect_one_line("CAP_BPF");
	expect_err("sudo");
	cr_expect_eq(
		run("setpriv --bounding-set=-bpf,-sys_admin --inh-caps=-bpf,-sys_admin "
		    "capsh --drop=cap_bpf,cap_sys_admin -- -c \"$AGENT -- perl -e 1\" || true; "
		    "setpriv --bounding-set=-perfmon,-sys_admin $AGENT -- perl -e 1"),
		1);
	expect_err("CAP_PERFMON");
	expect_err("root without");
}

Test(input, a_perl_that_is_not_known_is_refused_with_what_was_found)
{
	/* The version is a byte of the file's. */
	cr_assert_eq(
		run("cp /usr/bin/perl odd; off=$(nm -D odd | awk '$3 == \"PL_version\" { print $1 }');"
		    "printf '\\143' | dd of=odd bs=1 seek=$((0x$off)) conv=notrunc 2>/dev/null;"
		    "$AGENT -- ./odd -e 'print 1'"),
		1, "%s", e2e_out);
	expect_one_line("5.99.");
	expect_err("USE_ITHREADS");
	cr_expect_str_eq(e2e_out, "", "it ran");
}

Test(input, losses_are_said_and_strict_makes_them_a_status)
{
	put_file("a.pl", "use Sub::Util 'set_subname';\n"
			 "set_subname(join('::', ('n' x 200) x 25, 'work'), sub { 1 })->();\n");
	cr_expect_eq(run("$AGENT -- perl a.pl"), 0);
	expect_err("names cut");
	read_profile("nytprof.out");
	expect_out("attr agent_lost ");
	expect_out("attr agent_lost_CUT ");
	cr_expect_eq(run("$AGENT --strict -- perl a.pl"), 4);
	cr_expect_eq(run("$AGENT --strict -- perl -e 'my $x = 1'"), 0);
}

Test(input, options_of_nytprof_are_taken_from_everywhere)
{
	cr_expect_eq(
		run("NYTPROF=file=env.out:compress=0:sigexit=1 $AGENT -q -- perl -e 'my $x = 1'"),
		0);
	cr_expect(exists("env.out"));
	cr_expect_eq(run("head -c 100000 env.out | grep -ac '^z'"), 1, "it is compressed");
	cr_expect_eq(
		run("NYTPROF=file=env2.out:addpid=1 $AGENT -q --savesrc=0 -- perl -e 'my $x = 1'; ls env2.out.*"),
		0);
	cr_expect_eq(run("NYTPROF=stmst=0 $AGENT -- perl -e 'my $x = 1'"), 0);
	expect_err("nearest: stmts");
	cr_expect_eq(run("$AGENT -q --stmts=0 -o subs.out -- perl -e 'sub f { 1 } f() for 1 .. 5'"),
		     0);
	read_profile("subs.out");
	expect_out("main::RUNTIME main::f 5 ");
	cr_expect_null(strstr(e2e_out, "\nline "));
	cr_expect_eq(run("$AGENT -q --subs=0 -o stmts.out -- perl -e 'sub f { 1 } f() for 1 .. 5'"),
		     0);
	read_profile("stmts.out");
	expect_out("line -e:1 6 ");
	cr_expect_null(strstr(e2e_out, "call "));
}

Test(input, source_is_read_with_the_rights_of_the_target)
{
	/* A target can call any file its own. */
	put_file(
		"a.pl",
		"my $x = 1;\n# line 1 \"/etc/shadow\"\n$x++;\n# line 1 \"/proc/self/environ\"\n$x++;\n");
	chmod("a.pl", 0644);
	cr_assert_eq(run("SUDO_UID=$(id -u nobody) SUDO_GID=$(id -g nobody) SECRET_OF_THE_AGENT=1 "
			 "$AGENT -q -- perl a.pl"),
		     0, "%s", e2e_err);
	cr_assert_eq(run("perl $TOP/tests/e2e/profile.pl nytprof.out 2>/dev/null"), 0);
	expect_out("line /etc/shadow:1 1 ");
	expect_out("/a.pl:3 $x++;");
	cr_expect_null(strstr(e2e_out, "src /etc/shadow"), "the shadow file is in the profile");
	cr_expect_null(strstr(e2e_out, "SECRET_OF_THE_AGENT"));
}

Test(input, reports_of_what_is_no_profile)
{
	put_file("x.out", "hello\n");
	cr_expect_eq(run("$AGENT report x.out"), 1);
	expect_one_line("x.out is no NYTProf profile");
	cr_expect_eq(run("$AGENT report missing.out"), 1);
	expect_one_line("missing.out");
	cr_expect_eq(run("$AGENT report"), 2);
}
