// SPDX-License-Identifier: GPL-2.0-or-later
#include "options/duration.h"

#include <criterion/criterion.h>
#include <errno.h>

Test(duration, plain_numbers_are_seconds_and_units_are_taken)
{
	static const struct {
		const char *text;
		double seconds;
	} cases[] = { { "30", 30 },    { "1.5", 1.5 }, { "1e3", 1000 }, { "500ms", 0.5 },
		      { "30s", 30 },   { "5m", 300 },  { "0.5m", 30 },	{ "2h", 7200 },
		      { "1d", 86400 }, { "0", 0 },     { "-3s", -3 } };
	double seconds;
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		cr_assert_eq(duration_parse(cases[i].text, &seconds), 0, "%s", cases[i].text);
		cr_expect_float_eq(seconds, cases[i].seconds, 1e-9, "%s", cases[i].text);
	}
}

Test(duration, what_is_none_sets_nothing)
{
	static const char *const texts[] = { "",    "s",    "m5",  "5x",  "5 m",    "5mm",  "5M",
					     "nan", "nans", "inf", "1e9", "99999d", "1h30m" };
	double seconds = 7;
	size_t i;

	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		cr_expect_eq(duration_parse(texts[i], &seconds), -EINVAL, "%s", texts[i]);
		cr_expect_eq(seconds, 7, "%s", texts[i]);
	}
}
