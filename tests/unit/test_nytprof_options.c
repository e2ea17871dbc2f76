// SPDX-License-Identifier: GPL-2.0-or-later
#include "options/nytprof_options.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "log/log.h"
#include "nytprof/settings.h"
#include "util/error.h"

Test(nytprof_options, defaults_are_those_of_nytprof)
{
	struct nytprof_options o;

	nytprof_options_init(&o);
	cr_expect_null(o.file);
	cr_expect_eq(o.compress, 6);
	cr_expect(o.stmts && o.subs && o.savesrc && !o.addpid && !o.addtimestamp);
	cr_expect(o.nameevals && o.nameanonsubs && !o.trace && !o.log);
	cr_expect_eq(o.start, START_BEGIN);
	cr_expect_eq(o.forkdepth, -1);
	cr_expect_eq(o.clock, CLOCK_MONOTONIC);
	nytprof_options_release(&o);
}

Test(nytprof_options, reads_the_variable)
{
	struct nytprof_options o;
	struct error err;

	nytprof_options_init(&o);
	cr_assert_eq(nytprof_options_parse(&o, "file=/a/b.out:compress=0:stmts=0:addpid=1:", &err),
		     0);
	cr_expect_str_eq(o.file, "/a/b.out");
	cr_expect_eq(o.compress, 0);
	cr_expect(!o.stmts && o.addpid);
	nytprof_options_release(&o);
}

Test(nytprof_options, a_backslash_escapes)
{
	struct nytprof_options o;
	struct error err;

	nytprof_options_init(&o);
	cr_assert_eq(nytprof_options_parse(&o, "file=c\\:\\\\x\\=y:compress=9", &err), 0);
	cr_expect_str_eq(o.file, "c:\\x=y");
	cr_expect_eq(o.compress, 9);
	nytprof_options_release(&o);
}

Test(nytprof_options, an_unknown_one_is_a_warning_that_names_the_nearest)
{
	struct nytprof_options o;
	struct error err;

	cr_redirect_stderr();
	nytprof_options_init(&o);
	cr_expect_eq(nytprof_options_parse(&o, "stmst=0", &err), 0);
	cr_expect(o.stmts);
	fflush(stderr);
	cr_expect_stderr_eq_str(
		"nytprof-bpf: warning: unknown NYTPROF option \"stmst\" (nearest: stmts)\n");
	nytprof_options_release(&o);
}

/* What NYTProf does not know either. */
Test(nytprof_options, one_that_is_like_none_is_just_unknown)
{
	static const char *const unknown[] = { "nv_size", "xyz", "x", "frobnicate" };
	struct nytprof_options o;
	char expected[512] = "";
	struct error err;
	size_t i, len = 0;

	cr_redirect_stderr();
	nytprof_options_init(&o);
	for (i = 0; i < sizeof(unknown) / sizeof(unknown[0]); i++) {
		cr_expect_eq(nytprof_option_set(&o, unknown[i], "1", &err), 0);
		len += (size_t)snprintf(expected + len, sizeof(expected) - len,
					"nytprof-bpf: warning: unknown NYTPROF option \"%s\"\n",
					unknown[i]);
	}
	cr_expect_eq(nytprof_option_set(&o, "optimise", "0", &err), 0);
	fflush(stderr);
	cr_expect_stderr_eq_str(expected);
	nytprof_options_release(&o);
}

Test(nytprof_options, what_is_wrong_is_said)
{
	static const struct {
		const char *text;
		const char *says;
	} cases[] = {
		{ "forkdepth=99999999999", "must be -2147483648 to 2147483647" },
		{ "compress=10", "must be 0 to 9" },
		{ "clock=99", "not supported; use 1 (CLOCK_MONOTONIC" },
	};
	struct nytprof_options o;
	struct error err;
	size_t i;

	nytprof_options_init(&o);
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		cr_expect_eq(nytprof_options_parse(&o, cases[i].text, &err), -EINVAL);
		cr_expect_not_null(strstr(err.text, cases[i].says), "%s", err.text);
	}
	nytprof_options_release(&o);
}

Test(nytprof_options, start_and_forkdepth)
{
	static const struct {
		const char *text;
		unsigned start;
	} starts[] = { { "start=begin", START_BEGIN },
		       { "start=init", START_INIT },
		       { "start=end", START_END },
		       { "start=no", START_NO } };
	struct nytprof_options o;
	struct error err;
	size_t i;

	for (i = 0; i < sizeof(starts) / sizeof(starts[0]); i++) {
		nytprof_options_init(&o);
		cr_assert_eq(nytprof_options_parse(&o, starts[i].text, &err), 0);
		cr_expect_eq(o.start, starts[i].start, "%s", starts[i].text);
		nytprof_options_release(&o);
	}
	nytprof_options_init(&o);
	cr_assert_eq(nytprof_options_parse(&o, "forkdepth=0", &err), 0);
	cr_expect_eq(o.forkdepth, 0);
	cr_assert_eq(nytprof_options_parse(&o, "forkdepth=-7", &err), 0);
	cr_expect_eq(o.forkdepth, -7);
	nytprof_options_release(&o);
}

Test(nytprof_options, clocks_that_a_probe_can_read)
{
	struct nytprof_options o;
	struct error err;

	nytprof_options_init(&o);
	cr_assert_eq(nytprof_options_parse(&o, "clock=7", &err), 0);
	cr_expect_eq(o.clock, CLOCK_BOOTTIME);
	cr_assert_eq(nytprof_options_parse(&o, "clock=-1", &err), 0);
	cr_expect_eq(o.clock, CLOCK_MONOTONIC);
	cr_assert_eq(nytprof_option_set(&o, "clock", "wall", &err), 0);
	cr_expect_eq(o.clock, CLOCK_MONOTONIC);
	cr_expect_not(o.cpu_time);
	cr_assert_eq(nytprof_option_set(&o, "clock", "cpu", &err), 0);
	cr_expect_eq(o.clock, CLOCK_MONOTONIC);
	cr_expect(o.cpu_time);
	nytprof_options_release(&o);
}

Test(nytprof_options, names_log_and_trace)
{
	struct nytprof_options o;
	struct error err;

	nytprof_options_init(&o);
	cr_assert_eq(nytprof_options_parse(&o, "nameevals=0:nameanonsubs=0:log=/x\\:y:trace=3",
					   &err),
		     0);
	cr_expect(!o.nameevals && !o.nameanonsubs);
	cr_expect_eq(o.trace, 3);
	cr_expect_str_eq(o.log, "/x:y");
	nytprof_options_release(&o);
}

/* Each says why, in one line: those about ends only to who asks with -v. */
Test(nytprof_options, what_changes_nothing_says_why)
{
	static const char *const ends[] = { "sigexit", "posix_exit", "libcexit", "endatexit" };
	static const char *const others[] = { "use_db_sub", "findcaller", "optimize", "usecputime",
					      "evals",	    "expand",	  "perldb" };
	struct nytprof_options o;
	struct error err;
	char want[64];
	FILE *said;
	size_t i;

	cr_redirect_stderr();
	nytprof_options_init(&o);
	for (i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		cr_expect_eq(nytprof_option_set(&o, ends[i], "1", &err), 0);
	nytprof_options_explain(&o);
	for (i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		cr_expect_eq(nytprof_option_set(&o, others[i], "1", &err), 0);
	nytprof_options_explain(&o);
	log_set_level(LOG_LEVEL_VERBOSE);
	o.given &= ~0u;
	nytprof_options_explain(&o);
	fflush(stderr);
	said = cr_get_redirected_stderr();
	char text[8192], *at = text;
	text[fread(text, 1, sizeof(text) - 1, said)] = '\0';
	/* Nothing of the ends at first; the others; then all. */
	for (i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		snprintf(want, sizeof(want), "nytprof-bpf: option %s changes nothing: ", others[i]);
		cr_expect_not_null(strstr(text, want), "%s in %s", want, text);
	}
	at = strstr(text, "option sigexit");
	cr_assert_not_null(at, "%s", text);
	cr_expect_gt(at, strstr(text, "option perldb"));
	for (i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		cr_expect_not_null(strstr(at, ends[i]), "%s", ends[i]);
	cr_expect_not_null(strstr(text, "perl has compiled it"));
	nytprof_options_release(&o);
}

Test(nytprof_options, wrong_values_are_errors)
{
	static const char *const wrong[] = {
		"compress=x", "compress=10", "compress=-1", "stmts=", "stmts=1x",
		"compress",   "stmts",	     "start=now",   "start=", "forkdepth=x",
		"clock=0",    "clock=3",     "clock=x",	    "clock=", "trace=x"
	};
	struct nytprof_options o;
	struct error err;
	size_t i;

	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		nytprof_options_init(&o);
		cr_expect_eq(nytprof_options_parse(&o, wrong[i], &err), -EINVAL, "%s", wrong[i]);
		nytprof_options_release(&o);
	}
}

Test(nytprof_options, every_option_of_nytprof_has_a_place)
{
	/* NYTProf.xs 6.12, options[], and the ones that are read in Perl. */
	static const char *const all[] = {
		"addpid",    "addtimestamp", "blocks",	"calls",	"clock",      "compress",
		"endatexit", "evals",	     "expand",	"file",		"findcaller", "forkdepth",
		"leave",     "libcexit",     "log",	"nameanonsubs", "nameevals",  "optimize",
		"perldb",    "posix_exit",   "savesrc", "sigexit",	"slowops",    "start",
		"stmts",     "subs",	     "trace",	"use_db_sub",	"usecputime"
	};
	size_t i, j;

	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		for (j = 0; nytprof_option_name(j) && strcmp(nytprof_option_name(j), all[i]); j++)
			;
		cr_expect_not_null(nytprof_option_name(j), "%s", all[i]);
	}
}
