// SPDX-License-Identifier: GPL-2.0-or-later
/* What each window adds, and what follows from how much they differ. */
#include "profile/windows.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "profile/profile.h"
#include "util/cleanup.h"

/* What was added in this window; values: up to now. */
static void grow(int64_t last[ESTIMATE_VALUES], const int64_t values[ESTIMATE_VALUES],
		 double grown[ESTIMATE_VALUES])
{
	int i;

	for (i = 0; i < ESTIMATE_VALUES; i++) {
		grown[i] = (double)(values[i] - last[i]);
		last[i] = values[i];
	}
}

static int add(struct estimates *e, const struct estimate_id *id,
	       const int64_t values[ESTIMATE_VALUES], const double all[ESTIMATE_VALUES])
{
	struct estimate *one = estimates_get(e, id);
	double grown[ESTIMATE_VALUES];
	int i;

	if (!one)
		return -ENOMEM;
	grow(one->last, values, grown);
	for (i = 0; i < ESTIMATE_VALUES; i++) {
		one->squares[i] += grown[i] * grown[i];
		one->products[i] += grown[i] * all[i];
	}
	return 0;
}

static int add_lines(struct estimates *e, const struct profile_file *file,
		     const double all[ESTIMATE_VALUES])
{
	uint32_t line;
	int rc = 0;

	for (line = profile_next_line(file, 0); line != LINE_NONE && !rc;
	     line = profile_next_line(file, line + 1)) {
		const struct profile_line counts = profile_line(file, line);

		rc = add(e, &(struct estimate_id){ file->fid, line },
			 (const int64_t[]){ (int64_t)counts.cnt, counts.ns, 0 }, all);
	}
	return rc;
}

static int add_subs(struct estimates *e, const struct profile *p, const double all[ESTIMATE_VALUES])
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
			rc = add(e, &(struct estimate_id){ 0, id },
				 (const int64_t[]){ (int64_t)sums[id].cnt, sums[id].excl_ns,
						    sums[id].incl_ns },
				 all);
	}
	return rc;
}

static void add_all(struct estimates *e, const struct profile *p, double all[ESTIMATE_VALUES])
{
	struct profile_totals totals;
	int i;

	profile_totals(p, &totals);
	grow(e->last, (const int64_t[]){ (int64_t)totals.stmts, totals.stmt_ns, totals.stmt_ns },
	     all);
	for (i = 0; i < ESTIMATE_VALUES; i++)
		e->squares[i] += all[i] * all[i];
}

int windows_add(struct profile *p)
{
	struct estimates *e = estimates_make(p);
	double all[ESTIMATE_VALUES];
	size_t i;
	int rc = 0;

	if (!e)
		return -ENOMEM;
	add_all(e, p, all);
	for (i = 0; i < p->file_cnt && !rc; i++)
		rc = add_lines(e, p->files[i], all);
	rc = rc ?: add_subs(e, p, all);
	e->windows++;
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

static double relative_error(const struct estimates *e, const struct estimate *one,
			     enum estimate_value value)
{
	const double sum = (double)one->last[value], all = (double)e->last[value], n = e->windows;
	double share, off, variance, least;

	if (e->windows < 2 || !(sum > 0) || !(all > 0))
		return sum > 0 ? 1 : 0;
	share = sum / all;
	off = one->squares[value] - 2 * share * one->products[value] +
	      share * share * e->squares[value];
	variance = (off > 0 ? off : 0) * n / (n - 1) / (sum * sum);
	/* Few executions, spread by chance, differ by their root: windows that are alike tell no less. */
	least = one->last[ESTIMATE_CNT] > 0 ? 1 / (double)one->last[ESTIMATE_CNT] : 1;
	return student(e->windows - 1) * sqrt(variance > least ? variance : least);
}

void windows_end(struct profile *p, double all_ns)
{
	struct estimates *e = p->estimates;
	struct estimate *one;
	int i;

	if (!e || !e->windows)
		return;
	e->all_ns = all_ns;
	for (one = e->all; one; one = one->hh.next) {
		for (i = 0; i < ESTIMATE_VALUES; i++)
			one->errors[i] = relative_error(e, one, (enum estimate_value)i);
	}
}
