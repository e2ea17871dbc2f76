// SPDX-License-Identifier: GPL-2.0-or-later
#include "spawn/caller.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/error.h"

static char dir[] = "/tmp/nyt-caller.XXXXXX";

/* Makes an executable "perl", and another name of it, in directories "a", "b". */
static void init(void)
{
	cr_assert_not_null(mkdtemp(dir));
	cr_assert_eq(chdir(dir), 0);
	cr_assert_eq(
		system("mkdir a b same; echo a >a/perl; echo b >b/perl; echo tool >b/tool\n"
		       "chmod 755 a/perl b/perl b/tool; ln a/perl same/perl\n"
		       "echo '#!/usr/bin/env perl' >by-env; echo '#!/usr/bin/perl -w' >by-path"),
		0);
	setenv("PATH", "a", 1);
	unsetenv("PERL5LIB");
	unsetenv("PERLLIB");
	unsetenv("PERL5OPT");
	unsetenv("NYTPROF");
}

static void fini(void)
{
	char command[64];

	setenv("PATH", "/usr/bin:/bin", 1);
	snprintf(command, sizeof(command), "rm -r %s", dir);
	cr_expect_eq(system(command), 0);
}

TestSuite(caller, .init = init, .fini = fini);

#define ENV(text) text, sizeof(text) /* with the NUL behind the last one */

static bool differs(const char *env, size_t size, const char *command, struct error *text)
{
	char *argv[] = { (char *)command, NULL };

	return caller_differs(env, size, NULL, argv, text);
}

Test(caller, variables_of_an_environment)
{
	cr_expect_str_eq(caller_getenv(ENV("A=1\0PERL5LIB=x=y\0B="), "PERL5LIB"), "x=y");
	cr_expect_str_eq(caller_getenv(ENV("A=1\0B="), "B"), "");
	cr_expect_null(caller_getenv(ENV("AB=1\0B2=2"), "B"));
	cr_expect_null(caller_getenv("", 0, "A"));
	/* Cut off. */
	cr_expect_null(caller_getenv("A=1\0B=2", 7, "B"));
}

Test(caller, the_same_is_not_worth_a_word)
{
	struct error text;

	cr_expect_not(differs(ENV("PATH=a\0HOME=/root"), "perl", &text));
	cr_expect_not(differs(ENV("PATH=same"), "perl", &text), "another name of the same file");
	cr_expect_not(differs(ENV("PATH=nowhere"), "perl", &text));
	cr_expect_not(differs(ENV("PERL5LIB=\0X=1"), "perl", &text));
	setenv("PERL5LIB", "/lib/chosen", 1);
	cr_expect_not(differs(ENV("PERL5LIB=/lib/own"), "perl", &text));
}

Test(caller, another_perl_is_named_with_what_passes_it)
{
	struct error text;

	cr_assert(differs(ENV("PATH=b"), "perl", &text));
	cr_expect_str_eq(
		text.text,
		"perl is a/perl, not b/perl; to pass yours: sudo env PATH=\"$PATH\" nytprof-bpf ...");
	/* Who is no perl may start one. */
	cr_expect(differs(ENV("PATH=b"), "make", &text));
	cr_expect(differs(ENV("PATH=b"), "./by-env", &text));
	cr_expect_not(differs(ENV("PATH=b"), "./by-path", &text));
	cr_expect_not(differs(ENV("PATH=b"), "./a/perl", &text));
}

Test(caller, variables_that_are_not_passed_are_named_and_not_shown)
{
	struct error text;

	cr_assert(differs(ENV("PATH=a\0PERL5LIB=/secret\0PERL5OPT=-Mx"), "perl", &text));
	cr_expect_str_eq(text.text,
			 "it runs without your PERL5LIB and PERL5OPT; to pass yours: sudo env "
			 "PERL5LIB=\"$PERL5LIB\" PERL5OPT=\"$PERL5OPT\" nytprof-bpf ...");
	cr_assert(differs(ENV("PATH=b\0PERL5LIB=/secret"), "perl", &text));
	cr_expect_str_eq(
		text.text,
		"perl is a/perl, not b/perl, without your PERL5LIB; to pass yours: sudo env "
		"PATH=\"$PATH\" PERL5LIB=\"$PERL5LIB\" nytprof-bpf ...");
}
