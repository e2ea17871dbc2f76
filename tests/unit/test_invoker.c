// SPDX-License-Identifier: GPL-2.0-or-later
#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "rights/invoker.h"
#include "util/error.h"

Test(invoker, is_whom_sudo_says)
{
	struct invoker who;
	struct error err;

	cr_assert_eq(invoker_parse("1000", "100", &who, &err), 0);
	cr_expect_eq(who.uid, 1000);
	cr_expect_eq(who.gid, 100);
	cr_assert_eq(invoker_parse("4294967294", "0", &who, &err), 0);
	cr_expect_eq(who.uid, 4294967294u);
	cr_expect_eq(who.gid, 0);
}

Test(invoker, is_nobody_without_sudo_or_if_root_called_it)
{
	struct invoker who;
	struct error err;

	cr_assert_eq(invoker_parse(NULL, NULL, &who, &err), 0);
	cr_expect_eq(who.uid, INVOKER_NOBODY);
	cr_assert_eq(invoker_parse(NULL, "100", &who, &err), 0);
	cr_expect_eq(who.uid, INVOKER_NOBODY);
	cr_assert_eq(invoker_parse("0", "0", &who, &err), 0);
	cr_expect_eq(who.uid, INVOKER_NOBODY);
}

/* None of these may end as root, and none as another user than was meant. */
Test(invoker, that_can_not_be_read_is_refused)
{
	static const char *const bad[] = { "",		 " ",	       "nobody",
					   "1000x",	 " 1000",      "+1000",
					   "-1",	 "0x3e8",      "1000 0",
					   "4294967295", "4294967296", "18446744073709551616",
					   "1e3" };
	struct invoker who;
	struct error err;
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		cr_expect_eq(invoker_parse(bad[i], "100", &who, &err), -EINVAL, "\"%s\"", bad[i]);
		cr_expect_eq(who.uid, INVOKER_NOBODY);
		cr_expect_not_null(strstr(err.text, "SUDO_UID is \""), "%s", err.text);
		cr_expect_eq(invoker_parse("1000", bad[i], &who, &err), -EINVAL, "\"%s\"", bad[i]);
		cr_expect_eq(who.uid, INVOKER_NOBODY);
		cr_expect_not_null(strstr(err.text, "SUDO_GID is \""), "%s", err.text);
	}
	cr_expect_eq(invoker_parse("1000", NULL, &who, &err), -EINVAL);
	cr_expect_not_null(strstr(err.text, "SUDO_GID is not set"), "%s", err.text);
}

Test(invoker, has_an_account_with_its_groups)
{
	const struct invoker nobody = { .uid = 65534, .gid = 65534 },
			     missing = { .uid = 4242424, .gid = 1 };
	struct account account;
	struct error err;

	cr_assert_eq(account_find(&account, &nobody, &err), 0, "%s", err.text);
	cr_expect_str_eq(account.name, "nobody");
	cr_expect_geq(account.group_cnt, 1);
	cr_expect_eq(account.groups[0], 65534);
	account_release(&account);
	cr_expect_lt(account_find(&account, &missing, &err), 0);
	cr_expect_not_null(strstr(err.text, "user 4242424 (SUDO_UID): there is no such user"), "%s",
			   err.text);
}
