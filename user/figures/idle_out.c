// SPDX-License-Identifier: GPL-2.0-or-later
#include "figures/idle_out.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/param.h>

#include "figures/idle.h"
#include "profile/profile.h"
#include "profile/waits.h"
#include "stacks/stacks.h"
#include "util/cleanup.h"
#include "util/saturate.h"

struct idle_sub {
	bool idle;
	int64_t excl_ns; /* of its calls */
	double waiting; /* the part of that in which it was off the processor */
	uint32_t open; /* calls on the path of the walk */
	int64_t wait_below_ns; /* of idle subs that it has called */
};

/* Of one caller and callee: what idle subs took, and what there is of all calls. */
struct idle_pair {
	struct {
		uint32_t caller;
		uint32_t callee;
	} id;
	int64_t idle_ns, idle_reci_ns;
	int64_t incl_ns, reci_ns;
	UT_hash_handle hh;
};

struct idle_out {
	struct profile *p;
	struct idle_sub *subs; /* by id */
	struct idle_pair *pairs; /* hash */
	uint32_t runtime; /* sub id that calls from no sub have as their caller; sub_cnt: none */
};

static void take_out(int64_t *from, int64_t ns)
{
	*from = *from > ns ? *from - ns : MIN(*from, 0);
}

static bool is_idle(const struct profile_sub *sub)
{
	return sub->called && sub_is_idle(sub->name);
}

bool idle_is_in(const struct profile *p)
{
	size_t i = 0;

	while (i < p->sub_cnt && !is_idle(p->subs[i]))
		i++;
	return i < p->sub_cnt;
}

static void add_up(struct idle_out *x, int64_t *ns)
{
	const struct profile_call *call;
	size_t i;

	for (call = x->p->calls; call; call = call->hh.next)
		saturate_ns(&x->subs[call->id.callee].excl_ns, call->counts.excl_ns);
	for (i = 0; i < x->p->sub_cnt; i++) {
		struct idle_sub *sub = &x->subs[i];

		sub->idle = is_idle(x->p->subs[i]);
		if (!sub->idle)
			continue;
		saturate_ns(ns, sub->excl_ns);
		if (sub->excl_ns > 0)
			sub->waiting = (double)x->p->subs[i]->wait_excl_ns / (double)sub->excl_ns;
	}
}

/* ------------------------------------------------------------------- those who called */

static struct idle_pair *pair_of(struct idle_out *x, uint32_t caller, uint32_t callee, bool make)
{
	struct idle_pair key = { .id = { caller, callee } }, *pair;

	HASH_FIND(hh, x->pairs, &key.id, sizeof(key.id), pair);
	if (pair || !make || !(pair = calloc(1, sizeof(*pair))))
		return pair;
	pair->id = key.id;
	HASH_ADD(hh, x->pairs, id, sizeof(pair->id), pair);
	return pair;
}

/* The idle time of each stack itself, in total_ns. */
static void find_own(const struct idle_out *x, struct stacks *s)
{
	size_t i;

	for (i = 0; i < s->cnt; i++) {
		const struct stack *stack = &s->all[i];
		const uint32_t sub = profile_sub_is_waiting(x->p, stack->sub) ?
					     s->all[stack->up].sub :
					     stack->sub;

		s->all[i].total_ns = sub < x->p->sub_cnt && x->subs[sub].idle ? stack->ns : 0;
	}
}

/* How much of the idle time below a stack was waiting, in ns. Adds it to the callers. */
static void add_waiting(const struct idle_out *x, const struct stacks *s, double *waiting)
{
	size_t i;

	for (i = s->cnt; i-- > 1;) {
		const struct stack *stack = &s->all[i];
		const uint32_t sub = profile_sub_is_waiting(x->p, stack->sub) ?
					     s->all[stack->up].sub :
					     stack->sub;

		if (stack->total_ns > 0)
			waiting[i] += (double)stack->total_ns * x->subs[sub].waiting;
		waiting[stack->up] += waiting[i];
	}
}

static void add_totals(struct stacks *s)
{
	size_t i;

	for (i = s->cnt; i-- > 1;)
		saturate_ns(&s->all[s->all[i].up].total_ns, s->all[i].total_ns);
}

static int note_stack(struct idle_out *x, const struct stacks *s, size_t nr, double waiting)
{
	const struct stack *stack = &s->all[nr];
	const uint32_t up = s->all[stack->up].sub;
	const uint32_t caller = up == STACK_PROGRAM ? x->runtime : up;
	struct idle_pair *pair;

	if (!stack->total_ns || caller >= x->p->sub_cnt || profile_sub_is_waiting(x->p, stack->sub))
		return 0;
	pair = pair_of(x, caller, stack->sub, true);
	if (!pair)
		return -ENOMEM;
	if (x->subs[stack->sub].open > 1) {
		saturate_ns(&pair->idle_reci_ns, stack->total_ns);
	} else {
		saturate_ns(&pair->idle_ns, stack->total_ns);
		saturate_ns(&x->subs[stack->sub].wait_below_ns, (int64_t)waiting);
	}
	return 0;
}

/* From the root on; path: the stack that is open at each depth. */
static int walk(struct idle_out *x, const struct stacks *s, const double *waiting, uint32_t *path)
{
	uint32_t depth = 0, sub;
	size_t i;
	int rc = 0;

	for (i = 1; i < s->cnt && !rc; i++) {
		for (; depth >= s->all[i].depth; depth--) {
			sub = s->all[path[depth]].sub;
			if (sub < x->p->sub_cnt)
				x->subs[sub].open--;
		}
		path[++depth] = (uint32_t)i;
		if (s->all[i].sub < x->p->sub_cnt) {
			x->subs[s->all[i].sub].open++;
			rc = note_stack(x, s, i, waiting[i]);
		}
	}
	return rc;
}

static int find_callers(struct idle_out *x)
{
	uint32_t path[STACKS_DEPTH_MAX + 3];
	double *waiting __cleanup(free_ptr) = NULL;
	struct stacks s;
	int rc = stacks_make(&s, x->p);

	if (rc)
		return rc;
	waiting = calloc(s.cnt + 1, sizeof(*waiting));
	if (!waiting) {
		stacks_release(&s);
		return -ENOMEM;
	}
	if (!s.pairs) {
		find_own(x, &s);
		add_waiting(x, &s, waiting);
		add_totals(&s);
		rc = walk(x, &s, waiting, path);
	}
	stacks_release(&s);
	return rc;
}

/* ------------------------------------------------------------------------- taking out */

static int64_t share(int64_t idle_ns, int64_t ns, int64_t all_ns)
{
	return all_ns > 0 ? (int64_t)((double)idle_ns * (double)ns / (double)all_ns) : 0;
}

/* The calls of a pair share what it has, by their time, as stacks have no lines. */
static void change_calls(struct idle_out *x)
{
	struct idle_pair *pair;
	struct profile_call *call;

	for (call = x->p->calls; call; call = call->hh.next) {
		pair = pair_of(x, call->id.caller, call->id.callee, false);
		if (pair) {
			saturate_ns(&pair->incl_ns, call->counts.incl_ns);
			saturate_ns(&pair->reci_ns, call->counts.reci_ns);
		}
	}
	for (call = x->p->calls; call; call = call->hh.next) {
		struct profile_counts *c = &call->counts;

		pair = pair_of(x, call->id.caller, call->id.callee, false);
		if (pair) {
			take_out(&c->incl_ns, share(pair->idle_ns, c->incl_ns, pair->incl_ns));
			take_out(&c->reci_ns, share(pair->idle_reci_ns, c->reci_ns, pair->reci_ns));
		} else if (x->subs[call->id.callee].idle) {
			take_out(&c->incl_ns, c->excl_ns);
		}
	}
}

/* Its page is there, as it has time: the slot needs no memory. */
static struct profile_line *line_of(const struct profile *p, uint32_t fid, uint32_t line)
{
	struct profile_file *file = profile_find_fid(p, fid);

	return !file || line > LINE_MAX_NR || !profile_line(file, line).ns ?
		       NULL :
		       profile_line_slot(file, line);
}

static void change_lines(struct idle_out *x)
{
	struct profile_call *call;
	struct profile_line *line;

	for (call = x->p->calls; call; call = call->hh.next) {
		if (!x->subs[call->id.callee].idle)
			continue;
		line = line_of(x->p, call->id.fid, call->id.line);
		if (line)
			take_out(&line->ns, call->counts.excl_ns);
		call->counts.excl_ns = 0;
	}
}

static bool wait_is_out(const struct profile_wait *wait, void *arg)
{
	struct idle_out *x = arg;
	struct profile_file *file;
	struct profile_line *line;

	if (!wait->id.fid || wait->id.sub >= x->p->sub_cnt || !x->subs[wait->id.sub].idle)
		return false;
	file = profile_find_fid(x->p, wait->id.fid);
	line = file && profile_line(file, wait->id.line).wait_ns ?
		       profile_line_slot(file, wait->id.line) :
		       NULL;
	if (line)
		take_out(&line->wait_ns, (int64_t)MIN(wait->sum.ns, (uint64_t)INT64_MAX));
	return true;
}

static void change_subs(const struct idle_out *x)
{
	size_t i;

	for (i = 0; i < x->p->sub_cnt; i++) {
		struct profile_sub *sub = x->p->subs[i];

		take_out(&sub->wait_incl_ns, x->subs[i].wait_below_ns);
		if (x->subs[i].idle)
			sub->wait_excl_ns = 0;
	}
}

static void release(struct idle_out *x)
{
	struct idle_pair *pair, *next;

	HASH_ITER(hh, x->pairs, pair, next) {
		HASH_DEL(x->pairs, pair);
		free(pair);
	}
	free(x->subs);
}

int idle_leave_out(struct profile *p, int64_t *ns)
{
	struct idle_out x = { .p = p };
	const struct profile_sub *runtime;
	int rc;

	*ns = 0;
	if (!idle_is_in(p))
		return 0;
	x.subs = calloc(p->sub_cnt + 1, sizeof(*x.subs));
	if (!x.subs)
		return -ENOMEM;
	HASH_FIND_STR(p->subs_by_name, "main::RUNTIME", runtime);
	x.runtime = runtime ? runtime->id : (uint32_t)p->sub_cnt;
	add_up(&x, ns);
	rc = find_callers(&x);
	if (!rc && *ns > 0) {
		change_calls(&x);
		change_lines(&x);
		change_subs(&x);
		waits_drop(&p->waits, wait_is_out, &x);
	}
	release(&x);
	return rc;
}
