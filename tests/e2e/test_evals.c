// SPDX-License-Identifier: GPL-2.0-or-later
/* String evals, few and many, and code that is in no file. */
#include "e2e.h"

#include <sys/resource.h>

TestSuite(evals, .init = e2e_init, .fini = e2e_fini, .timeout = 150);

/* The sum of the counts of the lines whose name and number end so. */
static double lines_sum(const char *end)
{
	double sum = 0;
	const char *p, *space;

	for (p = e2e_out; p && *p; p = strchr(p, '\n'), p = p ? p + 1 : NULL) {
		space = strncmp(p, "line ", 5) ? NULL : strpbrk(p + 5, "\n ");
		/* The name of an eval has a blank, too. */
		if (space && !strncmp(p, "line (eval ", 11))
			space = strchr(space + 1, ' ');
		if (space && !strncmp(space - strlen(end), end, strlen(end)))
			sum += strtod(space, NULL);
	}
	return sum;
}

/* Runs the agent on a.pl, with the profile in nytprof.out; the most memory it had, in MB. */
static long record_a(void)
{
	char agent[600];
	struct rusage used;
	int status;
	pid_t pid;

	snprintf(agent, sizeof(agent), "%s/build/nytprof-bpf", e2e_top);
	pid = start(agent, "--strict", "--", "perl", "a.pl", NULL);
	cr_assert_eq(wait4(pid, &status, 0, &used), pid);
	cr_assert(WIFEXITED(status) && !WEXITSTATUS(status), "status %x", status);
	return used.ru_maxrss / 1024;
}

Test(evals, three_hundred_thousand_lose_nothing_and_take_little)
{
	long mb;

	put_file("a.pl", "my ($x, $n, $same) = (1, 0, 'my $y = $x; $n++;');\n"
			 "for my $i (1 .. 150_000) {\n"
			 "    eval $same;\n"
			 "    eval \"\\$n += 1; \\$x + $i\";\n"
			 "}\n"
			 "die if $n != 300_000;\n");
	mb = record_a();
	cr_expect_lt(mb, 150, "%ld MB", mb);
	read_profile("nytprof.out");
	expect_line("/a.pl:3", 150000);
	expect_line("/a.pl:4", 150000);
	cr_expect_eq(lines_sum("[a.pl:3]:1"), 300000);
	cr_expect_eq(lines_sum("[a.pl:4]:1"), 300000);
	/* 1000 of the one, 2000 of the other and the one that all the rest is in. */
	expect_out("attr agent_merged_evals 296999\n");
	expect_out("# nytprof-bpf: 147999 more string evals of this line, of other sources, are "
		   "counted here\n");
	expect_out("src (eval 4000)[a.pl:4]:1 $n += 1; $x + 2000\n");
	cr_expect_eq(run("nytprofhtml -f nytprof.out -o html >log 2>&1 && ls html | grep -c eval"),
		     0, "the stock pages");
}

Test(evals, with_subs_are_as_many_as_there_are)
{
	long mb;

	put_file("a.pl", "my $n = 0;\nsub inner { $n++ }\n"
			 "for my $i (1 .. 150_000) {\n"
			 "    my $s = eval \"sub { inner(); $i }\";\n"
			 "    $s->();\n"
			 "}\n"
			 "die if $n != 150_000;\n");
	mb = record_a();
	cr_expect_lt(mb, 150, "%ld MB", mb);
	read_profile("nytprof.out");
	expect_line("/a.pl:2", 150000);
	expect_out("sub main::inner 150000 ");
	expect_out("sub main::__ANON__[(eval 7)[a.pl:4]:1] 1 ");
	cr_expect_gt(number_behind("sub main::__ANON__[(eval 2001)[a.pl:4]:1] "), 147000);
	cr_expect_eq(lines_sum("[a.pl:4]:1"), 450000, "%g", lines_sum("[a.pl:4]:1"));
}

Test(evals, few_are_each_their_own_and_the_summary_has_nothing_of_them)
{
	put_file("a.pl", "my $n = 0;\nfor my $i (1 .. 700) { eval '$n++' }\n");
	cr_assert_eq(run("$AGENT --strict -- perl a.pl"), 0, "%s", e2e_err);
	expect_no_err("share a file");
	read_profile("nytprof.out");
	expect_out("line (eval 1)[a.pl:2]:1 1 ");
	expect_out("line (eval 700)[a.pl:2]:1 1 ");
	cr_expect_null(strstr(e2e_out, "agent_merged_evals"));
	put_file("b.pl", "my $n = 0;\nfor my $i (1 .. 1200) { eval '$n++' }\n");
	cr_assert_eq(run("$AGENT --strict -o b.out -- perl b.pl"), 0, "%s", e2e_err);
	expect_err("200 string evals share a file with another one of their line");
	read_profile("b.out");
	expect_out("line (eval 1)[b.pl:2]:1 201 ");
	expect_out("line (eval 1000)[b.pl:2]:1 1 ");
}

Test(evals, of_too_many_forks_ago_are_said_to_be_unknown)
{
	put_file("a.pl", "eval 'sub made { return 1 }';\n"
			 "for (1 .. 140) { if (fork) { wait; exit } }\n"
			 "made();\n");
	cr_assert_eq(run("NYTPROF=compress=0 $AGENT -- perl a.pl\n"
			 "grep -la '^:agent_lost_EVALS=1$' nytprof.out.* | wc -l\n"
			 "grep -la '^:agent_uncalled_subs=incomplete$' nytprof.out.* | wc -l"),
		     0, "%s", e2e_err);
	expect_err("not recorded: 1 evals whose place is unknown: no room, or too many forks");
	expect_out("1\n12\n");
}

Test(evals, in_evals_and_after_a_fork_keep_their_place)
{
	put_file("a.pl", "my $n = 0;\n"
			 "eval 'eval q{sub made { $n++ }}';\n"
			 "made();\n"
			 "if (!fork) { made() for 1 .. 5; exit } wait;\n");
	cr_assert_eq(run("$AGENT --strict -- perl a.pl; mv nytprof.out.* child.out"), 0, "%s",
		     e2e_err);
	read_profile("child.out");
	expect_out("line (eval 2)[(eval 1)[a.pl:2]:1]:1 5 ");
	expect_out("sub main::made 5 ");
	expect_out("src (eval 2)[(eval 1)[a.pl:2]:1]:1 sub made { $n++ }\n");
}

#define SCRIPT "use strict;\nmy $x = 1;\n$x++;\n"

Test(evals, a_script_from_stdin_has_its_source_if_that_is_a_file)
{
	put_file("a.pl", SCRIPT);
	cr_assert_eq(run("$AGENT --strict -- perl < a.pl"), 0, "%s", e2e_err);
	expect_no_err("from stdin");
	read_profile("nytprof.out");
	expect_line(" -:3", 1);
	expect_out("src -:1 use strict;\n");
	expect_out("src -:3 $x++;\n");
	expect_out("attr application -\n");
	/* From where the file was read to by then. */
	cr_assert_eq(run("(read line; $AGENT --strict -o b.out -- perl - argument) < a.pl"), 0,
		     "%s", e2e_err);
	read_profile("b.out");
	expect_out("src -:1 my $x = 1;\n");
	expect_line(" -:2", 1);
}

Test(evals, a_script_from_a_pipe_has_none_and_that_is_said)
{
	put_file("a.pl", SCRIPT);
	cr_assert_eq(run("cat a.pl | $AGENT --strict -- perl"), 0, "%s", e2e_err);
	expect_err("the source of 1 scripts from stdin is not in the profile");
	read_profile("nytprof.out");
	expect_line(" -:3", 1);
	cr_expect_null(strstr(e2e_out, "src -"));
	/* A program that reads its stdin is none. */
	cr_assert_eq(run("echo input | $AGENT --strict -o b.out -- perl -e '<STDIN>'"), 0, "%s",
		     e2e_err);
	expect_no_err("from stdin");
}

/* As a process that runs: opened again, with its own rights. */
Test(evals, a_script_from_stdin_is_read_as_its_process_could)
{
	put_file("a.pl", "my $n = 0;\nwhile (1) {\n    $n++;\n}\n");
	cr_assert_eq(
		run("perl < a.pl & pid=$!; until grep -q ^perl /proc/$pid/comm; do sleep 0.02; done; $AGENT -d 1 --pid $pid; kill $pid"),
		0, "%s", e2e_err);
	read_profile("nytprof.out");
	expect_out("src -:3     $n++;\n");
	cr_assert_eq(
		run("chmod 600 a.pl; setpriv --reuid=65534 --regid=65534 --clear-groups perl < a.pl & "
		    "pid=$!; until grep -q ^perl /proc/$pid/comm; do sleep 0.02; done; $AGENT -o b.out -d 1 --pid $pid; kill $pid"),
		0, "%s", e2e_err);
	expect_err("the source of 1 scripts from stdin is not in the profile");
	read_profile("b.out");
	cr_expect_null(strstr(e2e_out, "src -"), "a file that it may not open");
}

Test(evals, code_of_a_hook_has_counts_but_no_source)
{
	put_file("a.pl",
		 "unshift @INC, sub {\n"
		 "    my ($self, $name) = @_;\n"
		 "    return if $name ne 'Hooked.pm';\n"
		 "    my $text = \"package Hooked;\\nsub f { 1 }\\nsub never { 2 }\\n1;\\n\";\n"
		 "    return \\$text;\n"
		 "};\n"
		 "require Hooked;\n"
		 "Hooked::f() for 1 .. 3;\n");
	cr_assert_eq(run("$AGENT --strict -- perl a.pl"), 0, "%s", e2e_err);
	read_profile("nytprof.out");
	expect_line("/Hooked.pm:2", 3);
	expect_out("line /loader/0x");
	expect_out("sub Hooked::never 0 0.0000000 0.0000000 lines 3-3\n");
	cr_expect_null(strstr(e2e_out, "src /loader"));
}

/* What the readers say but for their progress. */
#define READERS                                                                                     \
	"(nytprofhtml -f nytprof.out -o html --no-flame; nytprofcsv -f nytprof.out -o csv) 2>&1 | " \
	"grep -vE '^(Reading|Processing|Writing|Extracting|Generating) |^ *[0-9]+%%? ?|^$'"

/* By the modules that many programs have: none of these names is a file. */
Test(evals, generated_code_has_its_source_by_the_name_that_it_has)
{
	put_file(
		"a.pl",
		"use Mojo::Template; use Template; use Eval::TypeTiny (); use Eval::Closure ();\n"
		"print Mojo::Template->new->name('first.ep')->render("
		"\"a\\n% for my \\$i (1 .. 3) {\\n<%= \\$i %>\\n% }\\n\");\n"
		"Template->new->process(\\\"[% name = 1 %]\\n[% name %]\\n\") or die;\n"
		"Eval::TypeTiny::eval_closure(source => 'sub { $_[0] + 1 }', description => 'tiny')->(1);\n"
		"Eval::Closure::eval_closure(source => \"sub {\\n  \\$_[0] + 1 }\", "
		"description => 'accessor x (defined at a.pl line 6)')->(1);\n");
	cr_assert_eq(run("$AGENT --strict -- perl a.pl"), 0, "%s", e2e_err);
	expect_no_err("is not in the profile");
	read_profile("nytprof.out");
	expect_line("/first.ep:3", 6);
	expect_out("/first.ep:3 $_O .= scalar +  $i ;");
	expect_out("/input text:1 $stash->set('name', 1);");
	expect_out("/tiny:1 sub { $_[0] + 1 }");
	expect_out("/accessor x (defined at a.pl line 6):2   $_[0] + 1 }");
	cr_expect_eq(run(READERS), 1, "%s", e2e_out);
}

/* A worker that was forked runs what its parent has compiled, and what it has compiled itself. */
Test(evals, a_child_has_the_source_of_names_that_its_parent_gave)
{
	put_file("a.pl", "eval qq{#line 1 \"parent.tt\"\nsub parent {\n  return 1 }\n1} or die;\n"
			 "if (!fork) {\n"
			 "eval qq{#line 1 \"child.tt\"\nsub child {\n  return 2 }\n1} or die;\n"
			 "parent(); child(); exit } wait;\n");
	cr_assert_eq(run("$AGENT --strict -- perl a.pl; mv nytprof.out.* child.out"), 0, "%s",
		     e2e_err);
	expect_no_err("is not in the profile");
	read_profile("child.out");
	expect_line("/parent.tt:2", 1);
	expect_out("/parent.tt:2   return 1 }");
	expect_out("/child.tt:2   return 2 }");
}

/* AutoLoader's files have the module's lines, and a name that is no file. */
Test(evals, what_autosplit_has_cut_off_is_counted_in_the_module)
{
	put_file("a.pl",
		 "use Net::SSLeay; use NetAddr::IP;\n"
		 "print Net::SSLeay::make_form(a => 1), NetAddr::IP->new('10.0.0.1')->re;\n");
	cr_assert_eq(run("$AGENT --strict -- perl a.pl"), 0, "%s", e2e_err);
	expect_no_err("is not in the profile");
	read_profile("nytprof.out");
	expect_out("sub Net::SSLeay::make_form 1 ");
	expect_out("sub NetAddr::IP::re 1 ");
	cr_expect_null(strstr(e2e_out, "(autosplit into"));
	cr_assert_eq(
		run("perl $TOP/tests/e2e/profile.pl nytprof.out | grep -A1 '^sub Net::SSLeay::make_form '; "
		    "grep -n '^sub make_form' $(perl -MNet::SSLeay -e 'print $INC{qq(Net/SSLeay.pm)}')"),
		0);
	cr_expect_eq(run(READERS), 1, "%s", e2e_out);
}

/* Nothing of the module runs any more when the agent comes. */
Test(evals, what_autosplit_has_cut_off_is_the_modules_in_a_process_that_ran_before)
{
	put_file("a.pl",
		 "use Net::SSLeay; Net::SSLeay::make_form(a => 1); open my $up, '>', 'up';\n"
		 "while (1) { Net::SSLeay::make_form(a => 1) }\n");
	cr_assert_eq(run("perl a.pl & P=$!; until [ -e up ]; do sleep 0.02; done\n"
			 "$AGENT -d 1 --pid $P; kill $P"),
		     0, "%s", e2e_err);
	expect_no_err("is not in the profile");
	read_profile("nytprof.out");
	expect_out("sub Net::SSLeay::make_form ");
	expect_out("/Net/SSLeay.pm:1 ");
	cr_expect_null(strstr(e2e_out, "(autosplit into"));
}
