// SPDX-License-Identifier: GPL-2.0-or-later
#include "figures/run_totals.h"

#include <math.h>

#include "figures/probe_errors.h"
#include "profile/profile.h"

#define DOUBT_MOST    0.25
#define UNKNOWN_LEAST 0.01

int64_t run_whole_ns(const struct profile *p, int64_t whole_ns)
{
	struct profile_totals totals;

	profile_totals(p, &totals);
	if (!p->estimates || totals.stmt_ns <= 0)
		return whole_ns;
	return (int64_t)fmin(p->estimates->all_ns * (double)whole_ns / (double)totals.stmt_ns,
			     9e18);
}

void run_totals_make(struct run_totals *r, const struct profile *p, const struct probe_errors *e)
{
	struct profile_totals totals;

	profile_totals(p, &totals);
	r->probes = totals.stmt_ns > 0 ?
			    (double)e->each_ns * (double)(totals.stmts + totals.sub_calls) /
				    (double)totals.stmt_ns :
			    1;
	r->unknown =
		p->estimates && p->estimates->unknown >= UNKNOWN_LEAST ? p->estimates->unknown : 0;
	r->counts = p->estimates && p->estimates->doubt < DOUBT_MOST;
}

struct run_total run_cnt(const struct run_totals *r, const struct estimate *of, uint64_t cnt)
{
	if (!of || !r->counts)
		return (struct run_total){ (double)cnt, 0 };
	return (struct run_total){ of->totals[ESTIMATE_CNT], of->errors[ESTIMATE_CNT] };
}

uint64_t run_cnt_rounded(const struct run_totals *r, const struct run_total *run)
{
	const double cnt = fmin(fmax(run->value, 0), 9e18);
	double unit = 1;

	while (r->counts && cnt / unit >= 1000)
		unit *= 10;
	return (uint64_t)(round(cnt / unit) * unit);
}

struct run_total run_ns(const struct run_totals *r, const struct estimate *of,
			enum estimate_value value, int64_t ns, int64_t error_ns)
{
	const double probes = ns > 0 && error_ns > 0 ? (double)error_ns / (double)ns - r->probes :
						       0;

	if (!of)
		return (struct run_total){ (double)ns, 0 };
	return (struct run_total){ of->totals[value], hypot(of->errors[value], probes) };
}
