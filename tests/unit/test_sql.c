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
#include "util/allowance.h"
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

Test(sql, damaged_rows_are_left_out)
{
	const struct nytp_settings settings = { .compress = 0, .calls = 1 };
	struct profile *p = make(), *read;
	FILE *whole = tmpfile(), *damaged = tmpfile();
	char line[64];
	struct error err;
	int c;

	cr_assert_eq(nytp_write(p, whole, &settings, &err), 0);
	rewind(whole);
	cr_assert(fgets(line, sizeof(line), whole));
	fprintf(damaged, "%s# agent_sql_file=/a.pl\n# agent_sql=\n# agent_sql=3\t1\t5\n", line);
	fprintf(damaged,
		"# agent_sql=3\t1\t5\t0\t0\tmain::f\n# agent_sql=x\t1\t5\t0\t0\tmain::f\tselect ?\n");
	while ((c = getc(whole)) != EOF)
		putc(c, damaged);
	rewind(damaged);
	read = nytp_read(damaged, "x", &err);
	cr_assert(read, "%s", err.text);
	expect_rows(read, 1);
	profile_free(read);
	profile_free(p);
	fclose(whole);
	fclose(damaged);
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

/* ------------------------------------------------------------------------- budgets */

#define USER 1000u

/* Of a user who asks for different statements, which have so many bytes. */
static struct profile *ask(struct allowance *a, uint32_t user, unsigned cnt, unsigned bytes)
{
	struct profile *p = profile_new();
	const struct sql_place_in at = { profile_file(p, "/a.pl", 0, 0, 0)->fid, 3,
					 profile_sub(p, "main::f")->id };
	char text[1024];
	unsigned i;

	profile_charge_sqls(p, a, user);
	for (i = 0; i < cnt; i++) {
		snprintf(text, sizeof(text), "%0*u", (int)bytes, i);
		profile_add_sql(p, &at, text, &(struct sql_sum){ 2, 10, 1, 1 });
		profile_add_sql(p, &at, text, &(struct sql_sum){ 1, 5, 0, 0 });
	}
	return p;
}

static struct sql_sum others_of(const struct profile *p)
{
	const struct profile_sql *row;
	struct sql_sum sum = {};

	for (row = p->sqls.rows; row; row = row->hh.next) {
		if (strcmp(profile_sql_text(p, row), SQL_OTHERS) != 0)
			continue;
		sum.cnt += row->sum.cnt;
		sum.ns += row->sum.ns;
		sum.prepare_cnt += row->sum.prepare_cnt;
	}
	return sum;
}

Test(sql, beyond_the_budget_of_a_user_are_one_row)
{
	struct allowance *a = allowance_new(1 << 20, 100000);
	struct profile *p = ask(a, USER, 500, 1000);
	struct sql_sum others = others_of(p), all = profile_sql_sum(p);
	const uint64_t missing = 500 + 1 - p->sqls.statement_cnt; /* one is "(other statements)" */

	cr_expect_leq(p->sqls.bytes, 100000u);
	cr_expect_gt(p->sqls.statement_cnt, 50u, "there is room for these");
	cr_expect_geq(others.cnt, 3 * missing);
	cr_expect_leq(others.cnt, 3 * (missing + 1), "there may be no room for the last one's row");
	cr_expect_eq(others.ns, 5 * others.cnt);
	cr_expect_eq(3 * others.prepare_cnt, others.cnt);
	cr_expect_eq(3 * p->sqls.refused, 2 * others.cnt);
	cr_expect_eq(all.cnt, 1500u);
	cr_expect_eq(all.ns, 7500u);
	profile_free(p);
	allowance_free(a);
}

Test(sql, a_budget_is_of_all_profiles_of_a_user)
{
	struct allowance *a = allowance_new(1 << 20, 100000);
	struct profile *first = ask(a, USER, 500, 1000), *second = ask(a, USER, 10, 1000);
	struct profile *other = ask(a, USER + 1, 10, 1000), *root = ask(a, 0, 500, 1000);

	cr_expect_eq(others_of(second).cnt, 30u);
	cr_expect_lt(second->sqls.bytes, 1000u, "no text of it");
	cr_expect_eq(other->sqls.refused, 0u);
	cr_expect_eq(others_of(other).cnt, 0u);
	cr_expect_eq(root->sqls.refused, 0u);
	profile_free(second);
	profile_free(first);
	second = ask(a, USER, 10, 1000);
	cr_expect_eq(second->sqls.refused, 0u, "it was given back");
	profile_free(second);
	profile_free(other);
	profile_free(root);
	cr_expect(allowance_take(a, 0, 1 << 20), "all of it was");
	allowance_free(a);
}

Test(sql, a_sum_has_the_budget_of_its_first_user_or_none_at_all)
{
	struct allowance *a = allowance_new(1 << 20, 100000);
	struct profile *p = ask(a, USER, 30, 1000), *rest = ask(a, USER, 500, 1000);
	struct merge *charged = merge_new(), *without = merge_new();

	merge_charge_sqls(charged, p);
	merge_leave_out_sqls(without);
	cr_assert_eq(merge_add(charged, p), 0);
	cr_assert_eq(merge_add(without, p), 0);
	cr_expect_eq(others_of(merge_profile(charged)).cnt, 90u);
	cr_expect_eq(profile_sql_sum(merge_profile(without)).cnt, 0u);
	profile_free(rest);
	cr_assert_eq(merge_add(charged, p), 0);
	cr_expect_eq(others_of(merge_profile(charged)).cnt, 90u, "there is room now");
	cr_expect_eq(profile_sql_sum(merge_profile(charged)).cnt, 180u);
	profile_free(p);
	merge_free(charged);
	merge_free(without);
	cr_expect(allowance_take(a, USER, 100000), "all was given back");
	allowance_free(a);
}
