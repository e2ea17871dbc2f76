// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/nearest.h"

#include <criterion/criterion.h>

static const char *nth(size_t i)
{
	static const char *const names[] = { "record", "report", "ctl", "help", "duration" };

	return i < sizeof(names) / sizeof(names[0]) ? names[i] : NULL;
}

Test(nearest, a_slip_of_the_fingers_is_understood)
{
	static const char *const slips[][2] = {
		{ "recrod", "record" },	 { "reocrd", "record" },     { "rcord", "record" },
		{ "records", "record" }, { "repotr", "report" },     { "clt", "ctl" },
		{ "hlep", "help" },	 { "duratoin", "duration" }, { "duraiton", "duration" }
	};
	size_t i;

	for (i = 0; i < sizeof(slips) / sizeof(slips[0]); i++) {
		const char *found = nearest_name(slips[i][0], nth);

		cr_expect(found, "%s", slips[i][0]);
		cr_expect_str_eq(found ?: "", slips[i][1], "%s", slips[i][0]);
	}
}

Test(nearest, another_word_is_none)
{
	static const char *const words[] = {
		"",	 "perl",
		"x",	 "script.pl",
		"prove", "a-name-that-is-longer-than-any-option-has-ever-been-or-will-be-here"
	};
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		cr_expect_null(nearest_name(words[i], nth), "%s", words[i]);
}
