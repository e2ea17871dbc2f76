// SPDX-License-Identifier: GPL-2.0-or-later
#include "nytprof_options.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <errno.h>

#include "util/error.h"

Test(nytprof_options, defaults_are_those_of_nytprof)
{
	struct nytprof_options o;

	nytprof_options_init(&o);
	cr_expect_null(o.file);
	cr_expect_eq(o.compress, 6);
	cr_expect(o.stmts && o.subs && o.savesrc && !o.addpid && !o.addtimestamp);
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

Test(nytprof_options, what_is_not_supported_yet_is_said_unless_it_is_in_effect)
{
	struct nytprof_options o;
	struct error err;

	cr_redirect_stderr();
	nytprof_options_init(&o);
	cr_expect_eq(nytprof_options_parse(&o, "slowops=0:leave=1:blocks=1:start=begin:start=end",
					   &err),
		     0);
	fflush(stderr);
	cr_expect_stderr_eq_str(
		"nytprof-bpf: warning: option start=end is not supported yet: start=begin "
		"is in effect\n");
	cr_expect(o.leave && o.blocks && !o.slowops);
	nytprof_options_release(&o);
}

Test(nytprof_options, wrong_values_are_errors)
{
	static const char *const wrong[] = { "compress=x", "compress=10", "compress=-1", "stmts=",
					     "stmts=1x",   "compress",	  "stmts" };
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
