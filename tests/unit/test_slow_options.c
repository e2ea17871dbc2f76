// SPDX-License-Identifier: GPL-2.0-or-later
#include "options/slow_options.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <string.h>

#include "options/option_table.h"
#include "util/error.h"

static struct slow_options o;
static struct error err;

static void begin(void)
{
	slow_options_init(&o);
}

TestSuite(slow_options, .init = begin);

Test(slow_options, subs_and_times)
{
	cr_expect_eq(slow_options_least(&o), 0);
	cr_assert_eq(slow_option_set(&o, OPTION_SLOW, "My::Sub>50ms,DBI::*>0.02,x>1m", &err), 0);
	cr_assert_eq(o.cnt, 3);
	cr_expect_str_eq(o.subs[0].pattern, "My::Sub");
	cr_expect_eq(o.subs[0].ns, 50000000);
	cr_expect_str_eq(o.subs[1].pattern, "DBI::*");
	cr_expect_eq(o.subs[2].ns, 60000000000);
	cr_expect_eq(slow_options_least(&o), 20000000);
	cr_assert_eq(slow_option_set(&o, OPTION_SLOW, "a>1", &err), 0);
	cr_expect_eq(o.cnt, 1, "a later source goes over an earlier one");
}

Test(slow_options, what_is_none)
{
	static const char *const bad[] = { "",	    "a",     ">1",	     "a>",   "a>x",
					   "a>-1",  "a>0",   "a>1,",	     ",a>1", "a>1e9",
					   "a>nan", "a>1,b", "a>0.0000001ms" };
	char name[SLOW_NAME_MAX + 20];
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		cr_expect_eq(slow_option_set(&o, OPTION_SLOW, bad[i], &err), -EINVAL, "%s", bad[i]);
	memset(name, 'n', sizeof(name));
	strcpy(name + SLOW_NAME_MAX, ">1");
	cr_expect_eq(slow_option_set(&o, OPTION_SLOW, name, &err), 0);
	memset(name, 'n', sizeof(name));
	strcpy(name + SLOW_NAME_MAX + 1, ">1");
	cr_expect_eq(slow_option_set(&o, OPTION_SLOW, name, &err), -EINVAL);
}

Test(slow_options, the_limit_and_the_file)
{
	cr_expect_eq(slow_option_set(&o, OPTION_SLOW_LIMIT, "1000", &err), 0);
	cr_expect_eq(o.limit, 1000);
	cr_expect_eq(slow_option_set(&o, OPTION_SLOW_LIMIT, "0", &err), -EINVAL);
	cr_expect_eq(slow_option_set(&o, OPTION_SLOW_LIMIT, "1001", &err), -EINVAL);
	cr_expect_eq(slow_option_set(&o, OPTION_SLOW_LIMIT, "7x", &err), -EINVAL);
	cr_expect_eq(slow_options_check(&o, &err), 0);
	cr_expect_eq(slow_option_set(&o, OPTION_SLOW_LOG, "", &err), -EINVAL);
	cr_expect_eq(slow_option_set(&o, OPTION_SLOW_LOG, "/x", &err), 0);
	cr_expect_eq(slow_options_check(&o, &err), -EINVAL);
}
