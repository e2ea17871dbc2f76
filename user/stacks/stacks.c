// SPDX-License-Identifier: GPL-2.0-or-later
/* From the call tree of a profile, or from its calls where it has no tree. */
#include "stacks/stacks.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stacks/shares.h"
#include "profile/kevents.h"
#include "profile/profile.h"
#include "profile/waits.h"
#include "util/cleanup.h"
#include "util/sort.h"

void stacks_release(struct stacks *s)
{
	free(s->all);
	free(s->lines);
	*s = (struct stacks){};
}

const char *stack_sub_name(const struct profile *p, uint32_t sub)
{
	switch (sub) {
	case STACK_PROGRAM:
		return "main::RUNTIME";
	case STACK_HIDDEN:
		return "(callers not recorded)";
	case STACK_DEEPER:
		return "(deeper calls)";
	case STACK_NOWHERE(KEVENT_AT_PERL):
	case STACK_NOWHERE(KEVENT_AT_UNKNOWN):
	case STACK_NOWHERE(KEVENT_AT_FLOOD):
		return kevent_where_name(STACK_DEEPER - sub);
	default:
		return p->subs[sub]->name;
	}
}

const char *stack_name(const struct profile *p, const struct stack *stack)
{
	return stack_sub_name(p, stack->sub);
}

uint32_t stack_chain(const struct stacks *s, size_t nr, uint32_t *chain)
{
	uint32_t depth = s->all[nr].depth, i;

	for (chain[depth] = (uint32_t)nr, i = depth; i; i--)
		chain[i - 1] = s->all[chain[i]].up;
	return depth;
}

unsigned profile_hz(const struct profile *p)
{
	const char *hz = profile_attr(p, "agent_sampled");
	unsigned long value = hz ? strtoul(hz, NULL, 10) : 0;

	return value < 1000000 ? (unsigned)value : 0;
}

static int64_t sum_ns(int64_t a, int64_t b)
{
	int64_t sum;

	return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}

static int64_t above_0(int64_t ns)
{
	return ns > 0 ? ns : 0;
}

/* There is room for it. */
static uint32_t add_stack(struct stacks *s, uint32_t up, uint32_t sub)
{
	s->all[s->cnt] =
		(struct stack){ .up = up, .sub = sub, .depth = s->cnt ? s->all[up].depth + 1 : 0 };
	return (uint32_t)s->cnt++;
}

static int begin_stacks(struct stacks *s, size_t room)
{
	s->all = room < UINT32_MAX ? calloc(room + 1, sizeof(*s->all)) : NULL;
	if (!s->all)
		return -ENOMEM;
	add_stack(s, 0, STACK_PROGRAM);
	return 0;
}

/* ---------------------------------------------------------------------- call tree */

static int compare_names(const void *a, const void *b)
{
	return strcmp((*(struct profile_sub *const *)a)->name,
		      (*(struct profile_sub *const *)b)->name);
}

/* The rank of each sub by its name, by its id. */
static uint32_t *rank_subs(const struct profile *p)
{
	const struct profile_sub **subs __cleanup(free_ptr) = calloc(p->sub_cnt + 1, sizeof(*subs));
	uint32_t *ranks = calloc(p->sub_cnt + 1, sizeof(*ranks));
	uint32_t i;

	if (!subs || !ranks) {
		free(ranks);
		return NULL;
	}
	for (i = 0; i < p->sub_cnt; i++)
		subs[i] = p->subs[i];
	sort(subs, p->sub_cnt, sizeof(*subs), compare_names);
	for (i = 0; i < p->sub_cnt; i++)
		ranks[subs[i]->id] = i;
	return ranks;
}

/* The frame for a node below this one; what is too deep is in one. */
static uint32_t stack_below(struct stacks *s, uint32_t up, uint32_t sub)
{
	if (s->all[up].depth < STACKS_DEPTH_MAX)
		return add_stack(s, up, sub);
	s->deeper = true;
	return s->all[up].sub == STACK_DEEPER ? up : add_stack(s, up, STACK_DEEPER);
}

/* Each node before those that it called. */
static void list_nodes(struct call_node *node, struct call_node **nodes)
{
	while (node) {
		*nodes++ = node;
		if (node->first) {
			node = node->first;
			continue;
		}
		while (node && !node->next)
			node = node->up;
		node = node ? node->next : NULL;
	}
}

/*
 * nodes: as list_nodes() has them.  open: the frame of each node on the way, by its depth.  Nodes
 * that are too deep share one.
 */
static void add_nodes(struct stacks *s, struct call_node *const *nodes, size_t cnt,
		      const uint64_t *calls, uint32_t *open)
{
	size_t depth = 0, i;
	const struct call_node *up;

	for (i = 0; i < cnt; i++) {
		struct stack *stack;

		if (i && nodes[i]->up == nodes[i - 1])
			depth++;
		for (up = i ? nodes[i - 1] : NULL;
		     up && up != nodes[i]->up && up->up != nodes[i]->up; up = up->up)
			depth--;
		open[depth + 1] = stack_below(s, open[depth], nodes[i]->sub);
		stack = &s->all[open[depth + 1]];
		stack->cnt += calls[i];
		stack->ns = sum_ns(stack->ns, above_0(nodes[i]->excl_ns));
	}
}

static int stacks_of_tree(struct stacks *s, struct profile *p)
{
	size_t cnt = call_tree_cnt(&p->call_tree);
	uint32_t *ranks __cleanup(free_ptr) = rank_subs(p);
	uint32_t *open __cleanup(free_ptr) = calloc(cnt + 2, sizeof(*open));
	uint64_t *calls __cleanup(free_ptr) = calloc(cnt, sizeof(*calls));
	struct call_node **nodes __cleanup(free_ptr) = calloc(cnt, sizeof(*nodes));
	struct call_node *first;
	int rc;

	if (!ranks || !open || !calls || !nodes || call_tree_link(&p->call_tree, ranks, &first) ||
	    begin_stacks(s, cnt))
		return -ENOMEM;
	list_nodes(first, nodes);
	rc = share_calls(p, nodes, cnt, calls);
	if (rc < 0)
		return rc;
	s->shared_cnts = rc && !s->hz;
	add_nodes(s, nodes, cnt, calls, open);
	return 0;
}

/* -------------------------------------------------------------- callers and callees */

static bool is_program(const struct profile *p, uint32_t sub)
{
	return !strcmp(p->subs[sub]->name, "main::RUNTIME");
}

/* The program's first: the other callers are below another frame. */
static int compare_pairs(const void *a, const void *b, void *arg)
{
	const struct call_id *x = &(*(const struct profile_call *const *)a)->id;
	const struct call_id *y = &(*(const struct profile_call *const *)b)->id;
	const struct profile *p = arg;
	int diff = is_program(p, y->caller) - is_program(p, x->caller);

	diff = diff ?: strcmp(p->subs[x->caller]->name, p->subs[y->caller]->name);
	return diff ?: strcmp(p->subs[x->callee]->name, p->subs[y->callee]->name);
}

/* calls: sorted by caller and callee. */
static void add_pairs(struct stacks *s, const struct profile *p, const struct profile_call **calls,
		      size_t cnt)
{
	uint32_t hidden = 0, caller = 0, callee = 0;
	size_t i;

	for (i = 0; i < cnt; i++) {
		const struct call_id *id = &calls[i]->id;
		bool same = i && id->caller == calls[i - 1]->id.caller;

		if (!same && is_program(p, id->caller)) {
			caller = 0;
		} else if (!same) {
			hidden = hidden ?: add_stack(s, 0, STACK_HIDDEN);
			caller = add_stack(s, hidden, id->caller);
		}
		if (!same || id->callee != calls[i - 1]->id.callee)
			callee = add_stack(s, caller, id->callee);
		s->all[callee].cnt += calls[i]->counts.cnt;
		s->all[callee].ns = sum_ns(s->all[callee].ns, above_0(calls[i]->counts.excl_ns));
	}
}

static int stacks_of_calls(struct stacks *s, const struct profile *p)
{
	size_t cnt = HASH_COUNT(p->calls), i = 0;
	const struct profile_call **calls __cleanup(free_ptr) = calloc(cnt + 1, sizeof(*calls));
	const struct profile_call *call;
	int rc = calls ? begin_stacks(s, 2 * cnt + 1) : -ENOMEM;

	if (rc)
		return rc;
	for (call = p->calls; call; call = call->hh.next)
		calls[i++] = call;
	qsort_r(calls, cnt, sizeof(*calls), compare_pairs, (void *)(uintptr_t)p);
	add_pairs(s, p, calls, cnt);
	s->pairs = cnt;
	return 0;
}

/* --------------------------------------------------------------------------- counts */

static int64_t own_ns(const struct stacks *s)
{
	int64_t ns = 0;
	size_t i;

	for (i = 0; i < s->cnt; i++)
		ns = sum_ns(ns, s->all[i].ns);
	return ns;
}

/* What the statements took besides all subs. */
static void add_program(struct stacks *s, const struct profile *p)
{
	struct profile_totals totals;

	profile_totals(p, &totals);
	s->stmt_ns = sum_ns(totals.stmt_ns, totals.below_ns);
	s->all[0].ns = above_0(s->stmt_ns - own_ns(s));
}

static void add_totals(struct stacks *s)
{
	size_t i = s->cnt;

	while (i-- > 0) {
		struct stack *stack = &s->all[i];

		stack->total_ns = sum_ns(stack->total_ns, stack->ns);
		if (i)
			s->all[stack->up].total_ns =
				sum_ns(s->all[stack->up].total_ns, stack->total_ns);
	}
}

bool stack_is_waiting(const struct profile *p, const struct stacks *s, const struct stack *stack)
{
	return s->hz && profile_sub_is_waiting(p, stack->sub);
}

/* Each sample is a period. While it waits there is none. */
static void count_samples(struct stacks *s, const struct profile *p)
{
	struct stack *stack;

	for (stack = s->all; stack < s->all + s->cnt; stack++) {
		bool waits = stack_is_waiting(p, s, stack);

		s->waits |= waits;
		stack->cnt = waits ? 0 : (uint64_t)llround((double)stack->ns * s->hz / 1e9);
	}
}

int stacks_make(struct stacks *s, struct profile *p)
{
	int rc;

	*s = (struct stacks){ .hz = profile_hz(p) };
	rc = call_tree_cnt(&p->call_tree) ? stacks_of_tree(s, p) : stacks_of_calls(s, p);
	if (rc) {
		stacks_release(s);
		return rc;
	}
	add_program(s, p);
	if (s->hz)
		count_samples(s, p);
	add_totals(s);
	return 0;
}
