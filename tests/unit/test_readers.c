// SPDX-License-Identifier: GPL-2.0-or-later
#include "options/readers.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "util/error.h"

static struct readers readers;
static struct error err;

/* The group of who is in this unit; -1: none. */
static long group_of(const char *unit)
{
	const struct reader *rule = readers_find(&readers, unit, unit ? strlen(unit) : 0);

	return rule ? (long)rule->group : -1;
}

Test(readers, the_first_rule_that_fits_counts)
{
	cr_assert_eq(readers_parse(&readers, "shop.service:11,shop*:12,mail:13", &err), 0);
	cr_expect_eq(group_of("shop.service"), 11);
	cr_expect_eq(group_of("shop-db.service"), 12);
	cr_expect_eq(group_of("mail.service"), 13);
	cr_expect_eq(group_of("mailer.service"), -1);
	cr_expect_eq(group_of(NULL), -1);
}

Test(readers, a_group_without_a_unit_reads_the_rest)
{
	cr_assert_eq(readers_parse(&readers, "shop:11,root", &err), 0);
	cr_expect_eq(group_of("shop.service"), 11);
	cr_expect_eq(group_of("other.service"), 0);
	cr_expect_eq(group_of(NULL), 0);
}

/* The kernel does not say where the name of a unit ends in its path. */
Test(readers, a_unit_is_as_long_as_it_is_said_to_be)
{
	cr_assert_eq(readers_parse(&readers, "a.service:11", &err), 0);
	cr_expect(readers_find(&readers, "a.service/below", 9));
	cr_expect(!readers_find(&readers, "a.service/below", 15));
}

Test(readers, a_template_has_a_colon_in_no_place_but_the_last)
{
	cr_assert_eq(readers_parse(&readers, "a:b@1.service:11", &err), 0);
	cr_expect_eq(group_of("a:b@1.service"), 11);
}

Test(readers, what_is_none_is_one_line)
{
	static const char *const texts[] = { "",	 ",",	    "shop:",	    ":11",
					     "shop:11,", "no such", "shop:no-such", "4294967295" };
	char many[READERS_MAX * 2 + 4] = "1";
	size_t i;

	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		cr_expect_eq(readers_parse(&readers, texts[i], &err), -EINVAL, "%s", texts[i]);
		cr_expect(!strncmp(err.text, "--group", 7) && !strchr(err.text, '\n'));
	}
	for (i = 0; i < READERS_MAX; i++)
		strcat(many, ",1");
	cr_expect_eq(readers_parse(&readers, many, &err), -EINVAL);
	many[strlen(many) - 2] = '\0';
	cr_expect_eq(readers_parse(&readers, many, &err), 0);
}
