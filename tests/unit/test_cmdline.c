// SPDX-License-Identifier: GPL-2.0-or-later
/* Command lines of perl. */
#include "inspect/cmdline.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* Blanks stand for the NULs between arguments, underscores for blanks. */
static size_t make(const char *line, char *args)
{
	size_t len = strlen(line) + 1, i;

	for (i = 0; i < len; i++)
		args[i] = line[i] == ' ' ? '\0' : line[i] == '_' ? ' ' : line[i];
	return len;
}

Test(cmdline, applications)
{
	static const char *const cases[][2] = {
		{ "perl a.pl -e x", "a.pl" },
		{ "perl -w -T a.pl", "a.pl" },
		{ "perl -I lib a.pl", "a.pl" },
		{ "perl -Ilib -MPOSIX a.pl", "a.pl" },
		{ "perl -e print_1 a.pl", "-e" },
		{ "perl -lne print_1", "-e" },
		{ "perl -E say_1", "-e" },
		{ "perl -Mre=eval a.pl", "a.pl" },
		{ "perl", "-" },
		{ "perl - a b", "-" },
		{ "perl -- a.pl", "a.pl" },
		{ "perl --", "-" },
		{ "starman_worker", "starman worker" },
		{ "/srv/app.pl ____", "/srv/app.pl" },
		{ "/srv/app.pl", "/srv/app.pl" },
		{ "/usr/bin/perl5.36.0", "-" },
		{ "/usr/bin/perl -d:NYTProf a.pl", "a.pl" },
	};
	char args[64], *name;
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		name = cmdline_application(args, make(cases[i][0], args));
		cr_expect_str_eq(name, cases[i][1], "%s: %s", cases[i][0], name);
		free(name);
	}
}

Test(cmdline, code_of_all_e)
{
	static const char *const cases[][2] = {
		{ "perl -e print_1 a.pl -e no", "print 1\n" },
		{ "perl -eprint -e $x", "print\n$x\n" },
		{ "perl -w -lne one -I lib -E two", "one\ntwo\n" },
		{ "perl a.pl -e no", NULL },
		{ "perl -- -e no", NULL },
		{ "perl -e", NULL },
		{ "perl", NULL },
	};
	char args[64], *code;
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		code = cmdline_code(args, make(cases[i][0], args));
		if (cases[i][1])
			cr_expect_str_eq(code, cases[i][1], "%s: %s", cases[i][0], code);
		else
			cr_expect_null(code, "%s: %s", cases[i][0], code);
		free(code);
	}
}

Test(cmdline, text_without_its_end)
{
	static const char *const cases[][2] = {
		{ "perl -w a.pl", "perl -w a.pl" },
		{ "/srv/app.pl ____", "/srv/app.pl" },
		{ "", "" },
	};
	char args[64], *text;
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		text = cmdline_text(args, make(cases[i][0], args));
		cr_expect_str_eq(text, cases[i][1], "%s: %s", cases[i][0], text);
		free(text);
	}
}

Test(cmdline, that_has_no_end)
{
	char *name = cmdline_application("perl\0a.pl", 9), *none = cmdline_application("", 0);

	cr_expect_str_eq(name, "-");
	cr_expect_str_eq(none, "-");
	free(name);
	free(none);
}
