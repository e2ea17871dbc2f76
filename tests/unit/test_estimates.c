// SPDX-License-Identifier: GPL-2.0-or-later
#include "profile/estimates.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "nytp/nytp.h"
#include "profile/profile.h"
#include "profile/windows.h"
#include "util/error.h"

static struct profile *p;
static struct profile_file *file;
static uint32_t often, caller;

static void make(void)
{
	p = profile_new();
	p->ticks_per_sec = 10000000;
	file = profile_file(p, "/a.pl", 0, 0, 0);
	caller = profile_sub(p, "main::RUNTIME")->id;
	often = profile_sub(p, "main::often")->id;
}

static void release(void)
{
	profile_free(p);
}

/* In which line 1 runs so many times and line 2 the other times, of each 100 ns. */
static void window(uint64_t one, uint64_t other)
{
	const struct profile_counts calls = { one, (int64_t)one * 100, (int64_t)one * 100, 0, 0 };

	profile_add_line(file, 1, one, (int64_t)one * 100);
	profile_add_line(file, 2, other, (int64_t)other * 100);
	profile_add_call(p, &(struct call_id){ often, caller, file->fid, 1 }, &calls);
	cr_assert_eq(windows_add(p), 0);
}

static double line_error(uint32_t line, enum estimate_value value)
{
	const struct estimate *one = estimates_find(p, file->fid, line);

	cr_assert(one);
	return one->errors[value];
}

TestSuite(estimates, .init = make, .fini = release);

Test(estimates, windows_that_are_alike_tell_as_much_as_their_counts)
{
	int i;

	for (i = 0; i < 31; i++)
		window(1000, 9000);
	windows_end(p, 5e9);
	/* Student's t with 30 degrees of freedom: 2.042. */
	cr_expect_float_eq(line_error(1, ESTIMATE_CNT), 2.042 / sqrt(31000), 1e-5);
	cr_expect_float_eq(line_error(2, ESTIMATE_NS), 2.042 / sqrt(31 * 9000), 1e-5);
	cr_expect_eq(p->estimates->windows, 31u);
	cr_expect_float_eq(p->estimates->all_ns, 5e9, 1);
	cr_expect_eq(profile_line(file, 1).cnt, 31000u, "counts stay those of the windows");
}

Test(estimates, longer_windows_with_the_same_shares_are_alike)
{
	window(100, 900);
	window(2000, 18000);
	window(500, 4500);
	windows_end(p, 1e9);
	cr_expect_float_eq(line_error(1, ESTIMATE_CNT), 4.303 / sqrt(2600), 1e-4);
}

Test(estimates, windows_that_differ_tell_less)
{
	int i;

	for (i = 0; i < 10; i++)
		window(i % 2 ? 1500 : 500, i % 2 ? 8500 : 9500);
	windows_end(p, 1e9);
	/* Line 1 has half more or less each time: its variance is 10 / 9 * 10 * 500 * 500. */
	cr_expect_float_eq(line_error(1, ESTIMATE_CNT), 2.262 * sqrt(10. / 9 * 10 * 25e4) / 1e4,
			   1e-3);
	cr_expect_lt(line_error(2, ESTIMATE_CNT), line_error(1, ESTIMATE_CNT) / 8);
}

Test(estimates, one_window_tells_no_error)
{
	window(10, 90);
	windows_end(p, 1e9);
	cr_expect_eq(line_error(1, ESTIMATE_CNT), 1);
}

/* The true shares are in 95 of 100 intervals. */
Test(estimates, most_intervals_have_the_true_share)
{
	unsigned short random[3] = { 1, 2, 3 };
	int turn, i, j, within = 0;
	const int turns = 400;

	for (turn = 0; turn < turns; turn++) {
		release();
		make();
		for (i = 0; i < 12; i++) {
			uint64_t one = 0, all = 200 + (uint64_t)(erand48(random) * 800);

			for (j = 0; j < (int)all; j++)
				one += erand48(random) < 0.1;
			window(one, all - one);
		}
		windows_end(p, 1e9);
		const double share =
			(double)profile_line(file, 1).cnt /
			(double)(profile_line(file, 1).cnt + profile_line(file, 2).cnt);

		within += fabs(share - 0.1) <= line_error(1, ESTIMATE_CNT) * share;
	}
	cr_expect_geq(within, turns * 93 / 100, "%d of %d", within, turns);
}

Test(estimates, are_in_the_file)
{
	const struct nytp_settings settings = { .compress = 6 };
	const struct estimate *line, *sub;
	struct profile *read;
	struct error err;
	FILE *out = tmpfile();

	window(100, 900);
	window(300, 700);
	windows_end(p, 25e8);
	cr_assert_eq(nytp_write(p, out, &settings, &err), 0);
	rewind(out);
	read = nytp_read(out, "x", &err);
	cr_assert(read, "%s", err.text);
	cr_assert(read->estimates);
	cr_expect_eq(read->estimates->windows, 2u);
	cr_expect_float_eq(read->estimates->all_ns, 25e8, 1);
	line = estimates_find(read, profile_find_file(read, "/a.pl")->fid, 1);
	sub = estimates_find(read, 0, profile_sub(read, "main::often")->id);
	cr_assert(line && sub);
	cr_expect_float_eq(line->errors[ESTIMATE_CNT], line_error(1, ESTIMATE_CNT), 0.01);
	cr_expect_float_eq(sub->errors[ESTIMATE_INCL], line_error(1, ESTIMATE_NS), 0.01);
	cr_expect_null(estimates_find(read, 0, profile_sub(read, "main::RUNTIME")->id));
	profile_free(read);
	fclose(out);
}
