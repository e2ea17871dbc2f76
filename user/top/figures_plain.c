// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Samples of a recording that also writes profiles. These tell the samples of each line, and those of
 * each sub by its calls, but not the samples of a line by sub (struct own).
 */
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#include "profile/profile.h"
#include "top/figures_parts.h"
#include "util/cleanup.h"

struct line_id {
	uint32_t fid;
	uint32_t line;
};

struct seen_line {
	struct line_id id;
	uint64_t cnt; /* samples at the last look */
	UT_hash_handle hh;
};

static struct seen_line *seen_of(struct taken *k, uint32_t fid, uint32_t line)
{
	const struct line_id id = { fid, line };
	struct seen_line *seen;

	HASH_FIND(hh, k->lines, &id, sizeof(id), seen);
	if (seen)
		return seen;
	seen = calloc(1, sizeof(*seen));
	if (!seen)
		return NULL;
	seen->id = id;
	HASH_ADD(hh, k->lines, id, sizeof(seen->id), seen);
	return seen;
}

void figures_forget_plain(struct taken *k)
{
	struct seen_line *seen, *next;

	HASH_ITER(hh, k->lines, seen, next) {
		HASH_DEL(k->lines, seen);
		free(seen);
	}
}

static uint64_t take_line(struct figures *f, struct taken *k, const struct profile_file *file,
			  uint32_t line, uint64_t cnt)
{
	struct seen_line *seen = seen_of(k, file->fid, line);
	struct top_sums add = { .own = seen && cnt > seen->cnt ? cnt - seen->cnt : 0 };
	char key[KEY_MAX];

	if (!add.own)
		return 0;
	seen->cnt = cnt;
	figures_line_key(key, file, line);
	figures_add_named(f, k->scope, TOP_LINES, key, &add);
	return add.own;
}

static uint64_t take_page(struct figures *f, struct taken *k, const struct profile_file *file,
			  const struct profile_page *page)
{
	uint64_t sum = 0;
	uint32_t i;

	for (i = 0; i < PAGE_LINES; i++) {
		if (page->lines[i].cnt)
			sum += take_line(f, k, file, page->nr * PAGE_LINES + i, page->lines[i].cnt);
	}
	return sum;
}

static uint64_t take_lines(struct figures *f, struct taken *k, const struct profile *p)
{
	uint64_t sum = 0;
	uint32_t page;
	size_t i;

	for (i = 0; i < p->file_cnt; i++) {
		for (page = 0; page < p->files[i]->page_cnt; page++)
			sum += take_page(f, k, p->files[i], &p->files[i]->pages[page]);
	}
	return sum;
}

/* Samples in which each sub was the innermost one. */
static uint64_t take_subs(struct figures *f, struct taken *k, const struct profile *p)
{
	int64_t *ns __cleanup(free_ptr) = calloc(p->sub_cnt + 1, sizeof(*ns));
	const struct profile_call *call;
	uint64_t excl, sum = 0;
	size_t i;

	if (!ns || figures_make_room(k, p->sub_cnt))
		return 0;
	for (call = p->calls; call; call = call->hh.next)
		ns[call->id.callee] += call->counts.excl_ns;
	for (i = 0; i < p->sub_cnt; i++) {
		struct top_sums add = {};

		ns[i] -= k->wall ? p->subs[i]->wait_excl_ns : 0;
		excl = ns[i] > 0 ? ((uint64_t)ns[i] + f->period_ns / 2) / f->period_ns : 0;
		if (excl <= k->excl[i])
			continue;
		add.own = excl - k->excl[i];
		k->excl[i] = excl;
		sum += add.own;
		figures_add_named(f, k->scope, TOP_SUBS, p->subs[i]->name, &add);
	}
	return sum;
}

/* A call can come a look later than its samples. */
static void take_rest(struct figures *f, struct taken *k, uint64_t of_lines, uint64_t of_subs)
{
	struct top_sums add = {};

	k->rest += (int64_t)of_lines - (int64_t)of_subs;
	if (k->rest <= 0)
		return;
	add.own = (uint64_t)k->rest;
	k->rest = 0;
	figures_add_named(f, k->scope, TOP_SUBS, RUNTIME, &add);
}

uint64_t figures_take_plain(struct figures *f, struct taken *k, const struct profile *p)
{
	struct profile_totals totals;
	uint64_t of_lines;

	profile_totals(p, &totals);
	if (totals.stmts == k->stmts && !k->busy)
		return 0;
	k->stmts = totals.stmts;
	of_lines = take_lines(f, k, p);
	take_rest(f, k, of_lines, take_subs(f, k, p));
	return of_lines;
}
