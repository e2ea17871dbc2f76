// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/screen_text.h"

#include <criterion/criterion.h>
#include <string.h>

static const char *clean(const char *from)
{
	static char to[TEXT_MAX];

	text_clean(to, from, strlen(from));
	return to;
}

static const char *cut(const char *from, size_t width)
{
	static char text[TEXT_MAX];
	size_t got;

	strcpy(text, from);
	got = text_cut(text, width);
	cr_expect(got <= width, "%s: %zu columns", text, got);
	cr_expect_eq(got, text_width(text));
	return text;
}

Test(top_text, what_drives_a_terminal_is_a_question_mark)
{
	cr_expect_str_eq(clean("main::\x1b[31mred\a"), "main::?[31mred?");
	cr_expect_str_eq(clean("C1 \xc2\x9b and \x9b"), "C1 ? and ?");
	cr_expect_str_eq(clean("bidi \xe2\x80\xaelet"), "bidi ?let");
	cr_expect_str_eq(clean("Latin-1 \xe9"), "Latin-1 ?");
	cr_expect_str_eq(clean("cut \xe2\x82"), "cut ??");
	cr_expect_str_eq(clean("a\tb\nc"), "a b?c");
	cr_expect_str_eq(clean("\xe6\x97\xa5\xe6\x9c\xac"), "\xe6\x97\xa5\xe6\x9c\xac");
}

Test(top_text, a_name_of_any_length_has_room)
{
	char from[5000], to[TEXT_MAX];

	memset(from, 'x', sizeof(from));
	text_clean(to, from, sizeof(from));
	cr_expect(strlen(to) < TEXT_MAX);
	cr_expect(strlen(to) > TEXT_MAX - 10);
}

Test(top_text, ascii_has_one_question_mark_for_each_character)
{
	char text[] = "caf\xc3\xa9 \xe6\x97\xa5!";

	text_to_ascii(text);
	cr_expect_str_eq(text, "caf? ?!");
}

Test(top_text, wide_characters_take_two_columns_and_marks_none)
{
	cr_expect_eq(text_width("abc"), 3);
	cr_expect_eq(text_width("\xe6\x97\xa5\xe6\x9c\xac"), 4);
	cr_expect_eq(text_width("e\xcc\x81"), 1);
	cr_expect_eq(text_width("caf\xc3\xa9"), 4);
}

Test(top_text, long_names_are_cut_in_the_middle)
{
	cr_expect_str_eq(cut("main::f", 10), "main::f");
	cr_expect_str_eq(cut("Some::Long::Package::name", 12), "Some:..:name");
	cr_expect_str_eq(cut("Some::Long::Package::name", 5), "Some:");
	cr_expect_str_eq(cut("Some::Long::Package::name", 0), "");
}

/* No half of a wide character, and no mark without its letter. */
Test(top_text, wide_names_are_cut_between_characters)
{
	const char *wide =
		"\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e";
	size_t width;

	cr_expect_str_eq(cut(wide, 10), "\xe6\x97\xa5\xe6\x9c\xac..\xe6\x9c\xac\xe8\xaa\x9e");
	for (width = 0; width < 14; width++)
		cut(wide, width);
	cr_expect_str_eq(cut("aaaaaaaaaaaabe\xcc\x81", 7), "aa..abe\xcc\x81");
}

Test(top_text, shares_have_a_digit_behind_the_point)
{
	char text[16];

	text_percent(text, 1, 3);
	cr_expect_str_eq(text, "33.3");
	text_percent(text, 3, 3);
	cr_expect_str_eq(text, "100");
	text_percent(text, 0, 3);
	cr_expect_str_eq(text, "");
	text_percent(text, 5, 0);
	cr_expect_str_eq(text, "");
	text_percent(text, 12, 4);
	cr_expect_str_eq(text, "300");
}

Test(top_text, amounts_fit_in_seven_columns)
{
	static const struct {
		int64_t amount;
		const char *text;
	} rows[] = { { 0, "" },
		     { 719072, "719072" },
		     { -719072, "-719072" },
		     { 999999, "999999" },
		     { 1000000, "1.00M" },
		     { 12345678, "12.3M" },
		     { -4096000000, "-4.10G" },
		     { 999600000, "1.00G" },
		     { INT64_MAX, "9.22E" },
		     { INT64_MIN, "-9.22E" } };
	char text[16];
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		text_amount(text, rows[i].amount);
		cr_expect_str_eq(text, rows[i].text);
	}
}

Test(top_text, times_have_three_digits_that_matter)
{
	static const struct {
		double seconds;
		const char *text;
	} rows[] = { { 0, "" },	       { 0.0101, "10ms" }, { 1.234, "1.23s" },	{ 12.34, "12.3s" },
		     { 100, "1m40s" }, { 7200, "2h00m" },  { 360000, "4d04h" }, { -1, "" } };
	char text[16];
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		text_seconds(text, rows[i].seconds);
		cr_expect_str_eq(text, rows[i].text);
	}
}

static void expect_cut_begin(const char *from, size_t width, const char *to)
{
	char text[TEXT_MAX];
	size_t got;

	text_clean(text, from, strlen(from));
	got = text_cut_begin(text, width);
	cr_expect_str_eq(text, to, "%s in %zu: %s", from, width, text);
	cr_expect_eq(got, text_width(text));
	cr_expect_leq(got, width);
}

Test(screen_text, the_begin_is_left_out)
{
	expect_cut_begin("Foo::bar", 8, "Foo::bar");
	expect_cut_begin("Foo::bar", 7, "..::bar");
	expect_cut_begin("Foo::bar", 3, "..r");
	expect_cut_begin("Foo::bar", 2, "..");
	expect_cut_begin("Foo::bar", 1, "");
	expect_cut_begin("\xc3\xa4\xc3\xb6\xc3\xbc\xc3\x9f!", 4, "..\xc3\x9f!");
	expect_cut_begin("", 0, "");
}
