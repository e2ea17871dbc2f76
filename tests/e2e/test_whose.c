// SPDX-License-Identifier: GPL-2.0-or-later
/* Whose files are read and written: those that the recorded program can reach itself, and nobody else's. */
#include "e2e.h"

#include "../hanging_fs.h"

TestSuite(whose, .init = e2e_init, .fini = e2e_fini, .timeout = 150);

#define WORKER                                                          \
	"open my $f, '>', 'up' or die; print $f \"$$\\n\"; close $f;\n" \
	"sub work { return $_[0] + 1 }\n"                               \
	"my $n = 0;\n"                                                  \
	"until (-e 'end') {\n"                                          \
	"    $n = work($n);\n"                                          \
	"    select undef, undef, undef, 0.002;\n"                      \
	"}\n"

/* The roots of two new file systems have the same number. */
#define TWO_ROOTS                                                                            \
	"trap 'touch one/end two/end; wait $X $Y; umount -l one/usr two/usr one two' EXIT\n" \
	"for d in one two; do mkdir $d; mount -t tmpfs none $d; mkdir $d/usr\n"              \
	"    mount --bind /usr $d/usr; for l in bin lib lib64; do ln -s usr/$l $d; done\n"   \
	"    { echo \"# of $d\"; cat a.pl; } >$d/a.pl; done\n"                               \
	"[ $(stat -c %%i one) = $(stat -c %%i two) ] || exit 9\n"                            \
	"until_up() { until [ -s $1/up ]; do sleep 0.02; done; }\n"                          \
	"chroot one perl /a.pl & X=$!; chroot two perl /a.pl & Y=$!; until_up one; until_up two\n"

Test(whose, roots_of_two_file_systems_are_two)
{
	put_file("a.pl", WORKER);
	cr_assert_eq(
		run(TWO_ROOTS
		    "$AGENT -o w.out -d 1 -p $X,$Y\n"
		    "for f in w.out*; do perl $TOP/tests/e2e/profile.pl $f | grep '^src /a.pl:1 '; done"),
		0, "%s%s", e2e_out, e2e_err);
	expect_out("src /a.pl:1 # of one");
	expect_out("src /a.pl:1 # of two");
}

/* The file of the first part tells whose the second one is. */
Test(whose, a_file_is_written_in_the_programs_own_root)
{
	put_file("a.pl", "sub DB::enable_profile {}\n" WORKER "DB::enable_profile('/named.out');\n"
			 "work(1);\n");
	cr_assert_eq(run(TWO_ROOTS "$AGENT -o w.out -p $X,$Y & A=$!; recording; touch two/end\n"
				   "wait $Y; touch one/end; wait $A; ls */named.out"),
		     0, "%s%s", e2e_out, e2e_err);
	cr_expect_str_eq(e2e_out, "one/named.out\ntwo/named.out\n", "%s", e2e_err);
}

#define NAMING                         \
	"sub DB::enable_profile {}\n"  \
	"my $x = 1;\n"                 \
	"DB::enable_profile(shift);\n" \
	"$x = 2;\n"

/* What confines a program does not confine the agent, so it does not write for it. */
Test(whose, a_confined_program_does_not_name_files)
{
	static const struct {
		const char *how, *why;
	} rows[] = {
		{ "--no-new-privs", "no_new_privs confines it" },
		{ "--bounding-set=-all", "it is root without root's capabilities" },
		{ "--reuid=65534 --regid=65534 --clear-groups --no-new-privs",
		  "no_new_privs confines it" },
	};
	size_t i;

	put_file("a.pl", NAMING);
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		cr_assert_eq(
			run("rm -f w.out*; $AGENT -o w.out -- setpriv %s perl a.pl $PWD/named\n"
			    "mv w.out.* second; ls",
			    rows[i].how),
			0, "%s", e2e_err);
		expect_err(rows[i].why);
		cr_expect_null(strstr(e2e_out, "named"), "%s", rows[i].how);
		read_profile("second");
		expect_line("/a.pl:4", 1);
	}
	cr_assert_eq(run("$AGENT -o w.out -- setpriv --reuid=65534 --regid=65534 --clear-groups "
			 "perl a.pl $PWD/named; stat -c %%u named"),
		     0, "%s", e2e_err);
	cr_expect_str_eq(e2e_out, "65534\n", "%s", e2e_err);
}

/* Nobody has asked the operator of a service whether programs may write files by its hand. */
Test(whose, with_all_programs_name_files_if_they_are_let)
{
	put_file("a.pl", "sub DB::enable_profile {}\n"
			 "until (-e 'end') { select undef, undef, undef, 0.01 }\n"
			 "DB::enable_profile(shift);\n"
			 "my $x = 2;\n");
	cr_assert_eq(
		run("one() { perl $PWD/a.pl $PWD/named & W=$!\n"
		    "    until ls out/*.$W.*.nytprof >ls 2>&1; do sleep 0.1; done\n"
		    "    touch end; wait $W; rm end; }\n"
		    "all() { n=$(grep -c '^nytprof-bpf: recording' stderr)\n"
		    "    $AGENT --all --match=$PWD --output-dir=$PWD/out --interval=1 \"$@\" & A=$!\n"
		    "    until [ $(grep -c '^nytprof-bpf: recording' stderr) -gt $n ]; do sleep 0.02; done\n"
		    "    one; one; kill -INT $A; wait $A; }\n"
		    "all; ls named out/*.nytprof 2>ls | wc -l; grep -c 'asked for' stderr\n"
		    "all --program-files=yes; ls named out/*.nytprof | wc -l"),
		0, "%s", e2e_err);
	cr_expect_str_eq(e2e_out, "4\n1\n7\n", "%s%s", e2e_out, e2e_err);
	read_profile("named");
	expect_line("/a.pl:4", 1);
}

/* A program of root's that has become somebody else names a file that it can't read any more. */
Test(whose, source_is_read_with_the_rights_that_are_left)
{
	put_file("a.pl", "use POSIX ();\n"
			 "POSIX::setgid(65534); POSIX::setuid(65534); $) = '65534 65534';\n"
			 "claim();\n"
			 "kill 'STOP', $$ if @ARGV;\n"
			 "# line 1 \"secret\"\n"
			 "sub claim { 1 }\n");
	put_file("secret", "a secret\n");
	cr_assert_eq(run("chmod 600 secret; sed -i \"s,\\\"secret,\\\"$PWD/secret,\" a.pl\n"
			 "$AGENT -o w.out -- perl a.pl"),
		     0, "%s", e2e_err);
	expect_err("the source of 1 file is not in the profile");
	read_profile("w.out");
	expect_out("main::claim ");
	expect_out("src ");
	cr_expect_null(strstr(e2e_out, "a secret"));
	/* The same while it runs. */
	cr_assert_eq(
		run("$AGENT -o w.out -- perl a.pl stop & A=$!\n"
		    "until P=$(pgrep -P $A -x perl) && grep -q '^State:.T' /proc/$P/status; do sleep 0.02; done\n"
		    "$AGENT ctl flush $A; cp w.out now.out; kill -CONT $P; wait $A"),
		0, "%s%s", e2e_out, e2e_err);
	read_profile("now.out");
	expect_out("main::claim ");
	expect_out("/a.pl:3 claim();\n");
	cr_expect_null(strstr(e2e_out, "a secret"));
}

/* What a set-user-ID program evaluates is not for who calls it. */
Test(whose, a_set_user_id_programs_profile_is_not_its_callers)
{
	put_file("a.pl", "eval 'my $secret = 1';\n");
	cr_assert_eq(
		run("cp /usr/bin/perl sperl; chmod 4755 sperl; chmod 777 .; export SUDO_UID=65534 SUDO_GID=65534\n"
		    "$AGENT -o w.out -- ./sperl a.pl; stat -c '%%u %%a' w.out\n"
		    "$AGENT -o x.out -- perl a.pl; stat -c '%%u %%a' x.out"),
		0, "%s", e2e_err);
	cr_expect_str_eq(e2e_out, "0 600\n65534 600\n", "%s%s", e2e_out, e2e_err);
	read_profile("w.out");
	expect_out("secret");
}

/* A file system that is somebody's own program can hold up whoever reads a file in it: for ever, if it likes. */
Test(whose, a_source_that_is_never_read_holds_nobody_up)
{
	pid_t server;

	cr_assert_eq(mkdir("fs", 0755), 0);
	server = hanging_fs_start("fs");
	if (server < 0)
		cr_skip_test("needs FUSE");
	put_file("a.pl", "claim();\n# line 1 \"fs/x.pl\"\nsub claim { 1 }\n");
	cr_expect_eq(
		run("sed -i \"s,\\\"fs,\\\"$PWD/fs,\" a.pl; timeout 60 $AGENT -o w.out -- perl a.pl"),
		0, "%s", e2e_err);
	hanging_fs_stop(server, "fs");
	expect_err("a file system did not answer in time");
	read_profile("w.out");
	expect_line("fs/x.pl:1", 1);
}

/* root writes where its word leads, not where somebody else's link does. */
Test(whose, a_directory_that_somebody_has_made_a_link)
{
	put_file("a.pl", "my $x = 1;\n");
	cr_expect_eq(run("mkdir closed; ln -s closed dir; chown -h 65534:65534 dir\n"
			 "export SUDO_UID=65534 SUDO_GID=65534\n"
			 "$AGENT -o $PWD/dir/x -- perl a.pl; S=$?; ls closed; exit $S"),
		     1);
	expect_one_line("a symbolic link of another user's");
	cr_expect_str_eq(e2e_out, "");
}
