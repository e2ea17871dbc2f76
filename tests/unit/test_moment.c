// SPDX-License-Identifier: GPL-2.0-or-later
#include "options/moment.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stddef.h>

#define DAY   86400
#define TODAY (20781LL * DAY) /* 2026-11-24 */
#define NOW   (TODAY + 15 * 3600 + 7)

Test(moment, forms)
{
	static const struct {
		const char *text;
		int64_t moment;
	} cases[] = {
		{ "2026-11-22", TODAY - 2 * DAY },
		{ "2026-11-22 14:00", TODAY - 2 * DAY + 14 * 3600 },
		{ "2026-11-22T14:00:05", TODAY - 2 * DAY + 14 * 3600 + 5 },
		{ "1969-12-31 23:59:59", -1 },
		{ "14:00", TODAY + 14 * 3600 },
		{ "00:00:09", TODAY + 9 },
		{ "today", TODAY },
		{ "yesterday", TODAY - DAY },
		{ "yesterday 14:05", TODAY - DAY + 14 * 3600 + 300 },
		{ "2h", NOW - 7200 },
		{ "90", NOW - 90 },
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		int64_t moment = 0;

		cr_expect_eq(moment_parse(cases[i].text, NOW, &moment), 0, "%s", cases[i].text);
		cr_expect_eq(moment, cases[i].moment, "%s: %lld", cases[i].text, (long long)moment);
	}
}

Test(moment, what_is_none)
{
	static const char *const wrong[] = {
		"",	      "never",	      "25:00",	       "14:00x", "yesterday14:00x",
		"2026-13-01", "2026-11-22 x", "2026-11-22 14", "-2h",	 "tomorrow",
		"nan",	      "1e12"
	};
	size_t i;

	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		int64_t moment = 1;

		cr_expect_eq(moment_parse(wrong[i], NOW, &moment), -EINVAL, "%s", wrong[i]);
		cr_expect_eq(moment, 1, "%s", wrong[i]);
	}
}
