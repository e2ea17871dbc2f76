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

/* Reads the profile that was written elsewhere, and removes it. */
static void read_elsewhere(void)
{
	char where[256] = "", *said = strstr(e2e_err, "written to /");

	cr_assert_eq(sscanf(said ?: "", "written to %255s", where), 1, "%s", e2e_err);
	cr_expect_null(strstr(said + 1, "written to /"), "twice in: %s", e2e_err);
	read_profile(where);
	cr_expect_eq(unlink(where), 0);
}

Test(input, a_disk_that_is_full_loses_nothing)
{
	cr_assert_eq(system("mkdir small; mount -t tmpfs -o size=64k none small; "
			    "dd if=/dev/zero of=small/fill bs=1k count=58 2>/dev/null; true"),
		     0);
	put_file("a.pl", "use POSIX;\nmy $x = 1;\n");
	run("$AGENT -o small/x.out -- perl a.pl; rm -f small/fill; umount small");
	expect_err("No space left");
	read_elsewhere();
	expect_line("/a.pl:2", 1);
}

Test(input, a_directory_that_goes_away_loses_nothing)
{
	put_file("a.pl", "my $x = 1;\nrmdir 'dd' or die;\n");
	cr_expect_eq(run("mkdir dd; $AGENT -o dd/x.out -- perl a.pl"), 0);
	expect_err("dd/x.out: its directory: No such file");
	expect_err("not recorded: nothing (0)");
	read_elsewhere();
	expect_line("/a.pl:2", 1);
	put_file("a.pl", "my $x = 1;\nrmdir 'dd' or die; open my $f, '>', 'dd';\n");
	cr_expect_eq(run("mkdir dd; $AGENT -o dd/x.out -- perl a.pl"), 0);
	expect_err("dd/x.out: its directory: Not a directory");
	read_elsewhere();
}

/* What is read as a name of a program's own; it goes on, and so does its recording. */
Test(input, what_a_program_can_not_have_written_goes_where_the_recording_puts_it)
{
	put_file("a.pl", "sub DB::enable_profile {}\n"
			 "DB::enable_profile('/no/such/dir/x.out');\n"
			 "my $x = 1;\n"
			 "DB::enable_profile('y.out');\n"
			 "select undef, undef, undef, 0.5;\n"
			 "$x = 2;\n");
	cr_expect_eq(run("$AGENT -o x.out -- perl a.pl"), 0);
	expect_err(
		"/no/such/dir/x.out: its directory: No such file or directory; written to x.out instead");
	read_profile("x.out");
	expect_line("/a.pl:3", 1);
	read_profile("y.out");
	expect_line("/a.pl:6", 1);
}

Test(input, what_can_be_written_nowhere_is_said_and_is_a_failure)
{
	put_file("a.pl", "sub DB::enable_profile {} mkdir 'x.out';\n"
			 "DB::enable_profile('/no/such/dir/x.out');\n"
			 "my $x = 1;\n"
			 "DB::enable_profile('y.out');\n"
			 "select undef, undef, undef, 0.5;\n"
			 "$x = 2;\n");
	put_file(
		"nowhere",
		"cp $TOP/build/nytprof-bpf agent; for d in /var/tmp /dev/shm; do mount -t tmpfs -o ro none $d; done\n"
		"mount --bind . /mnt; mount -t tmpfs none /tmp; mkdir $PWD\n"
		"mount --bind /mnt $PWD; mount -o remount,ro /tmp; cd $PWD\n"
		"exec ./agent -o x.out -- perl a.pl\n");
	cr_expect_eq(run("unshare -m sh nowhere"), 1);
	expect_err("/no/such/dir/x.out: its directory: No such file");
	expect_err("can't write x.out: it is a directory");
	expect_err("calls of 1 profile that could not be written\n");
	expect_err("the command itself ran, and ended with status 0\n");
	expect_no_err("nothing (0)");
	char *said = strstr(e2e_err, "No such file");
	cr_assert_not_null(said);
	cr_expect_null(strstr(said + 1, "No such file"), "twice in: %s", e2e_err);
	read_profile("y.out");
	expect_line("/a.pl:6", 1);
}

Test(input, who_reads_the_messages_may_leave)
{
	put_file("a.pl", "$SIG{PIPE} //= 'DEFAULT'; open my $f, '>', 'ran'; print $f $SIG{PIPE};\n"
			 "select undef, undef, undef, 0.5;\n");
	cr_expect_eq(run("$AGENT -v -- perl a.pl 2>&1 | true; echo ${PIPESTATUS[0]}; cat ran"), 0);
	cr_expect_str_eq(e2e_out, "0\nDEFAULT");
	read_profile("nytprof.out");
	expect_line("/a.pl:2", 1);
	cr_expect_eq(run("trap '' PIPE; $AGENT -q -- perl a.pl; cat ran"), 0);
	cr_expect_str_eq(e2e_out, "IGNORE");
	cr_expect_eq(run("perl -e 'select undef, undef, undef, 0.01 until -e q(end)' & P=$!\n"
			 "($AGENT -d 1 -o pid.out -p $P; echo $? >status) 2>&1 | true\n"
			 "touch end; wait; cat status"),
		     0);
	cr_expect_str_eq(e2e_out, "0\n");
	cr_expect(exists("pid.out"));
}

/* A pipe that is full when the agent starts. */
#define FULL_PIPE                                                                \
	"mkfifo pipe; exec 5<>pipe; perl -e 'use Fcntl; fcntl STDOUT, F_SETFL, " \
	"O_WRONLY | O_NONBLOCK; 1 while syswrite STDOUT, q(x) x 4096' >pipe\n"

Test(input, who_does_not_read_the_messages_stops_nothing)
{
	put_file("a.pl", "my $x = 1;\nopen my $f, '>', 'ran';\n");
	cr_expect_eq(run(FULL_PIPE "timeout -k 1 40 $AGENT -v -- perl a.pl 2>pipe"), 0);
	cr_expect(exists("ran"));
	read_profile("nytprof.out");
	expect_line("/a.pl:1", 1);
}

Test(input, closed_standard_files_are_nobodys)
{
	put_file("a.pl",
		 "my $x = 1;\nopen my $f, '>', $ARGV[0];\n"
		 "print $f map { readlink(\"/proc/self/fd/$_\") // 'closed', \"\\n\" } 0 .. 2;\n");
	cr_expect_eq(
		run("perl a.pl one <&- >&- 2>&-; sed 's/one//' one >bare\n"
		    "$AGENT -v -- perl a.pl two <&- >&- 2>&- || exit; sed 's/two//' two | diff bare -"),
		0, "%s", e2e_out);
	read_profile("nytprof.out");
	expect_line("/a.pl:1", 1);
	cr_expect_eq(run("$AGENT --version >&-; $AGENT -q -o x.out -- perl a.pl three 2>&-"), 0);
	read_profile("x.out");
}

Test(input, a_limit_of_a_files_size_is_an_error_and_no_end)
{
	char script[40000];

	snprintf(
		script, sizeof(script),
		"my $x = 1; open my $f, '>', 'ran'; print $f $SIG{XFSZ} // 'DEFAULT';\n#%030000d\n",
		0);
	put_file("a.pl", script);
	cr_expect_eq(run("ulimit -f 8; $AGENT --compress=0 -- perl a.pl"), 1);
	expect_err("nytprof.out: File too large (ulimit -f: it is 8192 bytes)");
	expect_err("calls of 1 profile that could not be written\n");
	expect_err("the command itself ran, and ended with status 0\n");
	cr_expect_eq(run("cat ran; trap '' XFSZ; $AGENT -q -- perl a.pl; cat ran"), 0);
	cr_expect_str_eq(e2e_out, "DEFAULTIGNORE");
}

Test(input, too_few_open_files_are_said)
{
	static const unsigned limits[] = { 20, 50, 80, 110, 200 };
	char says[64];
	size_t i;

	for (i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
		snprintf(says, sizeof(says), "(ulimit -n: it is %u)", limits[i]);
		cr_expect_eq(run("ulimit -n %u; $AGENT -- perl -e 'open F, q(>ran)'", limits[i]),
			     1);
		expect_one_line(says);
		expect_err("open files: raise their limit");
	}
	cr_expect_not(exists("ran"));
	cr_expect_eq(run("ulimit -n 80; $AGENT doctor"), 1);
	expect_out("FAIL limits ");
	/* A soft limit is raised, and the command has it as it was. */
	cr_expect_eq(run("ulimit -Sn 80; $AGENT -q -- perl -e 'print `ulimit -Sn;`'"), 0, "%s",
		     e2e_err);
	cr_expect_str_eq(e2e_out, "80\n");
}

Test(input, the_end_of_its_processor_time_is_an_end_of_the_recording)
{
	cr_expect_eq(
		run("perl -e 'until (-e q(end)) { select undef, undef, undef, 0.01; unlink q(seen) }' & P=$!\n"
		    "$AGENT -o x.out -p $P & A=$!; recording; touch seen\n"
		    "while [ -e seen ]; do sleep 0.02; done; kill -XCPU $A; wait $A; S=$?\n"
		    "touch end; wait; exit $S"),
		0);
	expect_err("warning: the limit of processor time (ulimit -t) is reached");
	cr_expect(exists("x.out"));
	cr_expect_eq(run("ulimit -t 60; $AGENT -q -- perl -e 'print `ulimit -St; ulimit -Ht`'"), 0);
	cr_expect_str_eq(e2e_out, "60\n60\n");
}

Test(input, a_program_whose_lines_are_all_too_high)
{
	put_file("a.pl", "# line 5000000 \"x.pl\"\nmy $x = 1;\n$x++;\n");
	cr_expect_eq(run("$AGENT -- perl a.pl"), 0);
	expect_err("not recorded: 2 executions of lines above 65535");
	expect_err("nothing was recorded: all that ran is among what is said to be not recorded");
	expect_no_err("not one statement");
	cr_expect_eq(run("$AGENT --strict -- perl a.pl"), 4);
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
	expect_err("is newer than the perls that are known");
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
	cr_expect_eq(
		run("$AGENT -q --subs=0 -o stmts.out -- perl -e 'use strict; sub f { 1 } f() for 1 .. 5'"),
		0);
	read_profile("stmts.out");
	expect_out("line -e:1 ");
	expect_out("attr total_sub_calls 0\n");
	cr_expect_null(strstr(e2e_out, "call "), "%s", e2e_out);
	cr_expect_null(strstr(e2e_out, "sub main::BEGIN"), "%s", e2e_out);
}

Test(input, a_start_that_can_not_come_is_said_at_once)
{
	put_file("a.pl", "sub DB::enable_profile {} DB::enable_profile(); my $x = 1;\n");
	cr_expect_eq(run("$AGENT --start=no --subs=0 -- perl a.pl"), 0);
	expect_err("start=no with subs=0: ");
	expect_err("nothing was recorded: the start that was asked for did not come");
	cr_expect_eq(run("$AGENT --start=no -- perl a.pl"), 0);
	expect_no_err("subs=0");
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

Test(input, source_that_has_gone_or_changed_is_said)
{
	put_file("Gone.pm", "package Gone; sub f { 1 } 1;\n");
	put_file("Changed.pm", "package Changed; sub f { 1 } 1;\n");
	put_file("a.pl", "use lib '.'; use Gone; use Changed; Gone::f(); Changed::f();\n"
			 "unlink 'Gone.pm'; select undef, undef, undef, 1.2;\n"
			 "open my $f, '>>', 'Changed.pm'; print $f \"# more\\n\"; close $f;\n");
	cr_assert_eq(run("$AGENT -- perl a.pl"), 0, "%s", e2e_err);
	expect_err("the source of 1 file is not in the profile (");
	expect_err("/Gone.pm): there is no file of that name");
	expect_err("warning: 1 source file was changed while it was recorded");
	cr_assert_eq(run("$AGENT -- perl -e 'my $x = 1'"), 0, "%s", e2e_err);
	expect_no_err("source");
}

Test(input, reports_of_what_is_no_profile)
{
	put_file("x.out", "hello\n");
	cr_expect_eq(run("$AGENT report x.out"), 1);
	expect_one_line("x.out is no NYTProf profile");
	cr_expect_eq(run("$AGENT report missing.out"), 1);
	expect_one_line("missing.out");
	cr_expect_eq(run("$AGENT report"), 1);
	expect_one_line("nytprof.out");
	cr_expect_eq(run("$AGENT report /dev/zero"), 1);
	expect_one_line("/dev/zero: it is neither a file nor a pipe");
	cr_expect_eq(run("head -c 100000000 /dev/zero >zeros; $AGENT report zeros"), 1);
	expect_one_line("zeros is no NYTProf profile");
	cr_expect_eq(run("mkdir dir; $AGENT report dir"), 1);
	expect_one_line("dir: it is a directory");
	cr_expect_eq(run("mkfifo fifo; $AGENT report fifo"), 1);
	expect_one_line("fifo: nobody writes to this pipe");
	cr_expect_eq(
		run("$AGENT -q -o p.out -- perl -e 'my $x = 1'; $AGENT report <(sleep 2; cat p.out)"),
		0, "%s", e2e_err);
	expect_out("statements on 1 lines");
}
