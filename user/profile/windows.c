// SPDX-License-Identifier: GPL-2.0-or-later
/* What each window adds, and what follows from how much they differ. */
#include "profile/windows.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "profile/price.h"
#include "profile/profile.h"
#include "util/cleanup.h"

#define LEAST_NS \
	100000 /* a program that had less in a window has hardly run: the window has less weight */
#define ERROR_MOST    100 /* nobody knows */
#define CHANCE	      2 /* standard deviations are not by chance */
#define STMT_LEAST_NS 20 /* no statement takes less */

/* What was added in this window; values: up to now. */
static void grow(struct window_sums *sums, const int64_t values[ESTIMATE_VALUES],
		 double grown[ESTIMATE_VALUES])
{
	int i;

	for (i = 0; i < ESTIMATE_VALUES; i++) {
		grown[i] = (double)(values[i] - sums->last[i]);
		sums->last[i] = values[i];
	}
}

/* The last window gets its weight. whole: what all statements have in it. */
static void weigh(struct window_sums *sums, double ns, const double whole[ESTIMATE_VALUES])
{
	int i;

	for (i = 0; i < ESTIMATE_VALUES; i++) {
		const double value = sums->open[i] * ns;

		sums->sums[i] += value;
		sums->squares[i] += value * value;
		sums->products[i] += value * whole[i] * ns;
	}
}

static void weigh_all(struct estimates *e, double behind_ns)
{
	const double ns = e->before_ns + behind_ns;
	const double missing_ns = e->missing_open * ns;
	double whole[ESTIMATE_VALUES];
	struct estimate *one;

	memcpy(whole, e->whole.open, sizeof(whole));
	for (one = e->all; one; one = one->hh.next)
		weigh(&one->windows, ns, whole);
	weigh(&e->whole, ns, whole);
	e->doubt_ns += e->doubt_open * ns;
	e->missing_ns += missing_ns;
	e->missing_squares += missing_ns * missing_ns;
	e->before_ns = 0;
}

/* The program's own time in a window. */
struct own_time {
	double ns; /* what it is taken for: in the middle of */
	double least_ns; /* the least that it can be, */
	double most_ns; /* and the most */
	double all_ns; /* with what it waited: what was recorded, if it can be that */
	double most_of_it; /* so often all_ns is the most that one thing can have of it */
};

static void open_window(struct window_sums *sums, const double grown[ESTIMATE_VALUES],
			const struct own_time *own)
{
	if (grown[ESTIMATE_CNT] > 0 || grown[ESTIMATE_NS] > 0 || grown[ESTIMATE_INCL] > 0)
		sums->in++;
	sums->open[ESTIMATE_CNT] = grown[ESTIMATE_CNT] / own->ns;
	sums->open[ESTIMATE_NS] = fmin(grown[ESTIMATE_NS] / own->all_ns, own->most_of_it);
	sums->open[ESTIMATE_INCL] = fmin(grown[ESTIMATE_INCL] / own->all_ns, own->most_of_it);
	sums->open[ESTIMATE_LEAST] = grown[ESTIMATE_CNT] / own->most_ns;
	sums->open[ESTIMATE_MOST] = grown[ESTIMATE_CNT] / own->least_ns;
}

static int add(struct estimates *e, const struct estimate_id *id, uint64_t cnt, int64_t excl_ns,
	       int64_t incl_ns, const struct own_time *own)
{
	const int64_t values[ESTIMATE_VALUES] = { (int64_t)cnt, excl_ns, incl_ns };
	struct estimate *one = estimates_get(e, id);
	double grown[ESTIMATE_VALUES];

	if (!one)
		return -ENOMEM;
	grow(&one->windows, values, grown);
	open_window(&one->windows, grown, own);
	return 0;
}

static int add_lines(struct estimates *e, const struct profile_file *file,
		     const struct own_time *own)
{
	uint32_t line;
	int rc = 0;

	for (line = profile_next_line(file, 0); line != LINE_NONE && !rc;
	     line = profile_next_line(file, line + 1)) {
		const struct profile_line counts = profile_line(file, line);

		rc = add(e, &(struct estimate_id){ file->fid, line }, counts.cnt, counts.ns, 0,
			 own);
	}
	return rc;
}

static int add_subs(struct estimates *e, const struct profile *p, const struct own_time *own)
{
	struct profile_counts *sums __cleanup(free_ptr) = calloc(p->sub_cnt + 1, sizeof(*sums));
	const struct profile_call *call;
	uint32_t id;
	int rc = 0;

	if (!sums)
		return -ENOMEM;
	for (call = p->calls; call; call = call->hh.next)
		profile_counts_add(&sums[call->id.callee], &call->counts);
	for (id = 0; id < p->sub_cnt && !rc; id++) {
		if (p->subs[id]->called)
			rc = add(e, &(struct estimate_id){ 0, id }, sums[id].cnt, sums[id].excl_ns,
				 sums[id].incl_ns, own);
	}
	return rc;
}

/* Where the probes take nearly all of it, the statements tell at least how little it can be. */
static struct own_time own_time(const struct window *w, double own_ns, double probes_ns,
				double stmts)
{
	const double off_ns = probes_ns * price_unknown(w->probe_ns);
	struct own_time own;

	own.most_ns = fmax(own_ns + off_ns, 1);
	own.least_ns = fmin(fmax(own_ns - off_ns, fmax(stmts * STMT_LEAST_NS, 1)), own.most_ns);
	own.ns = sqrt(own.least_ns * own.most_ns);
	return own;
}

/* Adds to all three. */
static void own_time_at_least(struct own_time *own, double ns)
{
	const double more_ns = fmax(ns - own->ns, 0);

	own->ns += more_ns;
	own->least_ns += more_ns;
	own->most_ns += more_ns;
}

static struct own_time add_whole(struct estimates *e, const struct profile *p,
				 const struct window *w)
{
	struct profile_totals totals;
	double grown[ESTIMATE_VALUES], calls, probes_ns, own_ns, ran_ns, missing_ns;
	struct own_time own;

	profile_totals(p, &totals);
	grow(&e->whole,
	     (const int64_t[ESTIMATE_VALUES]){ (int64_t)totals.stmts, totals.stmt_ns,
					       totals.stmt_ns },
	     grown);
	calls = (double)((int64_t)totals.sub_calls - e->calls);
	e->calls = (int64_t)totals.sub_calls;
	/* Its probes are known from what was executed and called, nearly. */
	probes_ns = (grown[ESTIMATE_CNT] + calls) * w->probe_ns;
	if (w->own_ns > 0)
		probes_ns = fmax(probes_ns, w->taken_ns);
	/*
	 * What ran when it opened is not recorded up to its end: counts are of the whole of the
	 * window.
	 */
	own_ns = w->own_ns > 0 ? w->own_ns : grown[ESTIMATE_NS];
	own = own_time(w, own_ns, probes_ns, grown[ESTIMATE_CNT]);
	ran_ns = own.ns;
	missing_ns = own.least_ns - grown[ESTIMATE_NS]; /* at least */
	own_time_at_least(&own, LEAST_NS);
	own.all_ns = fmax(own.least_ns + w->waited_ns,
			  fmin(grown[ESTIMATE_NS], own.most_ns + w->waited_ns));
	own.most_of_it = fmax(grown[ESTIMATE_NS] / own.all_ns, 1);
	e->missing_open = missing_ns / fmax(own.ns + w->waited_ns, own.all_ns);
	e->doubt_open = fmin(1 - own.least_ns / own.ns, 1) * ran_ns / own.ns;
	/* Counts are by the time, too. */
	grown[ESTIMATE_CNT] = ran_ns;
	open_window(&e->whole, grown, &own);
	return own;
}

int windows_add(struct profile *p, const struct window *w)
{
	struct estimates *e = estimates_make(p);
	struct own_time own;
	size_t i;
	int rc = 0;

	if (!e)
		return -ENOMEM;
	weigh_all(e, w->since_ns / 2);
	/* The first one stands for all that was before it. */
	e->before_ns = e->windows ? w->since_ns / 2 : w->since_ns;
	own = add_whole(e, p, w);
	for (i = 0; i < p->file_cnt && !rc; i++)
		rc = add_lines(e, p->files[i], &own);
	rc = rc ?: add_subs(e, p, &own);
	e->windows++;
	e->all_ns += w->since_ns;
	return rc;
}

/* ----------------------------------------------------------------------- errors */

/* Student's t for 95 of 100 (Abramowitz and Stegun, 26.7.5, from four degrees of freedom on). */
static double student(unsigned degrees)
{
	static const double first[] = { 0, 12.706, 4.303, 3.182 };
	const double z = 1.959964, d = degrees;

	if (degrees < sizeof(first) / sizeof(first[0]))
		return first[degrees];
	return z + (pow(z, 3) + z) / (4 * d) +
	       (5 * pow(z, 5) + 16 * pow(z, 3) + 3 * z) / (96 * d * d);
}

/* The sum over windows of the squares of what one has less or more than its share. */
static double off_share(const struct window_sums *one, const struct window_sums *whole,
			enum estimate_value value, double share)
{
	const double off = one->squares[value] - 2 * share * one->products[value] +
			   share * share * whole->squares[value];

	return fmax(off, 0);
}

/*
 * What only a few of the windows have, they have by chance too seldom as easily as too often. But if
 * it was too seldom, they differ less, so the error would be too small just then. So it is at least
 * up to where the number would be with one more window that has it, as those that had it.
 */
static double error_with_one_more(const struct estimates *e, const struct window_sums *one,
				  enum estimate_value value)
{
	const struct window_sums *whole = &e->whole;
	const double sum = one->sums[value], all = whole->sums[value], n = e->windows;
	const double more = one->squares[value] / sum, each = one->products[value] / sum;
	const double share = (sum + more) / (all + each);
	const double off =
		off_share(one, whole, value, share) + (more - share * each) * (more - share * each);
	const double most = share + student(e->windows) * sqrt(off * (n + 1) / n) / (all + each);

	return most / (sum / all) - 1;
}

static double relative_error(const struct estimates *e, const struct window_sums *one,
			     enum estimate_value value)
{
	const struct window_sums *whole = &e->whole;
	const double sum = one->sums[value], all = whole->sums[value], n = e->windows;
	double seen = (double)one->last[ESTIMATE_CNT], variance;

	/* It took some time, but the price of its probes may be too high. */
	if (!(sum > 0))
		return sum < 0 || one->squares[value] > 0 ? ERROR_MOST : 0;
	if (e->windows < 2 || !(all > 0))
		return ERROR_MOST;
	variance = off_share(one, whole, value, sum / all) * n / (n - 1) / (sum * sum);
	/*
	 * Few executions, spread by chance, differ by their root: windows that are alike tell no
	 * less. A call that goes on is in several windows, and begins in none of them.
	 */
	if (value != ESTIMATE_CNT)
		seen = fmax(seen, one->in);
	return fmax(student(e->windows - 1) * sqrt(fmax(variance, 1 / fmax(seen, 1))),
		    error_with_one_more(e, one, value));
}

/* How much greater, or less, the number can be if all windows have the most time, or the least. */
static double range(double number, double least, double most)
{
	return number > 0 ? fmax(fmax(most / number - 1, 1 - least / number), 0) : 0;
}

static double cnt_range(const struct window_sums *one)
{
	return range(one->sums[ESTIMATE_CNT], one->sums[ESTIMATE_LEAST], one->sums[ESTIMATE_MOST]);
}

/* The time of statements that are not known can be all of one line, or none of it. */
static double time_range(const struct estimates *e, double ns)
{
	const double least = ns * (1 - e->unknown);
	const double most = fmax(fmin(least + e->unknown * e->all_ns, e->all_ns), ns);

	return range(ns, least, most);
}

static double total(const struct estimates *e, const struct window_sums *one,
		    enum estimate_value value)
{
	const double all = e->whole.sums[value];

	return all > 0 && one->sums[value] > 0 ? e->all_ns * (one->sums[value] / all) : 0;
}

static void set_totals(const struct estimates *e, struct estimate *one)
{
	double *errors = one->errors;
	int i;

	for (i = 0; i < ESTIMATE_LEAST; i++) {
		errors[i] = relative_error(e, &one->windows, (enum estimate_value)i);
		one->totals[i] = total(e, &one->windows, (enum estimate_value)i);
	}
	errors[ESTIMATE_CNT] = hypot(errors[ESTIMATE_CNT], cnt_range(&one->windows));
	for (i = ESTIMATE_NS; i <= ESTIMATE_INCL; i++)
		errors[i] = hypot(errors[i], time_range(e, one->totals[i]));
}

/*
 * What an event in a window begins is recorded as a whole, if it is not far longer than a window.
 * So the windows have as much in all as they are long, by and large: less, only if they do not have
 * it by chance.
 */
static double unknown(const struct estimates *e)
{
	const double all = e->whole.sums[ESTIMATE_CNT], n = e->windows;

	if (n < 2 || !(all > 0) || e->missing_ns < CHANCE * sqrt(e->missing_squares * n / (n - 1)))
		return 0;
	return fmin(fmax(e->missing_ns / all, 0), 1);
}

void windows_end(struct profile *p, double since_ns)
{
	struct estimates *e = p->estimates;
	struct estimate *one;

	if (!e || !e->windows)
		return;
	weigh_all(e, since_ns);
	e->all_ns += since_ns;
	e->doubt = e->whole.sums[ESTIMATE_CNT] > 0 ? e->doubt_ns / e->whole.sums[ESTIMATE_CNT] : 0;
	e->unknown = unknown(e);
	for (one = e->all; one; one = one->hh.next)
		set_totals(e, one);
}
