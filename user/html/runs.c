// SPDX-License-Identifier: GPL-2.0-or-later
#include "html/runs.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "figures/probe_errors.h"
#include "figures/run_totals.h"
#include "figures/sums.h"
#include "html/data_table.h"
#include "profile/profile.h"
#include "util/cleanup.h"

#define PARTS	   1000000 /* an error of 32000 is 3.2 % */
#define ERROR_MOST 10.0

struct rows {
	const struct runs *runs;
	const struct profile_counts *subs; /* sums by sub id */
};

static int64_t error_of(const struct run_total *run)
{
	return (int64_t)(fmin(run->error, ERROR_MOST) * PARTS + 0.5);
}

static void put_cnt(int64_t *cells, const struct run_totals *r, struct run_total run)
{
	cells[0] = (int64_t)run_cnt_rounded(r, &run);
	cells[1] = error_of(&run);
}

static void put_ns(int64_t *cells, struct run_total run)
{
	cells[0] = (int64_t)(fmin(fmax(run.value, 0), 9e18) + 0.5);
	cells[1] = error_of(&run);
}

static void fill_line(const void *arg, size_t row, int64_t *cells)
{
	const struct runs *a = ((const struct rows *)arg)->runs;
	const struct data_line *at = &a->lines[row];
	const uint32_t fid = a->p->files[at->file]->fid;
	const struct estimate *of = estimates_find(a->p, fid, at->nr);

	put_cnt(cells, a->r, run_cnt(a->r, of, at->counts.cnt));
	put_ns(cells + 2, run_ns(a->r, of, ESTIMATE_NS, at->counts.ns,
				 line_error(a->e, fid, at->nr, at->counts.cnt)));
}

static void fill_sub(const void *arg, size_t row, int64_t *cells)
{
	const struct rows *rows = arg;
	const struct runs *a = rows->runs;
	const uint32_t id = a->p->subs[row]->id;
	const struct profile_counts *sum = &rows->subs[id];
	const struct sub_error *error = &a->e->subs[id];
	const struct estimate *of = estimates_find(a->p, 0, id);

	put_cnt(cells, a->r, run_cnt(a->r, of, sum->cnt));
	put_ns(cells + 2, run_ns(a->r, of, ESTIMATE_NS, sum->excl_ns, error->excl_ns));
	put_ns(cells + 4, run_ns(a->r, of, ESTIMATE_INCL, sum->incl_ns, error->incl_ns));
}

int runs_put(const struct runs *runs, FILE *out)
{
	const struct estimates *e = runs->p->estimates;
	struct profile_counts *subs __cleanup(free_ptr) = sub_sums(runs->p);
	const struct rows rows = { runs, subs };
	const struct data_table tables[] = {
		{ "lineRuns",
		  { "count", "countError", "ns", "nsError" },
		  e ? runs->line_cnt : 0,
		  fill_line },
		{ "subRuns",
		  { "count", "countError", "excl", "exclError", "incl", "inclError" },
		  e ? runs->p->sub_cnt : 0,
		  fill_sub },
	};
	size_t i;

	if (!subs)
		return -ENOMEM;
	/* The whole of times are greater by that. */
	fprintf(out, ",\n\"windows\":%u,\"runCounts\":%d,\"runScale\":%.9g", e ? e->windows : 0,
		runs->r->counts, (double)run_whole_ns(runs->p, 1000000000) / 1e9);
	for (i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
		data_put_table(&tables[i], &rows, out);
	return 0;
}
