// SPDX-License-Identifier: GPL-2.0-or-later
/* What has changed between profiles that are made for it. */
#include "diff/diff.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "diff/lcs.h"
#include "profile/profile.h"
#include "util/error.h"

/* ------------------------------------------------------------------- common lines */

static uint32_t lcs_length(const uint64_t *a, uint32_t n, const uint64_t *b, uint32_t m)
{
	uint32_t best[64][64] = {}, i, k;

	for (i = 1; i <= n; i++) {
		for (k = 1; k <= m; k++) {
			const uint32_t up = best[i - 1][k], left = best[i][k - 1];

			best[i][k] = a[i - 1] == b[k - 1] ? best[i - 1][k - 1] + 1 :
				     up > left		  ? up :
							    left;
		}
	}
	return best[n][m];
}

Test(lcs, it_is_one_and_the_longest)
{
	uint64_t a[63], b[63];
	uint32_t to[63], round, i, last, length, state = 1;

	for (round = 0; round < 5000; round++) {
		const uint32_t n = round % 64 % 63, m = round / 64 % 63, kinds = 1 + round % 9;

		for (i = 0; i < 63; i++) {
			state = state * 1664525 + 1013904223;
			a[i] = (state >> 16) % kinds;
			b[i] = (state >> 24) % kinds;
		}
		cr_assert_eq(lcs_match(a, n, b, m, to), 0);
		for (i = last = length = 0; i < n; i++) {
			if (!to[i])
				continue;
			cr_assert(to[i] > last && to[i] <= m, "round %u", round);
			cr_assert_eq(a[i], b[to[i] - 1]);
			last = to[i];
			length++;
		}
		cr_assert_eq(length, lcs_length(a, n, b, m), "round %u", round);
	}
}

Test(lcs, two_texts_without_a_common_line_take_no_time)
{
	uint64_t *a = calloc(60000, sizeof(*a)), *b = calloc(60000, sizeof(*b));
	uint32_t *to = calloc(60000, sizeof(*to)), i;

	for (i = 0; i < 60000; i++)
		a[i] = i, b[i] = 100000 + i;
	a[0] = b[0] = 7;
	cr_expect_eq(lcs_match(a, 60000, b, 60000, to), 0);
	cr_expect_eq(to[0], 1u);
	cr_expect_eq(to[1], 0u);
	free(a);
	free(b);
	free(to);
}

/* ----------------------------------------------------------------------- profiles */

/* A run in which main::f takes so many ms, and main::g 50. */
static struct profile *run_of(const char *file, const char *source, uint32_t line, double ms)
{
	struct profile *p = profile_new();
	struct profile_file *f = profile_file(p, file, 0, 0, 0);
	struct profile_sub *sub = profile_sub(p, "main::f"), *other = profile_sub(p, "main::g");
	struct profile_sub *run = profile_sub(p, "main::RUNTIME");
	struct profile_counts counts = { .cnt = 10, .excl_ns = (int64_t)(ms * 1e6) };
	struct call_id id = { .callee = sub->id, .caller = run->id, .fid = 1, .line = 1 };

	profile_set_source(f, source, strlen(source));
	profile_add_line(f, line, 10, counts.excl_ns);
	profile_add_call(p, &id, &counts);
	counts.excl_ns = 50000000;
	id.callee = other->id;
	profile_add_call(p, &id, &counts);
	profile_add_line(f, 1, 10, 50000000);
	return p;
}

struct sides {
	struct diff_side old, new;
	struct diff diff;
};

static void add_runs(struct diff_side *side, const double *ms, size_t cnt, const char *file,
		     const char *source, uint32_t line)
{
	struct error err;
	size_t i;

	for (i = 0; i < cnt; i++)
		cr_assert_eq(diff_side_add(side, run_of(file, source, line, ms[i]), "x", &err), 0);
}

static void compare(struct sides *s)
{
	cr_assert_eq(diff_make(&s->diff, &s->old, &s->new), 0);
}

static void release(struct sides *s)
{
	diff_release(&s->diff);
	diff_side_release(&s->old);
	diff_side_release(&s->new);
}

static const struct diff_row *row_of(const struct diff *d, const char *name)
{
	size_t i;

	for (i = 0; i < d->sub_cnt; i++) {
		if (!strcmp(d->subs[i].name, name))
			return &d->subs[i];
	}
	cr_log_error("no %s", name);
	abort();
}

#define TEXT "first\nsecond\n\tthird();\nfourth\n"

Test(diff, a_change_is_noise_within_the_spread_of_a_side)
{
	static const struct {
		double old[3], new[3];
		bool noise;
	} cases[] = {
		{ { 100, 110, 120 }, { 105, 112, 119 }, true },
		{ { 100, 110, 120 }, { 118, 125, 130 }, true },
		{ { 100, 101, 102 }, { 104, 105, 106 }, false },
		{ { 100, 110, 120 }, { 200, 210, 220 }, false },
		{ { 200, 210, 220 }, { 100, 101, 102 }, false },
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct sides s = {};
		const struct diff_row *row;

		add_runs(&s.old, cases[i].old, 3, "/a.pl", TEXT, 3);
		add_runs(&s.new, cases[i].new, 3, "/a.pl", TEXT, 3);
		compare(&s);
		row = row_of(&s.diff, "main::f");
		cr_expect_eq(row->noise, cases[i].noise, "case %zu", i);
		cr_expect_float_eq(row->old.cnt, 10, 1e-6);
		cr_expect_eq(row_of(&s.diff, "main::g")->noise, false);
		release(&s);
	}
}

Test(diff, a_line_that_no_longer_runs_has_the_text_of_its_new_place)
{
	static const double old = 100, new = 150;
	struct sides s = {};
	const struct diff_row *row;

	add_runs(&s.old, &old, 1, "/a.pl", TEXT, 3);
	add_runs(&s.new, &new, 1, "/a.pl", "first\nnew one\nsecond\nthird();\nfourth\n", 5);
	compare(&s);
	cr_assert_eq(s.diff.line_cnt, 3u);
	row = s.diff.lines[0].new.there ? &s.diff.lines[1] : &s.diff.lines[0];
	cr_expect_not(row->new.there);
	cr_expect_eq(row->line, 4u);
	cr_assert_eq(row->text_len, 8u);
	cr_expect_eq(strncmp(row->text, "third();", 8), 0);
	release(&s);
}

Test(diff, a_line_is_found_by_its_text_in_a_file_of_another_name)
{
	static const double old = 100, new = 150;
	struct sides s = {};

	add_runs(&s.old, &old, 1, "/old/a.pl", TEXT, 3);
	add_runs(&s.new, &new, 1, "/new/b.pl", "first\nnew one\nsecond\nthird();  \nfourth\n", 4);
	compare(&s);
	cr_assert_eq(s.diff.line_cnt, 2u);
	cr_expect_str_eq(s.diff.lines[0].name, "/new/b.pl");
	cr_expect_eq(s.diff.lines[0].line, 4u);
	cr_expect_eq(s.diff.lines[0].old_line, 3u);
	cr_expect_eq(strncmp(s.diff.lines[0].text, "third();", 8), 0);
	cr_expect_float_eq(diff_change(&s.diff.lines[0]), 50e6, 1);
	cr_expect_float_eq(diff_percent(&s.diff.lines[0]), 50, 1e-6);
	release(&s);
}

Test(diff, profiles_without_subs_and_lines)
{
	struct sides s = {};
	struct error err;

	cr_assert_eq(diff_side_add(&s.old, profile_new(), "x", &err), 0);
	cr_assert_eq(diff_side_add(&s.new, profile_new(), "x", &err), 0);
	compare(&s);
	cr_expect_eq(s.diff.sub_cnt, 0u);
	cr_expect_eq(s.diff.line_cnt, 0u);
	release(&s);
}

Test(diff, limits)
{
	static const struct {
		const char *text;
		bool fails;
	} cases[] = {
		{ "sub>40%", true },	  { "sub>60%", false },	    { "line>40%", true },
		{ "total>30%", true },	  { "total>40%", false },   { "sub>49ms", true },
		{ "sub>51ms", false },	  { "sub>51000us", false }, { "main::f>40%", true },
		{ "main::g>40%", false }, { "total>1s", false },
	};
	static const char *const wrong[] = { "",     "sub",	"sub>",	   "sub>x%",  "sub>10",
					     ">10%", "file>1%", "sub>-1%", "sub>1% x" };
	static const double old = 100, new = 150;
	struct sides s = {};
	struct diff_gate gate;
	struct error err;
	size_t i;

	add_runs(&s.old, &old, 1, "/a.pl", TEXT, 3);
	add_runs(&s.new, &new, 1, "/a.pl", TEXT, 3);
	compare(&s);
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		cr_assert_eq(diff_gate_parse(&gate, cases[i].text, &err), 0, "%s", cases[i].text);
		cr_expect_eq(diff_gate_find(&gate, &s.diff) != NULL, cases[i].fails, "%s",
			     cases[i].text);
	}
	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		cr_expect_lt(diff_gate_parse(&gate, wrong[i], &err), 0, "%s", wrong[i]);
	release(&s);
}
