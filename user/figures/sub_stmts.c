// SPDX-License-Identifier: GPL-2.0-or-later
#include "figures/sub_stmts.h"

#include <stdbool.h>
#include <stdlib.h>

#include "profile/profile.h"
#include "util/cleanup.h"
#include "util/saturate.h"
#include "util/sort.h"

#define AROUND_MAX 64 /* subs around a line, evals around an eval: more is a damaged profile */
#define NO_RANGE   SIZE_MAX

struct range {
	const struct profile_sub *sub;
	size_t around; /* the last range before it that reaches its first line; NO_RANGE: none */
	bool shared; /* another sub has the same lines */
};

struct ranges {
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

static void link_range(struct ranges *r, size_t i)
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

static int ranges_make(struct ranges *r, const struct profile *p)
{
	size_t i;

	*r = (struct ranges){ .all = calloc(p->sub_cnt + 1, sizeof(*r->all)) };
	if (!r->all)
		return -1;
	for (i = 0; i < p->sub_cnt; i++) {
		if (p->subs[i]->called && !p->subs[i]->xsub && p->subs[i]->fid && p->subs[i]->first)
			r->all[r->cnt++].sub = p->subs[i];
	}
	sort(r->all, r->cnt, sizeof(*r->all), compare);
	for (i = 0; i < r->cnt; i++)
		link_range(r, i);
	return 0;
}

static bool begins_behind(const struct profile_sub *sub, uint32_t fid, uint32_t line)
{
	return sub->fid != fid ? sub->fid > fid : sub->first > line;
}

/* The innermost range around a line; NULL: none. */
static const struct range *range_at(const struct ranges *r, uint32_t fid, uint32_t line)
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

/* The same; for a line of a string eval that is in no sub there, around the eval. */
static const struct range *range_around(const struct ranges *r, const struct profile *p,
					const struct profile_file *file, uint32_t line)
{
	const struct range *range = NULL;
	int depth;

	for (depth = 0; file && !range && depth < AROUND_MAX; depth++) {
		range = range_at(r, file->fid, line);
		line = file->eval_line;
		file = file->eval_fid ? profile_find_fid(p, file->eval_fid) : NULL;
	}
	return range;
}

static void add_file(const struct ranges *r, const struct profile *p,
		     const struct profile_file *file, uint64_t *stmts)
{
	uint32_t nr;

	for (nr = profile_next_line(file, 0); nr != LINE_NONE;
	     nr = profile_next_line(file, nr + 1)) {
		const struct range *range = range_around(r, p, file, nr);

		if (range && !range->shared)
			saturate_cnt(&stmts[range->sub->id], profile_line(file, nr).cnt);
	}
}

uint64_t *sub_stmts(const struct profile *p)
{
	uint64_t *stmts = calloc(p->sub_cnt + 1, sizeof(*stmts));
	struct ranges r;
	size_t i;

	if (!stmts || ranges_make(&r, p)) {
		free(stmts);
		return NULL;
	}
	for (i = 0; i < p->file_cnt; i++)
		add_file(&r, p, p->files[i], stmts);
	free(r.all);
	return stmts;
}
