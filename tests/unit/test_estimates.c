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
static uint32_t often, caller, probe_ns;
static double waited_ns, own_ns, taken_ns;

static void make(void)
{
	p = profile_new();
	probe_ns = 0;
	waited_ns = own_ns = taken_ns = 0;
	p->ticks_per_sec = 10000000;
	file = profile_file(p, "/a.pl", 0, 0, 0);
	caller = profile_sub(p, "main::RUNTIME")->id;
	often = profile_sub(p, "main::often")->id;
}

static void release(void)
{
	profile_free(p);
}

/* In which line 1 runs so many times and line 2 the other times, of so many ns each. */
static void window_of(double since_ns, uint64_t one, uint64_t other, int64_t other_ns)
{
	const struct profile_counts calls = { one, (int64_t)one * 100, (int64_t)one * 100, 0, 0 };

	profile_add_line(file, 1, one, (int64_t)one * 100);
	profile_add_line(file, 2, other, (int64_t)other * other_ns);
	profile_add_call(p, &(struct call_id){ often, caller, file->fid, 1 }, &calls);
	cr_assert_eq(
		windows_add(p, &(struct window){ since_ns, waited_ns, probe_ns, own_ns, taken_ns }),
		0);
}

/* It stands for a second. */
static void window(uint64_t one, uint64_t other)
{
	window_of(1e9, one, other, 100);
}

static const struct estimate *of_line(uint32_t line)
{
	const struct estimate *one = estimates_find(p, file->fid, line);

	cr_assert(one);
	return one;
}

static double line_error(uint32_t line, enum estimate_value value)
{
	return of_line(line)->errors[value];
}

static bool has_total(uint32_t line, enum estimate_value value, double is)
{
	const struct estimate *of = of_line(line);

	return fabs(of->totals[value] - is) <= of->errors[value] * of->totals[value];
}

TestSuite(estimates, .init = make, .fini = release);

Test(estimates, windows_that_are_alike_tell_as_much_as_their_counts)
{
	int i;

	for (i = 0; i < 31; i++)
		window(1000, 9000);
	windows_end(p, 5e8);
	/* Student's t with 30 degrees of freedom: 2.042. */
	cr_expect_float_eq(line_error(1, ESTIMATE_CNT), 2.042 / sqrt(31000), 1e-5);
	cr_expect_float_eq(line_error(2, ESTIMATE_NS), 2.042 / sqrt(31 * 9000), 1e-5);
	cr_expect_eq(p->estimates->windows, 31u);
	cr_expect_float_eq(p->estimates->all_ns, 315e8, 1);
	cr_expect_eq(profile_line(file, 1).cnt, 31000u, "counts stay those of the windows");
	/* One statement of 100 ns in ten. */
	cr_expect_float_eq(of_line(1)->totals[ESTIMATE_CNT], 315e5, 1);
	cr_expect_float_eq(of_line(1)->totals[ESTIMATE_NS], 315e7, 1);
}

Test(estimates, longer_windows_with_the_same_shares_are_alike)
{
	window(100, 900);
	window(2000, 18000);
	window(500, 4500);
	windows_end(p, 0);
	cr_expect_float_eq(line_error(1, ESTIMATE_CNT), 4.303 / sqrt(2600), 1e-4);
}

Test(estimates, windows_that_differ_tell_less)
{
	int i;

	for (i = 0; i < 10; i++)
		window(i % 2 ? 1500 : 500, i % 2 ? 8500 : 9500);
	windows_end(p, 0);
	/*
	 * The first window stands for one and a half times, and the last one for half of what the others stand for. So
	 * line 1 has 950 of 10,000 on average, and windows with 450 less or 550 more.
	 */
	const double weights = (1.5 * 1.5 + 4) * 450 * 450 + (4 + 0.5 * 0.5) * 550 * 550;

	cr_expect_float_eq(line_error(1, ESTIMATE_CNT), 2.262 * sqrt(10. / 9 * weights) / 9500,
			   0.002);
	cr_expect_lt(line_error(2, ESTIMATE_CNT), line_error(1, ESTIMATE_CNT) / 8);
}

/* With another window that has it the share is 3 of 21, with Student's t for 20 degrees of freedom. */
Test(estimates, what_few_windows_have_may_be_more)
{
	const double share = 3. / 21, off = 3 * (1 - share) * (1 - share) + 18 * share * share;
	int i;

	window_of(5e8, 0, 1000, 100); /* the first one stands for what is before it, too */
	for (i = 1; i < 20; i++)
		window(i == 5 || i == 13 ? 1000 : 0, i == 5 || i == 13 ? 0 : 1000);
	windows_end(p, 5e8);
	cr_expect_float_eq(line_error(1, ESTIMATE_NS),
			   (share + 2.086 * sqrt(off * 21 / 20) / 21) / 0.1 - 1, 0.002);
	/* What nearly all of them have can hardly be more. */
	cr_expect_lt(line_error(2, ESTIMATE_NS), 0.5);
}

Test(estimates, a_window_has_the_weight_of_the_time_that_it_stands_for)
{
	/* The probes leave little of the first one. */
	window_of(3e9, 1000, 0, 100);
	window_of(15e8, 0, 90000, 100);
	windows_end(p, 5e8);
	cr_expect_float_eq(of_line(1)->totals[ESTIMATE_NS], 5e9 * 3 / 4, 1);
	cr_expect_float_eq(of_line(1)->totals[ESTIMATE_CNT], 5e7 * 3 / 4, 1);
	cr_expect_float_eq(of_line(2)->totals[ESTIMATE_NS], 5e9 / 4, 1);
}

Test(estimates, a_window_whose_time_is_in_doubt_has_the_weight_of_what_it_does)
{
	probe_ns = 20;
	window_of(1e9, 1000, 999000, 0);
	window_of(1e9, 100000, 900000, 100);
	windows_end(p, 5e8);
	/* It would be 16e8, and 15e9 executions. */
	cr_expect_lt(of_line(1)->totals[ESTIMATE_NS], 6e8);
	cr_expect_gt(of_line(1)->totals[ESTIMATE_NS], 25e7);
	cr_expect_lt(of_line(2)->totals[ESTIMATE_CNT], 4e9);
}

Test(estimates, a_window_in_which_the_program_hardly_ran_has_little_weight)
{
	window(1000, 9000);
	window_of(1e9, 1, 0, 0);
	windows_end(p, 5e8);
	cr_expect_lt(of_line(1)->totals[ESTIMATE_CNT], 26e5);
}

/* The time is between (1 - part) and (1 + part) of what it seems, and taken for the geometric mean. */
static void expect_in_doubt(double part)
{
	const double middle = sqrt((1 - part) * (1 + part));

	cr_expect_float_eq(line_error(1, ESTIMATE_CNT), middle / (1 - part) - 1, 0.003);
	cr_expect_float_eq(p->estimates->doubt, 1 - (1 - part) / middle, 1e-6);
}

Test(estimates, the_price_of_probes_is_in_the_error_of_counts)
{
	int i;

	probe_ns = 400;
	for (i = 0; i < 31; i++)
		window(100000, 900000);
	windows_end(p, 0);
	/* A twentieth of 1.1 probes for each 100 ns. */
	expect_in_doubt(0.22);
}

/* Line 1 runs in windows of which probes leave hardly anything, line 2 in some that are its own. */
Test(estimates, counts_have_the_doubt_how_much_time_a_window_is)
{
	int i;

	probe_ns = 5000;
	for (i = 0; i < 40; i++) {
		own_ns = i % 2 ? 2e7 : 2e6;
		taken_ns = i % 2 ? 5e5 : 18e6;
		if (i % 2)
			window_of(1e9, 0, 100, 200000);
		else
			window_of(1e9, 3600, 0, 0);
	}
	windows_end(p, 0);
	/* A statement of line 1 can take anything from 20 ns on; one of line 2 takes 200 us, and its windows are all its. */
	cr_expect_geq(line_error(1, ESTIMATE_CNT), 0.85);
	cr_expect_leq(line_error(2, ESTIMATE_CNT), 0.4);
	cr_expect_gt(p->estimates->doubt, 0.25);
	cr_expect(has_total(1, ESTIMATE_CNT, 20e9 / 60), "of 60 ns");
}

/* What ran when the window opened is not recorded, and is a part of its time. */
Test(estimates, counts_are_of_all_the_time_that_a_window_has)
{
	own_ns = 4e6;
	window(1000, 9000);
	window(1000, 9000);
	windows_end(p, 0);
	cr_expect_float_eq(of_line(1)->totals[ESTIMATE_CNT], p->estimates->all_ns * 1000 / 4e6, 1);
	cr_expect_float_eq(of_line(1)->totals[ESTIMATE_NS], p->estimates->all_ns / 10, 1e3);
}

/* A probe may cost more than a trap: what they took is known to a twentieth. */
Test(estimates, what_the_probes_took_is_in_the_error_of_counts)
{
	int i;

	own_ns = 1e8;
	taken_ns = 8e8;
	for (i = 0; i < 31; i++)
		window(100000, 900000);
	windows_end(p, 0);
	expect_in_doubt(0.4);
}

/* A window that waited for a millisecond. */
Test(estimates, waits_are_in_times_and_not_in_counts)
{
	own_ns = 1e5;
	window(1000, 9000);
	window(1000, 9000);
	windows_end(p, 0);
	cr_expect_float_eq(of_line(1)->totals[ESTIMATE_CNT], p->estimates->all_ns * 1000 / 1e5, 1);
	cr_expect_float_eq(of_line(1)->totals[ESTIMATE_NS], p->estimates->all_ns / 10, 1e3);
}

/* Of 1 ms, a window of line 1 waits for nine tenths: it has no greater part of the time than one of line 2. */
Test(estimates, a_window_that_waits_has_the_weight_of_its_time)
{
	int i;

	for (i = 0; i < 40; i++) {
		waited_ns = i % 2 ? 0 : 9e5;
		own_ns = 1e6 - waited_ns;
		window(i % 2 ? 0 : 10000, i % 2 ? 10000 : 0);
	}
	windows_end(p, 1e9);
	cr_expect_float_eq(of_line(1)->totals[ESTIMATE_NS] / p->estimates->all_ns, 0.5, 0.02);
}

/* The price of probes is too high, so that nothing is left for statements: none is said to be cut short. */
Test(estimates, what_probes_may_have_taken_is_not_missing)
{
	int i;

	probe_ns = 900;
	own_ns = 4e5;
	taken_ns = 18e6;
	for (i = 0; i < 31; i++)
		window_of(1e9, 0, 10000, 0);
	windows_end(p, 0);
	cr_expect_lt(p->estimates->unknown, 0.5);
}

/* Nothing else ran in windows of line 1: it has all of them, whatever probes have left of its time. */
Test(estimates, what_is_alone_in_a_window_has_all_of_it)
{
	int i;

	probe_ns = 6000;
	taken_ns = 18e6;
	for (i = 0; i < 40; i++) {
		own_ns = i % 4 ? 4e5 : 1e4;
		window_of(1e9, i % 2 ? 0 : 3000, i % 2 ? 3000 : 0, 100);
	}
	windows_end(p, 5e8);
	cr_expect_float_eq(of_line(1)->totals[ESTIMATE_NS] / p->estimates->all_ns, 0.5, 0.02);
	cr_expect_lt(line_error(1, ESTIMATE_NS), 0.4);
}

/* Half of what is begun in the windows is longer than is recorded. */
Test(estimates, what_is_cut_short_is_in_the_errors_of_times)
{
	int i;

	own_ns = 2e6;
	for (i = 0; i < 31; i++)
		window(1000, 9000);
	windows_end(p, 0);
	cr_expect_float_eq(p->estimates->unknown, 0.5, 1e-6);
	/* Line 1 has a tenth of what is known: a twentieth of all, or eleven of them. */
	cr_expect_float_eq(line_error(1, ESTIMATE_NS), 4.5, 0.01);
	cr_expect_lt(line_error(1, ESTIMATE_CNT), 0.05);
	/* The rest of line 2 is all that it can have. */
	cr_expect_float_eq(line_error(2, ESTIMATE_NS), 0.5, 0.01);
}

/* A statement of line 2 takes three windows, and is in that in which it begins; line 1 has as much time. */
Test(estimates, statements_longer_than_a_window_have_their_part)
{
	int i;

	for (i = 0; i < 300; i++) {
		own_ns = 2e7;
		if (i % 6 < 3)
			window_of(1e8, 200000, 0, 0);
		else
			window_of(1e8, 0, i % 6 == 3, 60000000);
	}
	windows_end(p, 0);
	cr_expect_eq(p->estimates->unknown, 0);
	cr_expect(has_total(2, ESTIMATE_NS, p->estimates->all_ns / 2));
	cr_expect_lt(line_error(2, ESTIMATE_NS), 0.3);
}

Test(estimates, one_window_tells_no_error)
{
	window(10, 90);
	windows_end(p, 0);
	cr_expect_eq(line_error(1, ESTIMATE_CNT), 100);
	cr_expect_float_eq(of_line(1)->totals[ESTIMATE_CNT], 1e6, 1,
			   "the total is known all the same");
}

/* The true counts are in 95 of 100 intervals: one statement in ten, of 100 ns. */
Test(estimates, most_intervals_have_the_true_count)
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
		windows_end(p, 0);
		within += has_total(1, ESTIMATE_CNT, 0.1 * p->estimates->all_ns / 100);
	}
	cr_expect_geq(within, turns * 93 / 100, "%d of %d", within, turns);
}

/*
 * A program of a minute has phases, by chance, in which line 1 runs with 100 ns, or line 2 with 10 us. Probes
 * make the one 20 times slower, and the other 1.1 times.
 */
#define PHASES_MOST 600

struct truth {
	int phases;
	bool often[PHASES_MOST];
	double one_ns, other_ns;
};

static void make_truth(struct truth *t, int phases, unsigned short random[3])
{
	int i;

	*t = (struct truth){ .phases = phases };
	for (i = 0; i < phases; i++) {
		t->often[i] = erand48(random) < 0.5;
		*(t->often[i] ? &t->one_ns : &t->other_ns) += 6e10 / phases;
	}
}

static void record(const struct truth *t, unsigned short random[3])
{
	double at_s = 0, since_s;

	for (;;) {
		since_s = (0.5 + erand48(random)) * 0.7;
		if (at_s + since_s >= 60)
			break;
		at_s += since_s;
		/* Its time varies. */
		if (t->often[(int)(at_s / 60 * t->phases)])
			window_of(since_s * 1e9, 8000 + (uint64_t)nrand48(random) % 4000, 0, 0);
		else
			window_of(since_s * 1e9, 0, 1500 + (uint64_t)nrand48(random) % 600, 10000);
	}
	windows_end(p, (60 - at_s) * 1e9);
}

static void expect_totals(int phases)
{
	unsigned short random[3] = { 4, 5, 6 };
	const int turns = 400;
	int turn, cnts = 0, times = 0, others = 0;
	struct truth truth;

	for (turn = 0; turn < turns; turn++) {
		release();
		make();
		make_truth(&truth, phases, random);
		record(&truth, random);
		cnts += has_total(1, ESTIMATE_CNT, truth.one_ns / 100);
		times += has_total(1, ESTIMATE_NS, truth.one_ns);
		others += has_total(2, ESTIMATE_CNT, truth.other_ns / 10000);
	}
	cr_expect_geq(cnts, turns * 93 / 100, "%d of %d", cnts, turns);
	cr_expect_geq(times, turns * 93 / 100, "%d of %d", times, turns);
	cr_expect_geq(others, turns * 93 / 100, "%d of %d", others, turns);
}

Test(estimates, most_intervals_have_the_true_total)
{
	expect_totals(PHASES_MOST);
}

Test(estimates,
     most_intervals_have_the_true_total_if_phases_are_longer_than_the_time_between_windows)
{
	expect_totals(20);
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
	windows_end(p, 5e8);
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
	cr_expect_float_eq(line->totals[ESTIMATE_CNT], 45e5, 50);
	cr_expect_float_eq(sub->totals[ESTIMATE_CNT], 45e5, 50);
	cr_expect_float_eq(sub->totals[ESTIMATE_INCL], 45e7, 5000);
	cr_expect_float_eq(sub->errors[ESTIMATE_INCL], line_error(1, ESTIMATE_NS), 0.01);
	cr_expect_null(estimates_find(read, 0, profile_sub(read, "main::RUNTIME")->id));
	profile_free(read);
	fclose(out);
}
