// SPDX-License-Identifier: GPL-2.0-or-later
#include "profile/sql.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nytp/nytp.h"
#include "profile/merge.h"
#include "profile/profile.h"
#include "profile/rename_subs.h"
#include "util/error.h"

static struct profile *make(void)
{
	struct profile *p = profile_new();
	struct profile_file *file = profile_file(p, "/a.pl", 0, 0, 0);
	struct profile_sub *run = profile_sub(p, "main::RUNTIME"), *f = profile_sub(p, "main::f");

	p->ticks_per_sec = 10000000;
	profile_add_sql(p, &(struct sql_place_in){ file->fid, 3, f->id }, "select ?",
			&(struct sql_sum){ 2, 700, 1, 20 });
	profile_add_sql(p, &(struct sql_place_in){ file->fid, 3, f->id }, "select ?",
			&(struct sql_sum){ 1, 300, 0, 0 });
	profile_add_sql(p, &(struct sql_place_in){ file->fid, 9, run->id }, "a\tb\\c\x01",
			&(struct sql_sum){ 4, 100, 0, 0 });
	profile_add_sql(p, &(struct sql_place_in){ 0, 17, 0 }, "select ?",
			&(struct sql_sum){ 1, 10, 0, 0 });
	return p;
}

static void expect_rows(const struct profile *p, uint64_t times)
{
	const struct profile_sql **rows;
	size_t cnt;

	rows = profile_sorted_sqls(p, &cnt);
	cr_assert_eq(cnt, 3u);
	cr_expect_eq(rows[0]->sum.cnt, 3 * times);
	cr_expect_eq(rows[0]->sum.ns, 1000 * times);
	cr_expect_eq(rows[0]->sum.prepare_cnt, times);
	cr_expect_eq(rows[0]->sum.prepare_ns, 20 * times);
	cr_expect_eq(rows[0]->id.line, 3u);
	cr_expect_str_eq(p->subs[rows[0]->id.sub]->name, "main::f");
	cr_expect_str_eq(profile_find_fid(p, rows[0]->id.fid)->name, "/a.pl");
	cr_expect_str_eq(profile_sql_text(p, rows[0]), "select ?");
	cr_expect_str_eq(profile_sql_text(p, rows[1]), "a\tb\\c\x01");
	cr_expect_eq(rows[2]->id.fid, 0u);
	cr_expect_eq(rows[2]->id.line, 0u, "without a file a line says nothing");
	free(rows);
	cr_expect_eq(profile_sql_sum(p).cnt, 8 * times);
}

Test(sql, of_one_place_add_up)
{
	struct profile *p = make();

	expect_rows(p, 1);
	profile_free(p);
}

Test(sql, is_as_it_was_written)
{
	const struct nytp_settings settings = { .compress = 6, .calls = 1 };
	struct profile *p = make(), *read;
	FILE *file = tmpfile();
	struct error err;

	cr_assert_eq(nytp_write(p, file, &settings, &err), 0);
	rewind(file);
	read = nytp_read(file, "x", &err);
	cr_assert(read, "%s", err.text);
	expect_rows(read, 1);
	profile_free(read);
	profile_free(p);
	fclose(file);
}

Test(sql, merges)
{
	struct merge *m = merge_new();
	struct profile *p = make(), *q = make(), *sum;

	cr_assert_eq(merge_add(m, p), 0);
	cr_assert_eq(merge_add(m, q), 0);
	sum = merge_profile(m);
	expect_rows(sum, 2);
	merge_free(m);
	profile_free(p);
	profile_free(q);
}

Test(sql, follows_subs_that_are_renamed)
{
	struct profile *p = profile_new();
	struct profile_file *file = profile_file(p, "/a.pl", 0, 0, 0);
	struct profile_sub *f = profile_sub(p, "main::f"), *g = profile_sub(p, "main::g");
	char *names[2] = { NULL, "main::f" };

	profile_add_sql(p, &(struct sql_place_in){ file->fid, 3, f->id }, "select ?",
			&(struct sql_sum){ 2, 700, 0, 0 });
	profile_add_sql(p, &(struct sql_place_in){ file->fid, 3, g->id }, "select ?",
			&(struct sql_sum){ 1, 300, 0, 0 });
	cr_assert_eq(profile_rename_subs(p, names), 0);
	cr_assert_eq(HASH_COUNT(p->sqls.rows), 1u);
	cr_expect_eq(p->sqls.rows->sum.cnt, 3u);
	cr_expect_str_eq(p->subs[p->sqls.rows->id.sub]->name, "main::f");
	profile_free(p);
}

Test(sql, too_many_different_ones_are_one_row)
{
	struct profile *p = profile_new();
	struct profile_file *file = profile_file(p, "/a.pl", 0, 0, 0);
	struct profile_sub *f = profile_sub(p, "main::f");
	const struct sql_place_in at = { file->fid, 3, f->id };
	const struct profile_sql *row;
	uint64_t others = 0;
	char text[32];
	unsigned i;

	for (i = 0; i < SQL_STATEMENTS_MAX + 50; i++) {
		snprintf(text, sizeof(text), "select a%u", i);
		profile_add_sql(p, &at, text, &(struct sql_sum){ 1, 1, 0, 0 });
	}
	for (row = p->sqls.rows; row; row = row->hh.next) {
		if (!strcmp(profile_sql_text(p, row), SQL_OTHERS))
			others += row->sum.cnt;
	}
	cr_expect_eq(others, 50u);
	cr_expect_eq(profile_sql_sum(p).cnt, SQL_STATEMENTS_MAX + 50ull);
	profile_free(p);
}
