// SPDX-License-Identifier: GPL-2.0-or-later
/* Sorts what the writer writes: by names, which stay, not by ids or arrival, which do not. */
#include "nytp/order.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"

struct by {
	const struct order *order;
	const struct profile *p;
};

#define EVAL_DEPTH_MAX 64 /* a circle of evals would be a damaged profile */

/* 0: the program itself, 1: another file, 2: an eval in one of those, and so on. */
static int rank(const struct profile *p, const struct profile_file *file)
{
	int depth = 0;

	for (; file && file->eval_fid && depth < EVAL_DEPTH_MAX; depth++)
		file = profile_find_fid(p, file->eval_fid);
	return depth ? depth + 1 : file->fid != p->main_fid;
}

static int compare_files(const void *a, const void *b, void *arg)
{
	const struct profile_file *x = *(const struct profile_file *const *)a;
	const struct profile_file *y = *(const struct profile_file *const *)b;
	const struct by *by = arg;
	int rx = rank(by->p, x), ry = rank(by->p, y);

	if (!x->alias_of != !y->alias_of)
		return x->alias_of ? 1 : -1;
	return rx != ry ? rx - ry : strverscmp(x->name, y->name); /* (eval 9) before (eval 10) */
}

static int compare_subs(const void *a, const void *b, void *arg)
{
	const struct profile_sub *x = *(const struct profile_sub *const *)a;
	const struct profile_sub *y = *(const struct profile_sub *const *)b;

	(void)arg;
	return strcmp(x->name, y->name);
}

static int compare_u32(uint32_t x, uint32_t y)
{
	return (x > y) - (x < y);
}

static int compare_calls(const void *a, const void *b, void *arg)
{
	const struct call_id *x = &(*(const struct profile_call *const *)a)->id;
	const struct call_id *y = &(*(const struct profile_call *const *)b)->id;
	const struct order *o = ((const struct by *)arg)->order;
	int diff = compare_u32(o->sub_ranks[x->callee], o->sub_ranks[y->callee]);

	diff = diff ?: compare_u32(o->fids[x->fid], o->fids[y->fid]);
	diff = diff ?: compare_u32(x->line, y->line);
	return diff ?: compare_u32(o->sub_ranks[x->caller], o->sub_ranks[y->caller]);
}

int order_make(struct order *o, const struct profile *p)
{
	struct by by = { o, p };
	const struct profile_call *call;
	uint32_t i = 0;

	o->call_cnt = HASH_COUNT(p->calls);
	o->files = calloc(p->file_cnt + 1, sizeof(*o->files));
	o->subs = calloc(p->sub_cnt + 1, sizeof(*o->subs));
	o->calls = calloc(o->call_cnt + 1ul, sizeof(*o->calls));
	o->fids = calloc(p->file_cnt + 1, sizeof(*o->fids));
	o->sub_ranks = calloc(p->sub_cnt + 1, sizeof(*o->sub_ranks));
	if (!o->files || !o->subs || !o->calls || !o->fids || !o->sub_ranks)
		return -ENOMEM;

	for (i = 0; i < p->file_cnt; i++)
		o->files[i] = p->files[i];
	qsort_r(o->files, p->file_cnt, sizeof(*o->files), compare_files, &by);
	for (i = 0; i < p->file_cnt; i++) {
		const struct profile_file *file = o->files[i];

		/* Aliases come last. */
		o->fids[file->fid] = file->alias_of ? o->fids[file->alias_of] : i + 1;
		o->written += !file->alias_of;
	}

	for (i = 0; i < p->sub_cnt; i++)
		o->subs[i] = p->subs[i];
	qsort_r(o->subs, p->sub_cnt, sizeof(*o->subs), compare_subs, &by);
	for (i = 0; i < p->sub_cnt; i++)
		o->sub_ranks[o->subs[i]->id] = i;

	for (i = 0, call = p->calls; call; call = call->hh.next)
		o->calls[i++] = call;
	qsort_r(o->calls, o->call_cnt, sizeof(*o->calls), compare_calls, &by);
	return 0;
}

void order_release(struct order *o)
{
	free(o->files);
	free(o->subs);
	free(o->calls);
	free(o->fids);
	free(o->sub_ranks);
}
