// SPDX-License-Identifier: GPL-2.0-or-later
/* Where subs begin and end in Perl text. */
#include "perl_text/perl_subs.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "perl_text/text_subs.h"

/* "FIRST-LAST" of each sub in the order of their ends, a name before it; "?" behind them: the text is not understood. */
static void describe(const char *text, char *out, size_t size)
{
	struct text_subs subs;
	FILE *f = fmemopen(out, size, "w");
	size_t i;

	cr_assert_eq(text_subs_find(text, strlen(text), "a.pl", &subs), 0);
	for (i = 0; i < subs.cnt; i++) {
		const struct text_sub *sub = &subs.subs[i];

		if (!sub->twin && sub->certain)
			fprintf(f, "%.*s%s%u-%u ", (int)sub->name_len, sub->name ?: "",
				sub->name ? " " : "", sub->first, sub->last);
	}
	if (!subs.whole)
		fputc('?', f);
	fclose(f);
	text_subs_release(&subs);
}

static const struct {
	const char *text, *subs;
} cases[] = {
	{ "sub { 1 }", "1-1 " },
	{ "sub { 1 }, sub {\n2 }", "1-1 1-2 " },
	{ "sub a {\n}\nsub b;\nsub c\n{\n}", "a 1-2 c 5-6 " },
	{ "sub {\n sub {\n }\n}", "2-3 1-4 " },
	{ "sub ($$)\n{\n}", "2-3 " },
	{ "sub ($x, $y = '}')\n{\n}", "1-3 " },
	{ "sub ($x = sub { 1 }) {\n}", "1-1 1-2 " },
	{ "sub :lvalue :Foo(}) {\n}", "1-2 " },
	{ "sub { $x{s} / $x{y} }\nsub { 1 }", "1-1 2-2 " },
	{ "sub { /}/ }", "1-1 " },
	{ "sub { split /}/ }", "1-1 " },
	{ "sub { $x / 2; '}' / 2 }", "1-1 " },
	{ "sub { $x =~ s{a{1}}{}g; tr/{/}/ }", "1-1 " },
	{ "sub { s{a} # }\n {b} }", "1-2 " },
	{ "sub { qq'}'; q{ {} }; qw(} {) }", "1-1 " },
	{ "sub { y => 1, s => 2, q => 3 }", "1-1 " },
	{ "sub { <<A . <<'B' . <<~C }\n}\nA\n{{\nB\n  }\n  C\nsub { 1 }", "1-1 8-8 " },
	{ "sub { print $fh <<A }\n}\nA\nsub { 1 }", "1-1 4-4 " },
	{ "sub { 1 <<2 }", "1-1 " },
	{ "sub { # }\n}", "1-2 " },
	{ "sub {\n\n=pod\n\n}\n\n=cut\n\n}", "1-9 " },
	{ "sub { $#{$x}; $#$x; $#x; $$; $; ; $'; $\" }", "1-1 " },
	{ "sub { <$fh>; <*.{c,h}>; 1 < 2 }", "1-1 " },
	{ "sub { -s $x; -d _; -y => 1 }", "1-1 " },
	{ "sub { $x->@*; $x->%*; $x->$#*; $x->@{a} }", "1-1 " },
	{ "sub { %s; @y; &q; *m; %$x; &$x }", "1-1 " },
	{ "sub { *^O; *{'x'}; *!{HASH} }", "1-1 " },
	{ "sub {\n}\n__END__\nsub {", "1-2 " },
	{ "format X =\n@<< {\n$x\n.\nsub { 1 }", "5-5 " },
	{ "# line 10\nsub { 1 }", "10-10 " },
	{ "sub { 1 }\n# line 10 \"b.pl\"\nsub { 2 }\n# line 3 \"a.pl\"\nsub { 3 }", "1-1 3-3 " },
	{ "sub { if ($x) { 1 } else { 2 } for my $i (1) { 3 } }", "1-1 " },
	{ "$x{sub}; $x->sub; sub => 1; sub { 1 }", "1-1 " },
	{ "package A { sub b { 1 } }", "b 1-1 " },
	{ "BEGIN {\n}\nEND {\n}", "BEGIN 1-2 END 3-4 " },
	{ "sub { 1 }\nsub {", "1-1 ?" },
	{ "sub { 1 }\n}", "1-1 ?" },
	{ "sub { foo /}/ }", "?" },
	{ "sub { <<A }\n", "1-1 ?" },
	{ "sub { ( }", "?" },
};

Test(perl_subs, have_the_lines_of_their_braces)
{
	char got[256];
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		describe(cases[i].text, got, sizeof(got));
		cr_expect_str_eq(got, cases[i].subs, "case %zu, \"%s\": %s, not %s", i,
				 cases[i].text, got, cases[i].subs);
	}
}

Test(perl_subs, of_deep_text_are_given_up)
{
	static char text[100000];
	struct text_subs subs;

	memset(text, '{', sizeof(text));
	cr_assert_eq(text_subs_find(text, sizeof(text), NULL, &subs), 0);
	cr_expect(!subs.whole);
	text_subs_release(&subs);
}

/* The statements of a sub, and the sub that it must be. */
static void expect_match(const char *text, const char *name, uint32_t first_stmt,
			 uint32_t last_stmt, const char *wanted)
{
	const struct line_range stmts = { first_stmt, last_stmt };
	const struct text_sub *found;
	struct text_subs subs;
	char got[64] = "none";

	cr_assert_eq(text_subs_find(text, strlen(text), "a.pl", &subs), 0);
	found = text_subs_match(&subs, name, &stmts);
	if (found)
		snprintf(got, sizeof(got), "%u-%u", found->first, found->last);
	cr_expect_str_eq(got, wanted, "%s of %u-%u: %s, not %s", text, first_stmt, last_stmt, got,
			 wanted);
	text_subs_release(&subs);
}

Test(perl_subs, are_found_by_their_statements)
{
	const char *nested = "sub {\n  $x = 1;\n  return sub { 2 };\n}";

	expect_match(nested, NULL, 2, 3, "1-4");
	expect_match(nested, NULL, 3, 3, "3-3");
	expect_match(nested, NULL, 2, 2, "none");
	expect_match("sub {\n}", NULL, 1, 1, "1-2");
	expect_match("sub { 1 }, sub { 2\n}", NULL, 1, 1, "none");
	expect_match("sub a {\n1;\n}\nsub { 2 }", "a", 2, 2, "1-3");
	expect_match("sub a {\n1;\n}\nsub { 2 }", "b", 4, 4, "4-4");
	expect_match("foo {\n $x;\n} 1;", NULL, 2, 2, "1-3");
	expect_match("\"@{[ foo { 1 } ]}\", sub { 1 }", NULL, 1, 1, "none");
	expect_match("sub {\n  if (DEBUG) { 1 }\n  $x = 2;\n}", NULL, 3, 3, "1-4");
	expect_match("sub ($x)\n{\n  1\n}", NULL, 1, 3, "1-4");
	expect_match("sub ($)\n{\n  1\n}", NULL, 3, 3, "2-4");
	expect_match("sub ($)\n{\n  1\n}", NULL, 1, 3, "1-4");
}

Test(perl_subs, that_are_known_are_none_of_the_others)
{
	const char *text = "sub {\n  return map {\n    my $x = $_;\n    sub { $x }\n  } 1;\n}";
	const struct line_range outer = { 3, 5 }, inner = { 4, 4 };
	const struct text_sub *found;
	struct text_subs subs;

	cr_assert_eq(text_subs_find(text, strlen(text), "a.pl", &subs), 0);
	cr_expect_null(text_subs_match(&subs, NULL, &inner));
	found = text_subs_match(&subs, NULL, &outer);
	cr_assert_not_null(found);
	text_subs_take(&subs, found, &outer);
	found = text_subs_match(&subs, NULL, &inner);
	cr_assert_not_null(found);
	cr_expect_eq(found->last, 4u);
	text_subs_release(&subs);
}

Test(perl_subs, that_do_not_fit_the_text_contradict_it)
{
	const char *text = "sub a {\n  1;\n}";
	const struct line_range fits = { 2, 2 }, moved = { 5, 5 };
	struct text_subs subs;

	cr_assert_eq(text_subs_find(text, strlen(text), "a.pl", &subs), 0);
	cr_expect(!text_subs_contradict(&subs, "a", &fits));
	cr_expect(text_subs_contradict(&subs, "a", &moved));
	cr_expect(!text_subs_contradict(&subs, "b", &moved));
	text_subs_release(&subs);
}
