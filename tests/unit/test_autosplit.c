// SPDX-License-Identifier: GPL-2.0-or-later
/* Which module a file of AutoSplit's is a part of. */
#include "profile/autosplit.h"

#include <criterion/criterion.h>
#include <stdio.h>

#include "profile/profile.h"

static struct profile *p;

static void set_up(void)
{
	p = profile_new();
	cr_assert_not_null(p);
}

static void tear_down(void)
{
	profile_free(p);
}

TestSuite(autosplit, .init = set_up, .fini = tear_down);

static struct profile_file *add(const char *name)
{
	struct profile_file *file = profile_file(p, name, 0, 0, 0);

	cr_assert_not_null(file);
	return file;
}

static struct profile_file *add_part(const char *of)
{
	char name[256];

	snprintf(name, sizeof(name), "%s (autosplit into lib/auto/x.al)", of);
	return add(name);
}

Test(autosplit, the_module_is_the_one_with_most_of_the_directories)
{
	const struct profile_file *part = add_part("/cwd/blib/lib/Net/Tool.pm");
	const struct profile_file *other = add_part("/cwd/../../blib/lib/File/Tool.pm");
	const struct profile_file *here, *there;

	add("/usr/share/perl5/Tool.pm");
	add("/usr/share/perl5/A/Net/Tool.pmx");
	here = add("/usr/share/perl5/Net/Tool.pm");
	there = add("/usr/share/perl5/File/Tool.pm");
	add("/usr/share/perl5/Planet/Tool.pm");
	add("/zzz/Tool.pm");
	cr_assert_eq(autosplit_join(p, NULL, 0), 0);
	cr_expect_eq(part->alias_of, here->fid);
	cr_expect_eq(other->alias_of, there->fid);
	cr_expect_eq(here->alias_of, 0u);
}

/* AutoSplit may have been called in the directory of the module. */
Test(autosplit, the_name_alone_is_enough)
{
	const struct profile_file *part = add_part("/Tool.pm"), *module = add("/opt/Tool.pm");

	cr_assert_eq(autosplit_join(p, NULL, 0), 0);
	cr_expect_eq(part->alias_of, module->fid);
}

Test(autosplit, an_end_of_a_name_is_not_the_name)
{
	const struct profile_file *part = add_part("/lib/Tool.pm"), *short_one = add_part("/l.pm");

	add("/lib/OtherTool.pm");
	add("ol.pm");
	cr_assert_eq(autosplit_join(p, NULL, 0), 2);
	cr_expect_eq(part->alias_of, 0u);
	cr_expect_eq(short_one->alias_of, 0u);
}

Test(autosplit, nothing_is_a_part_of_a_part_or_of_an_eval)
{
	const struct profile_file *part = add_part("/lib/Tool.pm");

	add_part("/lib/lib/Tool.pm");
	profile_file(p, "(eval 1)[/lib/Tool.pm:3]/lib/Tool.pm", 1, 3, 0);
	cr_assert_eq(autosplit_join(p, NULL, 0), 2);
	cr_expect_eq(part->alias_of, 0u);
}

/* It ran before anybody looked, and its subs were found in memory. */
Test(autosplit, a_module_that_is_not_in_the_profile_comes_into_it)
{
	static const char *const others[] = { "/usr/Tool.pm", "/usr/Net/Tool.pm",
					      "/usr/Net/Tool.pm",
					      "/x/Net/Tool.pm (autosplit into y.al)" };
	const struct profile_file *part = add_part("/cwd/lib/Net/Tool.pm"), *module;
	const struct profile_file *second = add_part("/cwd/../lib/Net/Tool.pm");

	cr_assert_eq(autosplit_join(p, others, 4), 0);
	cr_assert_eq(p->file_cnt, 3u);
	module = p->files[2];
	cr_expect_str_eq(module->name, "/usr/Net/Tool.pm");
	cr_expect_eq(part->alias_of, module->fid);
	cr_expect_eq(second->alias_of, module->fid);
}
