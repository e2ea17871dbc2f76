// SPDX-License-Identifier: GPL-2.0-or-later
#include "figures/probe_counts.h"

#include <stdbool.h>
#include <stdlib.h>
#include <sys/param.h>

#include "figures/sub_stmts.h"
#include "figures/sums.h"
#include "profile/profile.h"
#include "util/cleanup.h"
#include "util/sort.h"

#define NO_SUB UINT32_MAX

/* A walk to all that a sub calls. */
struct walk_sub {
	bool begun;
	bool done;
	size_t next; /* of its calls */
	size_t end;
	uint32_t from;
};

struct walk {
	struct walk_sub *subs;
	const struct profile_call **calls; /* by caller */
	const struct profile_counts *sums;
	struct sub_probes *probes;
};

/* ------------------------------------------------------------------------- a sub's own */

/* Without the ends of its calls: the caller's time goes on there. */
static int count_own(const struct profile *p, const struct profile_counts *sums,
		     struct sub_probes *probes)
{
	uint64_t *stmts __cleanup(free_ptr) = sub_stmts(p);
	const struct profile_call *call;
	size_t i;

	if (!stmts)
		return -1;
	for (i = 0; i < p->sub_cnt; i++)
		probes[i].excl = (double)MAX(stmts[i], sums[i].cnt);
	for (call = p->calls; call; call = call->hh.next)
		probes[call->id.caller].excl += (double)call->counts.cnt;
	for (i = 0; i < p->sub_cnt; i++)
		probes[i].incl = probes[i].excl;
	return 0;
}

/* ------------------------------------------------------------------ those that it calls */

static int compare_callers(const void *a, const void *b)
{
	uint32_t x = (*(const struct profile_call *const *)a)->id.caller;
	uint32_t y = (*(const struct profile_call *const *)b)->id.caller;

	return (x > y) - (x < y);
}

static int sort_calls(struct walk *w, const struct profile *p)
{
	const struct profile_call *call;
	size_t cnt = 0, i;

	w->calls = calloc(HASH_COUNT(p->calls) + 1, sizeof(const struct profile_call *));
	if (!w->calls)
		return -1;
	for (call = p->calls; call; call = call->hh.next)
		w->calls[cnt++] = call;
	sort(w->calls, cnt, sizeof(const struct profile_call *), compare_callers);
	for (i = cnt; i-- > 0;) {
		struct walk_sub *sub = &w->subs[w->calls[i]->id.caller];

		sub->next = i;
		sub->end = sub->end ?: i + 1;
	}
	return 0;
}

/* What the calls of a caller have of the callee's probes. */
static double share(const struct walk *w, const struct profile_call *call)
{
	uint64_t all = w->sums[call->id.callee].cnt;

	return all ? w->probes[call->id.callee].incl * (double)call->counts.cnt / (double)all : 0;
}

/* One step: to a callee that is new, over a call, or back to the caller. */
static uint32_t step(struct walk *w, uint32_t at)
{
	struct walk_sub *sub = &w->subs[at], *callee;
	const struct profile_call *call;

	sub->begun = true;
	if (sub->next == sub->end) {
		sub->done = true;
		return sub->from;
	}
	call = w->calls[sub->next];
	callee = &w->subs[call->id.callee];
	if (!callee->begun) {
		callee->from = at;
		return call->id.callee;
	}
	if (callee->done)
		w->probes[at].incl += share(w, call);
	sub->next++;
	return at;
}

static int count_below(const struct profile *p, const struct profile_counts *sums,
		       struct sub_probes *probes)
{
	struct walk_sub *subs __cleanup(free_ptr) = calloc(p->sub_cnt + 1, sizeof(*subs));
	struct walk w = { .subs = subs, .sums = sums, .probes = probes };
	uint32_t i, at;

	if (!subs || sort_calls(&w, p))
		return -1;
	for (i = 0; i < p->sub_cnt; i++) {
		if (subs[i].done)
			continue;
		subs[i].from = NO_SUB;
		for (at = i; at != NO_SUB;)
			at = step(&w, at);
	}
	free(w.calls);
	return 0;
}

/* A part of the probe at the end of a call is still in its time. */
static void add_ends(const struct profile *p, const struct profile_counts *sums,
		     struct sub_probes *probes)
{
	size_t i;

	for (i = 0; i < p->sub_cnt; i++) {
		probes[i].excl += (double)sums[i].cnt;
		probes[i].incl += (double)sums[i].cnt;
	}
}

struct sub_probes *sub_probes(const struct profile *p)
{
	struct profile_counts *sums __cleanup(free_ptr) = sub_sums(p);
	struct sub_probes *probes = calloc(p->sub_cnt + 1, sizeof(*probes));

	if (!sums || !probes || count_own(p, sums, probes) || count_below(p, sums, probes)) {
		free(probes);
		return NULL;
	}
	add_ends(p, sums, probes);
	return probes;
}
