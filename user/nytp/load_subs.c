// SPDX-License-Identifier: GPL-2.0-or-later
/* The records of subs: where they are, who calls them, and what returned. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nytp/loader.h"
#include "nytp/returns.h"
#include "profile/profile.h"
#include "util/cleanup.h"

int64_t loader_ns(double seconds)
{
	double ns = seconds * 1e9;

	if (fabs(ns) >= (double)INT64_MAX)
		return ns > 0 ? INT64_MAX : -INT64_MAX;
	return llround(ns);
}

/* The model's own; NULL with the error noted. */
static struct profile_sub *sub_of(struct loader *l, const char *name)
{
	size_t cnt = l->p->sub_cnt;
	struct profile_sub *sub = profile_sub(l->p, name);

	if (!sub)
		input_no_memory(&l->s);
	if (l->p->sub_cnt > cnt)
		input_charge(&l->s, sizeof(*sub) + strlen(name) + 3 * sizeof(void *));
	return sub;
}

void load_sub_info(struct loader *l)
{
	uint32_t fid = input_u32(&l->s), first, last;
	struct profile_file *file;
	struct profile_sub *sub;
	char *name __cleanup(free_ptr) = input_string(&l->s, NULL);

	first = input_u32(&l->s);
	last = input_u32(&l->s);
	file = name && !l->s.rc ? loader_file(l, fid) : NULL;
	sub = file ? sub_of(l, name) : NULL;
	if (!sub)
		return;
	if (last < first)
		input_note(&l->s, "the last line of a sub is above its first one");
	sub->fid = file->fid;
	sub->first = first;
	sub->last = last;
	sub->xsub = sub->xsub || (!first && !last);
}

void load_sub_callers(struct loader *l)
{
	uint32_t fid = input_u32(&l->s), line = input_u32(&l->s);
	char *caller __cleanup(free_ptr) = input_string(&l->s, NULL);
	char *callee __cleanup(free_ptr) = NULL;
	struct profile_counts counts = { .cnt = input_u32(&l->s) };
	struct profile_sub *from, *to;
	struct profile_file *file;

	counts.incl_ns = loader_ns(input_nv(&l->s));
	counts.excl_ns = loader_ns(input_nv(&l->s));
	counts.reci_ns = loader_ns(input_nv(&l->s));
	counts.rec_depth = input_u32(&l->s);
	callee = input_string(&l->s, NULL);
	to = caller && callee ? sub_of(l, callee) : NULL;
	if (!to)
		return;
	if (!fid) {
		if (counts.cnt)
			input_note(&l->s,
				   "calls without a file: only the mark of an XSUB has none");
		to->xsub = true;
		return;
	}
	from = sub_of(l, caller);
	file = loader_file(l, fid);
	if (!from || !file)
		return;
	input_charge(&l->s, sizeof(struct profile_call));
	l->seen.callers++;
	if (profile_add_call(
		    l->p,
		    &(struct call_id){
			    .callee = to->id, .caller = from->id, .fid = file->fid, .line = line },
		    &counts))
		input_no_memory(&l->s);
}

void load_sub_entry(struct loader *l)
{
	input_u32(&l->s);
	input_u32(&l->s);
}

/* Ticks may have a fraction: they are sums of a clock that does. */
static int64_t ticks_to_ns(const struct loader *l, double ticks)
{
	return loader_ns(l->p->ticks_per_sec ? ticks / (double)l->p->ticks_per_sec : 0);
}

static void load_context(struct loader *l, struct returned_call *call, const char *name)
{
	size_t before = returns_size(l->returns);
	struct profile_sub *sub;

	if (call->depth > RETURNS_DEPTH_MAX ||
	    !input_has_room(&l->s, call->depth * (uint64_t)RETURNS_LEVEL_BYTES)) {
		input_fail(&l->s, "an impossible number of calls in each other");
		return;
	}
	sub = sub_of(l, name);
	if (!sub)
		return;
	call->sub = sub->id;
	if (returns_add(l->returns, call))
		input_no_memory(&l->s);
	else if (returns_size(l->returns) > before)
		input_charge(&l->s, returns_size(l->returns) - before);
}

/* A caller returns after what it called, and so one level at a time (Devel::NYTProf's nytprofcalls). */
static void check_depth(struct loader *l, uint32_t depth)
{
	if (!depth)
		input_note(&l->s, "a sub returns at depth 0; the first depth is 1");
	else if (depth + 1 < l->depth)
		input_note(&l->s, "a sub returns before those that called what returned last");
	l->depth = depth;
}

void load_sub_return(struct loader *l)
{
	struct returned_call call = { .depth = input_u32(&l->s) };
	char *name __cleanup(free_ptr) = NULL;

	call.incl_ns = ticks_to_ns(l, input_nv(&l->s));
	call.excl_ns = ticks_to_ns(l, input_nv(&l->s));
	name = input_string(&l->s, NULL);
	if (!name)
		return;
	check_depth(l, call.depth);
	l->seen.returns++;
	if (l->returns)
		load_context(l, &call, name);
}
