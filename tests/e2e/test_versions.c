// SPDX-License-Identifier: GPL-2.0-or-later
/* Perls that are newer than those that are known: copies that say so. */
#include "e2e.h"

static void init(void)
{
	e2e_init();
	put_file("a.pl",
		 "my $n = 0;\nsub f { $n++ }\nf() for 1 .. 7;\nprint eval '1 + $n', \"\\n\";\n");
}

TestSuite(versions, .init = init, .fini = e2e_fini, .timeout = 120);

Test(versions, a_newer_perl_with_the_newest_layout_is_recorded_and_said_to_be)
{
	char tree[600];
	const char *ci = getenv("CI");

	snprintf(tree, sizeof(tree), "%s/build/perls/experimental/.complete", e2e_top);
	if (!exists(tree) && (!ci || strcmp(ci, "true") != 0))
		cr_skip_test("run scripts/setup.sh test");
	cr_assert_eq(run("tree=$TOP/build/perls/experimental && cp a.pl $tree/tmp/ &&"
			 "perl $TOP/tests/e2e/newer.pl $tree/usr/bin/perl $tree/usr/bin/perl5.99 &&"
			 "$AGENT -o one.out -- chroot $tree perl5.99 /tmp/a.pl;"
			 "rm $tree/usr/bin/perl5.99 $tree/tmp/a.pl"),
		     0, "%s", e2e_err);
	cr_expect_str_eq(e2e_out, "8\n");
	expect_err("warning: ");
	expect_err("/usr/bin/perl5.99: perl 5.99.");
	expect_err("is newer than the perls that are known; its layout is derived from 5.44");
	read_profile("one.out");
	expect_out("attr layout derived\n");
	expect_line("/tmp/a.pl:2", 7);
	cr_expect_eq(number_behind("sub main::f "), 7);
}

/* Debian 12's perl has another layout. */
Test(versions, a_newer_perl_with_another_layout_is_refused)
{
	cr_assert_eq(run("perl $TOP/tests/e2e/newer.pl /usr/bin/perl perl5.99"), 0, "%s", e2e_err);
	cr_expect_eq(run("$AGENT -o one.out -- ./perl5.99 a.pl"), 1);
	expect_one_line("perl 5.99.0 is newer than the perls that are known");
	cr_expect(!exists("one.out"));
}

/* Nothing runs in that root: there is only a perl in it. */
Test(versions, why_the_only_perl_of_a_root_is_left_out_is_said)
{
	cr_assert_eq(run("mkdir -p root/usr/bin && perl $TOP/tests/e2e/newer.pl /usr/bin/perl "
			 "root/usr/bin/perl"),
		     0, "%s", e2e_err);
	cr_expect_neq(run("$AGENT -o one.out -- chroot root perl -e 1"), 0);
	expect_one_line("perl 5.99.0 is newer than the perls that are known");
	cr_expect(!exists("one.out"));
}
