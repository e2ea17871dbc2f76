// SPDX-License-Identifier: GPL-2.0-or-later
/* Perls that lie: the agent stays, within bounds, and says what it could not read. */
#include "e2e.h"

TestSuite(liars, .init = e2e_init, .fini = e2e_fini, .timeout = 150);

static void need_liar(void)
{
	if (run("cc $(perl -MExtUtils::Embed -e ccopts) -o liar $TOP/tests/e2e/liar.c -lperl"))
		cr_skip_test("needs libperl-dev: %s", e2e_err);
	put_file("a.pl", "sub one { return $_[0] }\none($_) for 1 .. 3;\n");
}

/* What was recorded before and behind the lies is as true as ever, and every file can be read. */
Test(liars, a_perl_whose_stacks_ops_and_names_lead_anywhere)
{
	need_liar();
	cr_assert_eq(run("export LIAR_CHILDREN=20; ulimit -v 4000000; $AGENT -- ./liar a.pl"), 0,
		     "%s", e2e_err);
	expect_err("not recorded: ");
	expect_no_err("nothing (0)");
	cr_expect_eq(
		run("for f in nytprof.out.*; do perl $TOP/tests/e2e/profile.pl $f >/dev/null ||"
		    " exit 1; done"),
		0, "%s", e2e_err);
	read_profile("nytprof.out");
	expect_line("/a.pl:2", 1);
	expect_line("/a.pl:1", 13);
	expect_out("main::RUNTIME main::one 3 ");
}

Test(liars, a_perl_whose_symbol_table_has_no_end)
{
	pid_t pid;

	need_liar();
	setenv("LIAR_CALLS", "100000", 1);
	pid = start("./liar", "a.pl", NULL);
	unsetenv("LIAR_CALLS");
	usleep(200000);
	cr_assert_eq(run("timeout 40 $AGENT --pid %d -d 3", pid), 0, "%s", e2e_err);
	cr_expect_eq(kill(pid, 0), 0, "the target is gone");
	stop(pid);
	read_profile("nytprof.out");
	cr_expect_geq(number_behind("sub main::one "), 10, "%s", e2e_out);
	expect_out("attr agent_uncalled_subs ");
}

/*
 * Whoever reads it waits for a program of the target's user, and can't be killed: the agent does not, and goes on.
 */
Test(liars, a_perl_with_a_page_that_never_comes)
{
	pid_t fs, pid;

	need_liar();
	cr_assert_eq(run("cc $TOP/tests/e2e/slow_fs.c -o slow_fs && mkdir mnt"), 0, "%s", e2e_err);
	fs = start("./slow_fs", "mnt", NULL);
	cr_assert(wait_for("mnt/page"));
	setenv("LIAR_CALLS", "100000", 1);
	setenv("LIAR_PAGE", "mnt/page", 1);
	pid = start("./liar", "a.pl", NULL);
	unsetenv("LIAR_CALLS");
	unsetenv("LIAR_PAGE");
	cr_assert_eq(run("until grep -q mnt/page /proc/%d/maps; do sleep 0.02; done", pid), 0);
	cr_expect_eq(run("timeout -k 1 60 $AGENT --pid %d -d 2", pid), 0, "%s", e2e_err);
	cr_expect_eq(kill(pid, 0), 0, "the target is gone");
	stop(pid);
	stop(fs);
	run("umount -l mnt");
	read_profile("nytprof.out");
	cr_expect_geq(number_behind("sub main::one "), 10, "%s", e2e_out);
	expect_out("attr agent_uncalled_subs incomplete");
}

/* What exports the tables of a perl, and has something else in them. */
Test(liars, a_program_that_says_it_is_a_perl)
{
	static const char *const tables[] = {
		"const char *PL_op_name[400] = { 0 }; void *PL_ppaddr[400] = { 0 };",
		"const char *PL_op_name[400]; void *PL_ppaddr[1];",
		"char PL_op_name[1], PL_ppaddr[1];",
		"const char *PL_op_name[] = { (char *)16, (char *)-1 }; void *PL_ppaddr[9] = { (void *)-1 };",
		"const char *PL_op_name[] = { \"null\", \"nextstate\", \"dbstate\", \"entersub\" };"
		"int main(void); void *PL_ppaddr[] = { main, main, main, main };",
	};
	static const char *const versions[] = {
		"",
		"const char PL_revision = 5, PL_version = 36, PL_subversion = 0;"
		"const char PL_bincompat_options[] = \" MULTIPLICITY USE_ITHREADS\";"
		"const unsigned short PL_interp_size = 3768;",
		"const char PL_revision = 5, PL_version = 200, PL_subversion = 9;"
		"char PL_bincompat_options[] = { 'x' };",
	};
	char source[1024];
	size_t i, j;
	pid_t pid;

	for (i = 0; i < 5; i++) {
		for (j = 0; j < 3; j++) {
			snprintf(source, sizeof(source),
				 "%s %s int pause(void); int main(void) { pause(); return 0; }",
				 tables[i], versions[j]);
			put_file("fake.c", source);
			cr_assert_eq(run("cc -rdynamic -w fake.c -o fake"), 0, "%s", e2e_err);
			pid = start("./fake", NULL);
			usleep(50000);
			cr_expect_eq(run("$AGENT --pid %d -d 1", pid), 1, "%zu %zu", i, j);
			expect_one_line("");
			stop(pid);
		}
	}
}
