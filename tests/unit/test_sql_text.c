// SPDX-License-Identifier: GPL-2.0-or-later
#include "sql_text/sql_text.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const char *strip(enum sql_library library, const char *text)
{
	static char out[SQL_SHOWN_MAX];

	sql_text_strip(library, text, strlen(text), false, out);
	return out;
}

static const char *strip_cut(enum sql_library library, const char *text)
{
	static char out[SQL_SHOWN_MAX];

	sql_text_strip(library, text, strlen(text), true, out);
	return out;
}

#define EXPECT(library, text, wanted) cr_expect_str_eq(strip(SQL_##library, text), wanted)

Test(sql_text, numbers_and_strings_are_one_placeholder)
{
	EXPECT(PG, "select 'x', 12, 1.5e-3, .5, 0x1f, -7 from t1 where a=-5 and b = - 6",
	       "select ?, ?, ?, ?, ?, ? from t1 where a=? and b = - ?");
	EXPECT(PG, "select a-5, 'it''s', 'a' 'b', x::int", "select a-?, ?, ? ?, x::int");
	EXPECT(SQLITE, "select x'6162', 1e+10, t.a1, a.b", "select ?, ?, t.a1, a.b");
	EXPECT(MYSQL, "select 0b01, b'01', N'x', _utf8'x', 5--3", "select ?, ?, ?, _utf8?, ?--?");
}

Test(sql_text, white_space_and_comments_go)
{
	EXPECT(PG, "\n select\t1 -- sekret\n  from /* sekret /* more */ sekret */ t ; ",
	       "select ? from t");
	EXPECT(MYSQL, "select 1 # sekret\n, /*! sekret */ a -- sekret", "select ? , a");
	EXPECT(SQLITE, "select/* sekret */a -- 'sekret", "select a");
	EXPECT(PG, "", "");
	EXPECT(PG, "/* sekret", "");
}

Test(sql_text, placeholders_stay)
{
	EXPECT(PG, "select $1, $2 from t where a = ? and b = :name",
	       "select $1, $2 from t where a = ? and b = :name");
	EXPECT(SQLITE, "select ?1, @a, $b, :c", "select ?1, @a, $b, :c");
	EXPECT(MYSQL, "select @a, @@global.x", "select @a, @@global.x");
}

Test(sql_text, double_quotes_are_what_the_library_takes_them_for)
{
	EXPECT(PG, "select \"a b\" from \"T\"", "select \"a b\" from \"T\"");
	EXPECT(MYSQL, "select \"sek\"\"ret\" from `T x`", "select ? from `T x`");
	EXPECT(SQLITE, "select \"sekret\", \"t\".\"c\" from \"t\" as \"u\" where [a b] = `c`",
	       "select ?, \"t\".\"c\" from \"t\" as \"u\" where [a b] = `c`");
}

Test(sql_text, dollars_quote_in_postgresql_only)
{
	EXPECT(PG, "select $$sekret$$, $a$ $$ sek'ret $b$ $a$, 1", "select ?, ?, ?");
	EXPECT(PG, "select $a$sekret", "select ?");
	EXPECT(PG, "select a$1", "select a$1");
	EXPECT(SQLITE, "select $a, $b", "select $a, $b");
}

Test(sql_text, backslashes_are_read_as_the_text_makes_sense)
{
	EXPECT(PG, "select E'sek\\'ret', 1", "select ?, ?");
	EXPECT(PG, "select 'C:\\', 'sekret'", "select ?, ?");
	EXPECT(PG, "select 'O\\'sekret', 1", "select ?, ?");
	EXPECT(MYSQL, "select 'O\\'sekret', 1", "select ?, ?");
	EXPECT(MYSQL, "select 'C:\\', 'sekret'", "select ?, ?");
	EXPECT(MYSQL, "insert into t values ('O\\'sekret', 'x'), ('sek\\'ret', 'y')",
	       "insert into t values (?, ?), ...");
	EXPECT(MYSQL, "select 'a\\\\', 'sekret'", "select ?, ?");
	EXPECT(SQLITE, "select 'C:\\', 'sekret'", "select ?, ?");
}

Test(sql_text, what_makes_sense_in_two_ways_is_left_out)
{
	EXPECT(MYSQL, "select 'a\\', sekret -- '", "select ? ...");
	EXPECT(PG, "select 'a\\', sekret -- '", "select ? ...");
	EXPECT(PG, "select 'a\\', b, 'c' from t", "select ?, b, ? from t");
}

Test(sql_text, lists_and_rows_collapse)
{
	EXPECT(PG, "select a from t where b in (1, 2,3) and c IN($1,$2) and d in (select 4)",
	       "select a from t where b in (?) and c IN(?) and d in (select ?)");
	EXPECT(PG, "insert into t (a, b) values (1, now()), (2, f(3)) , (4,5) returning id",
	       "insert into t (a, b) values (?, now()), ... returning id");
	EXPECT(MYSQL, "insert into t values(1),(2) on duplicate key update a = values(a)",
	       "insert into t values(?), ... on duplicate key update a = values(a)");
	EXPECT(SQLITE, "insert into t values (?, ?)", "insert into t values (?, ?)");
	EXPECT(SQLITE, "insert into t values (),()", "insert into t values (), ...");
}

Test(sql_text, a_cut_literal_is_one)
{
	cr_expect_str_eq(strip_cut(SQL_PG, "select 'sekr"), "select ? ...");
	cr_expect_str_eq(strip_cut(SQL_PG, "insert into t values (1, 2), (3, 'sek"),
			 "insert into t values (?, ?), ... ...");
	cr_expect_str_eq(strip_cut(SQL_MYSQL, "select \"sekr"), "select ? ...");
	cr_expect_str_eq(strip_cut(SQL_MYSQL, "insert into t values ('it\\'s', 'sekret"),
			 "insert into t values (? ...");
	cr_expect_str_eq(strip_cut(SQL_PG, "select 123"), "select ? ...");
}

Test(sql_text, a_long_one_is_cut_between_characters)
{
	char text[4096] = "select ", out[SQL_SHOWN_MAX];
	size_t at;

	for (at = 7; at < sizeof(text) - 3; at += 2)
		memcpy(text + at, "\xc3\xa9", 2);
	sql_text_strip(SQL_PG, text, at, false, out);
	cr_expect_lt(strlen(out), (size_t)SQL_SHOWN_MAX);
	cr_expect_str_eq(out + strlen(out) - 6, "\xc3\xa9 ...");
}

Test(sql_text, a_name_harms_no_terminal)
{
	EXPECT(PG, "select 1 from \"a\x1b[1mb\nc\"", "select ? from \"a_[1mb_c\"");
	EXPECT(PG,
	       "select\x01\x1b"
	       "1",
	       "select ?");
}
