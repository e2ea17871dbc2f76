// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * packaging/container/README.md says which capabilities the agent needs for what.  Each row of its table is
 * tried here: with the whole set recording works, without the one capability what is said there happens.
 */
#include "e2e.h"

TestSuite(rights, .init = e2e_init, .fini = e2e_fini, .timeout = 200);

/*
 * "less" runs a command as root with the capabilities of the manifests but one, or (none) with them all; more can be
 * added, as "+sys_admin".  $W is a perl of nobody's, working; what is in "priv" is not for all to read; "script" says who may read its script.
 */
#define RIGHTS                                                                                     \
	"SET=\"bpf perfmon sys_ptrace checkpoint_restore dac_read_search setuid setgid\"\n"        \
	"caps() { local l=-all c; for c in $SET; do [ $c = $1 ] || l=$l,+$c; done; echo $l$2; }\n" \
	"less() { local l=$(caps \"$1\" \"$2\"); shift 2; setpriv --bounding-set $l \"$@\"; }\n"   \
	"W=; A=; trap 'touch end; kill $W $A 2>/dev/null' EXIT\n"                                  \
	"mkdir priv; cp /usr/bin/perl priv/perl; cp a.pl priv/a.pl; chmod 755 priv\n"              \
	"begin() { setpriv --reuid=65534 --regid=65534 --clear-groups \"$@\" & W=$!\n"             \
	"    until [ \"$(cat up 2>/dev/null)\" = $W ]; do sleep 0.05; done; }\n"

#define WORKER                                                          \
	"open my $f, '>', 'up' or die; print $f \"$$\\n\"; close $f;\n" \
	"sub work { return $_[0] + 1 }\n"                               \
	"my $n = 0;\n"                                                  \
	"until (-e 'end') {\n"                                          \
	"    $n = work($n);\n"                                          \
	"    select undef, undef, undef, 0.002;\n"                      \
	"}\n"

static void expect_work(void)
{
	read_profile("w.out");
	cr_expect_gt(number_behind("a.pl:5 main::RUNTIME main::work "), 10);
}

Test(rights, with_the_set_of_the_manifests_a_process_of_somebody_elses_is_recorded)
{
	put_file("a.pl", WORKER);
	cr_assert_eq(run(RIGHTS
			 "chmod 600 priv/a.pl; chmod 711 priv/perl; chown -R 65534:65534 priv\n"
			 "begin priv/perl priv/a.pl; rm priv/perl\n"
			 "less none '' $AGENT -o w.out -d 1 -p $W"),
		     0, "%s", e2e_err);
	expect_err("not recorded: nothing (0)");
	expect_no_err("the source of");
	expect_work();
}

Test(rights, with_it_all_perls_are_recorded)
{
	put_file("a.pl", WORKER);
	cr_assert_eq(
		run(RIGHTS
		    "setpriv --bounding-set $(caps none) $AGENT --all --match=$PWD/a.pl --output-dir=out --interval=1 & A=$!\n"
		    "recording; begin perl $PWD/a.pl\n"
		    "until ls out/*.$W.*.nytprof >/dev/null 2>&1; do sleep 0.1; done; touch end; wait $W; kill -INT $A; wait $A || exit 9\n"
		    "mv out/*.$W.*.nytprof w.out"),
		0, "%s", e2e_err);
	expect_work();
}

Test(rights, without_one_that_is_always_needed_it_is_named)
{
	static const char *const needed[] = { "bpf", "perfmon", "sys_ptrace" };
	static const char *const names[] = { "CAP_BPF", "CAP_PERFMON", "CAP_SYS_PTRACE" };
	char line[64];
	size_t i;

	put_file("a.pl", WORKER);
	for (i = 0; i < 3; i++) {
		snprintf(line, sizeof(line), "root lacks %s, as in a container", names[i]);
		cr_expect_eq(run(RIGHTS "less %s '' $AGENT -o w.out -p 1", needed[i]), 1);
		expect_one_line(line);
		cr_expect_eq(run("rm -r priv; " RIGHTS "less %s '' $AGENT --all --output-dir=out",
				 needed[i]),
			     1);
		expect_one_line(line);
		cr_expect_eq(run("rm -r priv; " RIGHTS "less %s '' $AGENT -o w.out -- touch ran",
				 needed[i]),
			     1);
		expect_one_line(line);
		cr_expect_not(exists("ran"));
		cr_expect_eq(run("rm -r priv; " RIGHTS
				 "less %s '' $AGENT doctor; R=$?; rm -r priv; exit $R",
				 needed[i]),
			     1);
		expect_out(line);
	}
}

Test(rights, admin_serves_as_bpf_and_perfmon_and_for_deleted_files)
{
	put_file("a.pl", WORKER);
	cr_assert_eq(
		run(RIGHTS
		    "begin priv/perl a.pl; rm priv/perl\n"
		    "setpriv --bounding-set -all,+sys_admin,+sys_ptrace,+dac_read_search $AGENT -o w.out -d 1 -p $W"),
		0, "%s", e2e_err);
	expect_work();
}

Test(rights, a_perl_that_was_deleted_takes_checkpoint_restore)
{
	put_file("a.pl", WORKER);
	cr_expect_eq(run(RIGHTS "begin priv/perl a.pl; rm priv/perl\n"
				"less checkpoint_restore '' $AGENT -o w.out -p $W"),
		     1);
	expect_one_line("deleted or replaced files need CAP_CHECKPOINT_RESTORE or CAP_SYS_ADMIN");
}

/* /proc/PID/map_files is the user's whose process it is. */
Test(rights, one_of_somebody_elses_takes_dac_read_search_as_well)
{
	put_file("a.pl", WORKER);
	cr_expect_eq(run(RIGHTS "begin priv/perl a.pl; rm priv/perl\n"
				"less dac_read_search '' $AGENT -o w.out -p $W"),
		     1);
	expect_one_line("which process ");
}

Test(rights, a_perl_that_not_everybody_may_read_takes_dac_read_search)
{
	put_file("a.pl", WORKER);
	cr_expect_eq(run(RIGHTS
			 "chmod 711 priv/perl; chown -R 65534:65534 priv; begin priv/perl a.pl\n"
			 "less dac_read_search '' $AGENT -o w.out -p $W"),
		     1);
	expect_one_line("files that are not readable by everybody need CAP_DAC_READ_SEARCH");
}

/* The counts are there; the source is not. */
Test(rights, source_that_is_not_for_all_takes_setuid_or_setgid)
{
	put_file("a.pl", WORKER);
	cr_assert_eq(run(RIGHTS "chown 65534 priv/a.pl; chmod 600 priv/a.pl; begin perl priv/a.pl\n"
				"less setuid '' $AGENT -o w.out -d 1 -p $W"),
		     0, "%s", e2e_err);
	expect_err("the source of 1 file is not in the profile");
	expect_work();
	cr_assert_eq(run("rm -r priv end; " RIGHTS
			 "chown 0:65534 priv/a.pl; chmod 640 priv/a.pl; begin perl priv/a.pl\n"
			 "less setgid '' $AGENT -o w.out -d 1 -p $W"),
		     0, "%s", e2e_err);
	expect_err("the source of 1 file is not in the profile");
	expect_work();
}

/* An agent that has them and is not root: what it could read by them, a program that claims to be from there does not get. */
Test(rights, a_program_gets_no_source_by_those_of_an_agent_that_is_not_root)
{
	put_file("a.pl", WORKER "BEGIN { *work = sub { claim() } }\n"
				"# line 1 \"secret\"\n"
				"sub claim { 1 }\n");
	cr_assert_eq(
		run(RIGHTS
		    "echo 'a secret' >secret; chown 1:1 secret; chmod 600 secret; chmod 777 .\n"
		    "sed -i \"s,\\\"secret,\\\"$PWD/secret,\" a.pl; begin perl $PWD/a.pl\n"
		    "C=+$(echo $SET | sed 's/ /,+/g')\n"
		    "setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=$C --ambient-caps=$C "
		    "$AGENT -o w.out -d 1 -p $W"),
		0, "%s", e2e_err);
	expect_err("the source of 1 file is not in the profile");
	read_profile("w.out");
	cr_expect_gt(number_behind("main::claim "), 10);
	expect_out("src ");
	cr_expect_null(strstr(e2e_out, "a secret"));
}

Test(rights, a_command_under_sudo_takes_setuid_and_setgid)
{
	put_file("a.pl", "1;\n");
	cr_expect_eq(run(RIGHTS "export SUDO_UID=65534 SUDO_GID=65534\n"
				"less setuid ,+sys_admin $AGENT -o c.out -- touch ran"),
		     126);
	expect_one_line("needs CAP_SETUID and CAP_SETGID");
	cr_expect_eq(run("rm -r priv; " RIGHTS "export SUDO_UID=65534 SUDO_GID=65534\n"
			 "less setgid ,+sys_admin $AGENT -o c.out -- touch ran"),
		     126);
	expect_one_line("needs CAP_SETUID and CAP_SETGID");
	cr_expect_not(exists("ran"));
}

Test(rights, a_commands_children_take_admin)
{
	put_file("a.pl", "sub f { 1 } f() for 1 .. 10;\n");
	cr_expect_eq(run(RIGHTS "less none '' $AGENT -o w.out -- perl a.pl"), 0, "%s", e2e_err);
	expect_err("its children may lose their first statements");
	cr_expect_eq(run("rm -r priv; " RIGHTS
			 "less none ,+sys_admin $AGENT -o w.out -- perl a.pl"),
		     0, "%s", e2e_err);
	expect_no_err("may lose");
	read_profile("w.out");
	expect_out("a.pl:1 main::RUNTIME main::f 10 ");
}

Test(rights, that_of_an_agent_that_is_not_root_takes_chown_and_fowner)
{
	static const char *const sets[] = { "", ",+chown", ",+fowner", ",+chown,+fowner" };
	size_t i;

	put_file("a.pl", "sub f { 1 } f() for 1 .. 10;\n");
	for (i = 0; i < 4; i++) {
		cr_assert_eq(
			run("rm -rf priv; " RIGHTS "L=$(caps none ,+sys_admin%s)\n"
			    "setpriv --reuid=65534 --regid=65534 --clear-groups --bounding-set $L "
			    "--inh-caps $L --ambient-caps $L $AGENT -o w.out -- perl a.pl",
			    sets[i]),
			0, "%s", e2e_err);
		if (i < 3)
			expect_err("copying a perl (needs CAP_CHOWN and CAP_FOWNER)");
		else
			expect_no_err("may lose");
	}
}

Test(rights, doctor_notes_what_is_done_without)
{
	put_file("a.pl", "1;\n");
	cr_expect_eq(run(RIGHTS
			 "setpriv --bounding-set -all,+bpf,+perfmon,+sys_ptrace $AGENT doctor"),
		     0, "%s", e2e_out);
	expect_out("note rights     no CAP_CHECKPOINT_RESTORE: ");
	expect_out("note rights     no CAP_DAC_READ_SEARCH: ");
	expect_out("note rights     no CAP_SETUID: ");
	expect_out("note rights     no CAP_SETGID: ");
	expect_out("note rights     no CAP_SYS_ADMIN: ");
}
