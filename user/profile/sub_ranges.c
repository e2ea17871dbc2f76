// SPDX-License-Identifier: GPL-2.0-or-later
#include "profile/sub_ranges.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "profile/profile.h"
#include "util/sort.h"

#define AROUND_MAX 64 /* subs around a line, evals around an eval: more is a damaged profile */
#define NO_RANGE   SIZE_MAX

struct range {
	const struct profile_sub *sub;
	size_t around; /* the last range before it that reaches its first line; NO_RANGE: none */
	bool shared; /* another sub has the same lines */
};

struct sub_ranges {
	struct range *all; /* by file and first line, the longer one first */
	size_t cnt;
};

static int compare(const void *a, const void *b)
{
	const struct profile_sub *x = ((const struct range *)a)->sub;
	const struct profile_sub *y = ((const struct range *)b)->sub;

	if (x->fid != y->fid)
		return x->fid < y->fid ? -1 : 1;
	if (x->first != y->first)
		return x->first < y->first ? -1 : 1;
	return (x->last < y->last) - (x->last > y->last);
}

static void link_range(struct sub_ranges *r, size_t i)
{
	struct range *range = &r->all[i];
	size_t at = i ? i - 1 : NO_RANGE;
	int depth;

	range->shared = i && !compare(range - 1, range);
	if (range->shared)
		range[-1].shared = true;
	for (depth = 0; at != NO_RANGE && depth < AROUND_MAX; depth++) {
		if (r->all[at].sub->fid == range->sub->fid &&
		    r->all[at].sub->last >= range->sub->first)
			break;
		at = r->all[at].around;
	}
	range->around = depth < AROUND_MAX ? at : NO_RANGE;
}

struct sub_ranges *sub_ranges_new(const struct profile *p)
{
	struct sub_ranges *r = calloc(1, sizeof(*r));
	size_t i;

	if (r)
		r->all = calloc(p->sub_cnt + 1, sizeof(*r->all));
	if (!r || !r->all) {
		free(r);
		return NULL;
	}
	for (i = 0; i < p->sub_cnt; i++) {
		if (p->subs[i]->called && !p->subs[i]->xsub && p->subs[i]->fid && p->subs[i]->first)
			r->all[r->cnt++].sub = p->subs[i];
	}
	sort(r->all, r->cnt, sizeof(*r->all), compare);
	for (i = 0; i < r->cnt; i++)
		link_range(r, i);
	return r;
}

void sub_ranges_free(struct sub_ranges *r)
{
	if (r)
		free(r->all);
	free(r);
}

static bool begins_behind(const struct profile_sub *sub, uint32_t fid, uint32_t line)
{
	return sub->fid != fid ? sub->fid > fid : sub->first > line;
}

/* The innermost range around a line; NULL: none. */
static const struct range *range_at(const struct sub_ranges *r, uint32_t fid, uint32_t line)
{
	size_t lo = 0, hi = r->cnt, at;
	int depth;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (begins_behind(r->all[mid].sub, fid, line))
			hi = mid;
		else
			lo = mid + 1;
	}
	at = lo ? lo - 1 : NO_RANGE;
	for (depth = 0; at != NO_RANGE && depth < AROUND_MAX; depth++) {
		const struct range *range = &r->all[at];

		if (range->sub->fid != fid)
			return NULL;
		if (range->sub->last >= line)
			return range;
		at = range->around;
	}
	return NULL;
}

const struct profile_sub *sub_ranges_at(const struct sub_ranges *r, const struct profile *p,
					const struct profile_file *file, uint32_t line)
{
	const struct range *range = NULL;
	int depth;

	for (depth = 0; file && !range && depth < AROUND_MAX; depth++) {
		range = range_at(r, file->fid, line);
		line = file->eval_line;
		file = file->eval_fid ? profile_find_fid(p, file->eval_fid) : NULL;
	}
	return range && !range->shared ? range->sub : NULL;
}
