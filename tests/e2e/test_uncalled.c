// SPDX-License-Identifier: GPL-2.0-or-later
/* Subs that a process had compiled before it was attached to: they are listed, called or not. */
#include "e2e.h"

TestSuite(uncalled, .init = e2e_init, .fini = e2e_fini, .timeout = 150);

#define TOOL                                                                          \
	"package Tool;\n"                                                             \
	"sub import { no strict 'refs'; *{caller() . '::exported'} = \\&exported }\n" \
	"sub exported { 1 }\n"                                                        \
	"sub called_later { 2 }\n"                                                    \
	"sub several { my $x = shift;\n"                                              \
	"    return $x if $x;\n"                                                      \
	"    return 3 }\n"                                                            \
	"sub declared;\n"                                                             \
	"sub with_prototype($$);\n"                                                   \
	"use constant PI => 3;\n"                                                     \
	"sub inlined () { 42 }\n"                                                     \
	"*named = sub { 6 };\n"                                                       \
	"sub gone { 7 }\n"                                                            \
	"package Foo::Bar::Baz;\n"                                                    \
	"sub deep { 8 }\n"                                                            \
	"sub deeper { 9 }\n"                                                          \
	"my sub lexical { 10 }\n"                                                     \
	"{ no strict; *{\"Elsewhere::alias\"} = \\&deeper; }\n"                       \
	"sub Elsewhere::qualified { 11 }\n"                                           \
	"{ use utf8; sub gr\xc3\xbc\xc3\x9f"                                          \
	"e { 12 } sub \xd0\xb6 { 13 } }\n"                                            \
	"sub spread\n"                                                                \
	"{\n"                                                                         \
	"    my $x = shift;\n"                                                        \
	"    if ($x) {\n"                                                             \
	"        return 14;\n"                                                        \
	"    }\n"                                                                     \
	"}\n"                                                                         \
	"1;\n"

/* Waits until somebody says go, and runs a little in each of its files. */
#define MAIN                                                     \
	"use lib '.';\n"                                         \
	"use Tool;\n"                                            \
	"sub plain { 1 }\n"                                      \
	"sub uncalled { my $x = 1; $x }\n"                       \
	"sub empty {}\n"                                         \
	"*glob = sub { 2 };\n"                                   \
	"delete $Tool::{gone};\n"                                \
	"{ open my $f, '>', 'up' }\n"                            \
	"until (-e 'go') { select undef, undef, undef, 0.01 }\n" \
	"plain(); Tool::called_later(); Foo::Bar::Baz::deep();\n"

static pid_t target;

static void start_waiting(const char *text)
{
	put_file("Tool.pm", TOOL);
	put_file("a.pl", text);
	target = start("perl", "a.pl", NULL);
	cr_assert(wait_for("up"));
}

/* Until its subs have been looked at: for a process that ends before, less is known. */
#define LOOKED "until grep -q 'subs were there\\|were looked at' stderr; do sleep 0.02; done; "

/* Attaches, lets it go on and end; the profile's text is in e2e_out then.  lost: what is said of that. */
static void record_and_lose(const char *lost)
{
	cr_assert_eq(run("$AGENT -v --pid %d & recording; " LOOKED "touch go; wait $!", target), 0,
		     "%s", e2e_err);
	waitpid(target, NULL, 0);
	expect_err(lost);
	expect_no_err("not all of its subs");
	read_profile("nytprof.out");
}

static void record_to_the_end(void)
{
	record_and_lose("not recorded: nothing (0)");
}

static void expect_sub(const char *name, int calls, const char *lines)
{
	char begin[128], end[64];
	const char *at;

	snprintf(begin, sizeof(begin), "\nsub %s %d ", name, calls);
	snprintf(end, sizeof(end), " lines %s\n", lines);
	at = strstr(e2e_out, begin);
	cr_expect_not_null(at, "no \"%s\" in:\n%s", begin + 1, e2e_out);
	if (at)
		cr_expect_eq(strncmp(strchr(at + 1, '\n') + 1 - strlen(end), end, strlen(end)), 0,
			     "%s is not on lines %s in:\n%s", name, lines, e2e_out);
}

#define expect_no_sub(name) \
	cr_expect_null(strstr(e2e_out, "\nsub " name " "), "%s is listed:\n%s", name, e2e_out)

Test(uncalled, subs_are_listed_with_their_own_package_and_lines)
{
	start_waiting(MAIN);
	record_to_the_end();
	expect_sub("main::plain", 1, "3-3");
	expect_sub("main::uncalled", 0, "4-4");
	expect_sub("main::empty", 0, "5-5");
	expect_sub("main::__ANON__[a.pl:6]", 0, "6-6");
	expect_sub("Tool::import", 0, "2-2");
	expect_sub("Tool::exported", 0, "3-3");
	expect_sub("Tool::called_later", 1, "4-4");
	expect_sub("Tool::several", 0, "5-7");
	expect_sub("Tool::__ANON__[Tool.pm:12]", 0, "12-12");
	expect_sub("Foo::Bar::Baz::deep", 1, "15-15");
	expect_sub("Foo::Bar::Baz::deeper", 0, "16-16");
	expect_sub("Elsewhere::qualified", 0, "19-19");
	expect_sub("Foo::Bar::Baz::gr\xc3\xbc\xc3\x9f"
		   "e",
		   0, "20-20");
	expect_sub("Foo::Bar::Baz::\xd0\xb6", 0, "20-20");
	/* Its compilation was not seen: the lines are those of statements. */
	expect_sub("Foo::Bar::Baz::spread", 0, "23-25");
}

Test(uncalled, what_is_no_sub_is_not_listed_nor_anything_twice)
{
	start_waiting(MAIN);
	record_to_the_end();
	expect_no_sub("main::exported");
	expect_no_sub("main::glob");
	expect_no_sub("Elsewhere::alias");
	expect_no_sub("Tool::declared");
	expect_no_sub("Tool::with_prototype");
	expect_no_sub("Tool::PI");
	expect_no_sub("Tool::inlined");
	expect_no_sub("Tool::gone");
	expect_no_sub("UNIVERSAL::can"); /* an XSUB */
	expect_no_sub("constant::import"); /* nothing ran in that file */
	cr_expect_eq(
		run("perl $TOP/tests/e2e/profile.pl nytprof.out | grep -a '^sub' | cut -d' ' -f2 | "
		    "sort | uniq -d"),
		0);
	cr_expect_str_eq(e2e_out, "");
}

/* Where a sub's statements begin and end on the lines of its braces both say the same. */
Test(uncalled, as_nytprof_lists_them)
{
	start_waiting(MAIN);
	record_to_the_end();
	cr_assert_eq(run("touch go; NYTPROF=file=theirs.out perl -d:NYTProf a.pl"), 0, "%s",
		     e2e_err);
	cr_expect_eq(
		run("subs() {\n"
		    "    perl $TOP/tests/e2e/profile.pl $1 2>/dev/null | LC_ALL=C sed -nE\\\n"
		    "        '/^sub (main|Tool|Elsewhere|Foo::Bar::Baz)::([a-z_]+|__ANON__.*) /"
		    "s/ [0-9]+ [0-9.]+ [0-9.]+ / /p' | grep -av -e spread -e lexical -e gone\n"
		    "}\n"
		    "subs nytprof.out >ours; subs theirs.out >theirs; diff ours theirs; grep -c . ours"),
		0);
	cr_expect_str_eq(e2e_out, "12\n");
}

Test(uncalled, one_that_is_defined_again_has_its_new_lines)
{
	start_waiting(
		MAIN
		"#\n"
		"eval \"no warnings; package Tool;\\n#line 40 Tool.pm\\nsub several {\\n15 }\\n"
		"*named = sub {\\n16 };\\n1\" or die;\n");
	record_to_the_end();
	expect_sub("Tool::several", 0, "40-41");
	expect_sub("Tool::__ANON__[Tool.pm:43]", 0, "42-43");
	expect_sub("Tool::import", 0, "2-2");
}

Test(uncalled, in_string_evals_if_something_ran_there)
{
	start_waiting("eval \"sub one { 1 }\\nsub two { 2 }\\n1\" or die;\n"
		      "eval \"sub three { 3 }\\n1\" or die;\n" MAIN "one();\n");
	record_to_the_end();
	expect_sub("main::one", 1, "1-1");
	expect_sub("main::two", 0, "2-2");
	expect_no_sub("main::three");
}

Test(uncalled, when_the_target_is_killed)
{
	start_waiting(MAIN "while (1) { select undef, undef, undef, 0.01; plain() }\n");
	cr_expect_eq(run("$AGENT -v --pid %d & recording; " LOOKED
			 "touch go; sleep 0.5; kill -9 %d; wait $!",
			 target, target),
		     0, "%s", e2e_err);
	waitpid(target, NULL, 0);
	read_profile("nytprof.out");
	expect_sub("main::uncalled", 0, "4-4");
	expect_sub("Tool::exported", 0, "3-3");
}

Test(uncalled, children_have_what_their_parent_had)
{
	start_waiting(
		"eval \"sub one { 1 }\\nsub two { 2 }\\n1\" or die;\n" MAIN "my $pid = fork;\n"
		"if (!$pid) { select undef, undef, undef, 0.7; Tool::called_later(); plain(); one(); exit }\n"
		"waitpid $pid, 0;\n");
	record_and_lose("not recorded: the begin of 1 process: ");
	expect_sub("main::uncalled", 0, "5-5");
	cr_assert_eq(run("perl $TOP/tests/e2e/profile.pl nytprof.out.[0-9]*"), 0, "%s", e2e_err);
	expect_sub("main::plain", 1, "4-4");
	expect_sub("main::uncalled", 0, "5-5");
	expect_sub("Tool::exported", 0, "3-3");
	expect_sub("main::one", 1, "1-1");
	expect_sub("main::two", 0, "2-2");
}

Test(uncalled, a_process_of_many_subs)
{
	start_waiting(
		"for my $p (1 .. 100) {\n"
		"    my $text = qq{package P$p;\\n#line 1 \"many.pl\"\\n};\n"
		"    $text .= \"sub f$_ { my \\$x = $_;\\n    return \\$x + 1 }\\n\" for 1 .. 200;\n"
		"    eval $text . 1 or die $@;\n"
		"}\n" MAIN "P7::f7(1);\n");
	record_to_the_end();
	expect_sub("P7::f7", 1, "13-14");
	expect_sub("P7::f200", 0, "399-400");
	expect_sub("P100::f1", 0, "1-2");
	expect_sub("main::uncalled", 0, "9-9");
}

/* Each takes longer than one tick has for them, and each has defined something of its own after the fork. */
Test(uncalled, workers_of_a_server)
{
	char own[32];
	int i, k;

	put_file(
		"a.pl",
		"for my $p (1 .. 100) {\n"
		"    my $text = qq{package P$p;\\n#line 1 \"many.pl\"\\n};\n"
		"    $text .= \"sub f$_ { my \\$x = $_;\\n    return \\$x + 1 }\\n\" for 1 .. 60;\n"
		"    eval $text . 1 or die $@;\n"
		"}\n"
		"my $n;\n"
		"for (1 .. 5) { $n = $_; last if !fork; $n = 0 }\n"
		"if (!$n) { open my $f, '>', 'up'; 1 while wait != -1; exit }\n"
		"eval qq{\\n#line $n \"own.pl\"\\nsub called$n { 1 } sub own$n { 2 }\\n1} or die;\n"
		"until (-e 'go') { select undef, undef, undef, 0.01 }\n"
		"P7::f7(1); &{\"called$n\"}();\n");
	target = start("perl", "a.pl", NULL);
	cr_assert(wait_for("up"));
	cr_assert_eq(
		run("$AGENT -v --pid $(echo $(pgrep -P %d) | tr ' ' ,) & recording\n"
		    "until [ $(grep -c 'subs were there' stderr) = 5 ]; do sleep 0.05; done; touch go; wait $!",
		    target),
		0, "%s", e2e_err);
	waitpid(target, NULL, 0);
	expect_no_err("not all of its subs");
	expect_no_err("no time to look");
	cr_assert_eq(
		run("for f in nytprof.out*; do perl $TOP/tests/e2e/profile.pl $f >p; N=$(grep -o 'called[1-5]' p | sort -u | grep -o '[1-5]'); mv p $N.txt; done; ls ?.txt | wc -l"),
		0);
	cr_assert_str_eq(e2e_out, "5\n");
	for (i = 1; i <= 5; i++) {
		run("cat %d.txt", i);
		expect_sub("P7::f7", 1, "13-14");
		expect_sub("P7::f60", 0, "119-120");
		expect_sub("P100::f1", 0, "1-2");
		cr_expect_null(strstr(e2e_out, "agent_uncalled_subs"));
		for (k = 1; k <= 5; k++) {
			snprintf(own, sizeof(own), "\nsub main::own%d 0 ", k);
			cr_expect_eq(strstr(e2e_out, own) != NULL, i == k, "%d of %d", k, i);
		}
	}
}

/* A profile without calls has no subs: NYTProf's option subs. */
Test(uncalled, not_where_subs_are_not_recorded)
{
	start_waiting(MAIN);
	setenv("NYTPROF", "subs=0", 1);
	cr_assert_eq(run("$AGENT --pid %d & recording; sleep 0.3; touch go; wait $!", target), 0,
		     "%s", e2e_err);
	waitpid(target, NULL, 0);
	read_profile("nytprof.out");
	unsetenv("NYTPROF");
	expect_no_sub("main::uncalled");
}
