// SPDX-License-Identifier: GPL-2.0-or-later
/* A tree in no order first, with a hash of its edges; then in the order of a walk. */
#include "stacks/events.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#include "profile/profile.h"
#include "util/cleanup.h"
#include "util/sort.h"

struct edge {
	struct {
		uint32_t up;
		uint32_t sub;
	} id;
	uint32_t node; /* where it leads */
	UT_hash_handle hh;
};

struct making {
	const struct profile *p;
	struct event_stacks *e;
	struct edge *edges; /* by node */
	struct edge *hash;
	uint32_t *nodes; /* by the number of a stack in the profile - 1 */
	uint32_t *places; /* in the order of a walk, by node */
};

/* ---------------------------------------------------------------------------- tree */

/* There is room for it. */
static uint32_t node_below(struct making *m, uint32_t up, uint32_t sub)
{
	struct stacks *tree = &m->e->tree;
	struct edge *edge = &m->edges[tree->cnt], *same;

	edge->id.up = up;
	edge->id.sub = sub;
	HASH_FIND(hh, m->hash, &edge->id, sizeof(edge->id), same);
	if (same)
		return same->node;
	edge->node = (uint32_t)tree->cnt;
	HASH_ADD(hh, m->hash, id, sizeof(edge->id), edge);
	tree->all[tree->cnt] =
		(struct stack){ .up = up, .sub = sub, .depth = tree->all[up].depth + 1 };
	return (uint32_t)tree->cnt++;
}

/* up: its caller's stack in the profile; 0: it has none, or they are not known. */
static uint32_t node_of(struct making *m, uint32_t up, uint32_t sub)
{
	if (up)
		return node_below(m, m->nodes[up - 1], sub);
	if (!strcmp(m->p->subs[sub]->name, stack_sub_name(m->p, STACK_PROGRAM)))
		return 0;
	return node_below(m, node_below(m, 0, STACK_HIDDEN), sub);
}

static uint32_t node_of_row(struct making *m, const struct profile_kevent *row)
{
	const struct kevent_stack *s = profile_kevent_caller(m->p, row->id.stack);

	if (row->id.where != KEVENT_AT_SUB)
		return node_below(m, 0, STACK_NOWHERE(row->id.where));
	return node_of(m, s ? s->id.up : 0, row->id.sub);
}

/* Callers come before those that they call. */
static void add_nodes(struct making *m)
{
	const struct profile_kevents *k = &m->p->kevents;
	uint32_t i;

	m->e->tree.cnt = 1;
	m->e->tree.all[0] = (struct stack){ .sub = STACK_PROGRAM };
	for (i = 0; i < k->stack_cnt; i++)
		m->nodes[i] = node_of(m, k->stacks_by_nr[i]->id.up, k->stacks_by_nr[i]->id.sub);
}

/* ---------------------------------------------------------------------------- rows */

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void add_kind(struct event_stacks *e, const char *name)
{
	if (event_kind(e, name) == e->kind_cnt && e->kind_cnt < EVENT_KINDS_MAX)
		e->kinds[e->kind_cnt++] = name;
}

/* If there are more names than fit, the last one stands for all others. */
static void list_kinds(struct making *m, const struct profile_kevent *const *rows)
{
	struct event_stacks *e = m->e;
	size_t i;

	for (i = 0; i < e->row_cnt; i++)
		add_kind(e, profile_kevent_event(m->p, rows[i]));
	sort(e->kinds, e->kind_cnt, sizeof(*e->kinds), by_name);
	for (i = 0; i < e->row_cnt; i++) {
		if (event_kind(e, profile_kevent_event(m->p, rows[i])) == e->kind_cnt)
			e->kinds[EVENT_KINDS_MAX - 1] = "other events";
	}
}

static void add_rows(struct making *m, const struct profile_kevent *const *rows)
{
	struct event_stacks *e = m->e;
	size_t i;

	for (i = 0; i < e->row_cnt; i++) {
		uint32_t kind = event_kind(e, profile_kevent_event(m->p, rows[i]));

		if (kind == e->kind_cnt)
			kind--;
		e->rows[i] = (struct event_row){ rows[i], node_of_row(m, rows[i]), kind };
		e->by_bytes[kind] = rows[i]->by_bytes;
		kevent_sum_add(&e->sums[kind], &rows[i]->sum);
	}
}

/* --------------------------------------------------------------------------- order */

static int by_sub_name(const void *a, const void *b, void *arg)
{
	const struct making *m = arg;
	const struct stack *all = m->e->tree.all;
	const struct stack *x = &all[*(const uint32_t *)a], *y = &all[*(const uint32_t *)b];

	return strcmp(stack_name(m->p, x), stack_name(m->p, y));
}

/* Gives each node its place: behind its caller, and those of one caller by their names. */
static void walk(struct making *m, const uint32_t *first, const uint32_t *next)
{
	const struct stack *all = m->e->tree.all;
	uint32_t at = 0, place = 0;

	for (;;) {
		m->places[at] = place++;
		if (first[at]) {
			at = first[at];
			continue;
		}
		while (at && !next[at])
			at = all[at].up;
		if (!at)
			return;
		at = next[at];
	}
}

static int place_nodes(struct making *m)
{
	const size_t cnt = m->e->tree.cnt;
	uint32_t *first __cleanup(free_ptr) = calloc(cnt, sizeof(*first));
	uint32_t *next __cleanup(free_ptr) = calloc(cnt, sizeof(*next));
	uint32_t *sorted __cleanup(free_ptr) = calloc(cnt, sizeof(*sorted));
	size_t i;

	if (!first || !next || !sorted)
		return -ENOMEM;
	for (i = 0; i < cnt; i++)
		sorted[i] = (uint32_t)i;
	qsort_r(sorted, cnt, sizeof(*sorted), by_sub_name, m);
	for (i = cnt; i-- > 0;) {
		uint32_t node = sorted[i], up = m->e->tree.all[node].up;

		if (!node)
			continue;
		next[node] = first[up];
		first[up] = node;
	}
	walk(m, first, next);
	return 0;
}

static int put_in_order(struct making *m)
{
	struct event_stacks *e = m->e;
	struct stack *ordered = calloc(e->tree.cnt, sizeof(*ordered));
	size_t i;

	if (!ordered || place_nodes(m)) {
		free(ordered);
		return -ENOMEM;
	}
	for (i = 0; i < e->tree.cnt; i++) {
		struct stack *to = &ordered[m->places[i]];

		*to = e->tree.all[i];
		to->up = m->places[to->up];
	}
	free(e->tree.all);
	e->tree.all = ordered;
	e->amounts = calloc(e->tree.cnt * e->kind_cnt + 1, sizeof(*e->amounts));
	for (i = 0; i < e->row_cnt && e->amounts; i++) {
		struct event_row *row = &e->rows[i];

		row->node = m->places[row->node];
		event_add(&e->amounts[(size_t)row->node * e->kind_cnt + row->kind],
			  profile_kevent_amount(row->row, &row->row->sum));
	}
	return e->amounts ? 0 : -ENOMEM;
}

/* ----------------------------------------------------------------------------- all */

static int make(struct making *m)
{
	struct event_stacks *e = m->e;
	const struct profile_kevent **rows __cleanup(free_ptr) =
		profile_sorted_kevents(m->p, &e->row_cnt);
	const size_t stacks = m->p->kevents.stack_cnt;
	/* Each stack and each row may have one; and the root, the hidden callers, one to look with. */
	const size_t room = stacks + e->row_cnt + 3;

	m->edges = calloc(room, sizeof(*m->edges));
	m->nodes = calloc(stacks + 1, sizeof(*m->nodes));
	m->places = calloc(room, sizeof(*m->places));
	e->tree.all = calloc(room, sizeof(*e->tree.all));
	e->rows = calloc(e->row_cnt + 1, sizeof(*e->rows));
	if (!rows || !m->edges || !m->nodes || !m->places || !e->tree.all || !e->rows)
		return -ENOMEM;
	add_nodes(m);
	list_kinds(m, rows);
	add_rows(m, rows);
	return put_in_order(m);
}

int event_stacks_make(struct event_stacks *e, const struct profile *p)
{
	struct making m = { .p = p, .e = e };
	int rc;

	*e = (struct event_stacks){};
	rc = make(&m);
	HASH_CLEAR(hh, m.hash);
	free(m.edges);
	free(m.nodes);
	free(m.places);
	if (rc)
		event_stacks_release(e);
	return rc;
}

void event_stacks_release(struct event_stacks *e)
{
	free(e->tree.all);
	free(e->amounts);
	free(e->rows);
	*e = (struct event_stacks){};
}

/* In the order of a walk, what is below a stack comes before what is beside it. */
static int compare_stacks(const struct profile *p, const struct stack *stack,
			  const struct profile *old_p, const struct stack *old)
{
	if (stack->depth != old->depth)
		return stack->depth > old->depth ? -1 : 1;
	return strcmp(stack_name(p, stack), stack_name(old_p, old));
}

static void subtract(int64_t *amount, int64_t was)
{
	if (__builtin_sub_overflow(*amount, was, amount))
		*amount = was > 0 ? INT64_MIN : INT64_MAX;
}

static void subtract_node(struct event_stacks *e, size_t node, const struct event_stacks *old,
			  size_t old_node)
{
	uint32_t kind;

	for (kind = 0; kind < e->kind_cnt; kind++) {
		const uint32_t was = event_kind(old, e->kinds[kind]);

		if (was < old->kind_cnt)
			subtract(&e->amounts[node * e->kind_cnt + kind],
				 event_amount(old, old_node, was));
	}
}

int event_stacks_subtract(struct event_stacks *e, const struct profile *p,
			  const struct profile *old_p)
{
	struct event_stacks old;
	size_t at = 0, was = 0, i;
	int rc = event_stacks_make(&old, old_p);

	while (!rc && at < e->tree.cnt && was < old.tree.cnt) {
		const int order = compare_stacks(p, &e->tree.all[at], old_p, &old.tree.all[was]);

		if (!order)
			subtract_node(e, at, &old, was);
		at += order <= 0;
		was += order >= 0;
	}
	/*
	 * Pyroscope drops a stack with a value below 0, and its other values, too
	 * (pkg/pprof/pprof.go).
	 */
	for (i = 0; i < e->tree.cnt * e->kind_cnt; i++)
		e->amounts[i] = e->amounts[i] > 0 ? e->amounts[i] : 0;
	event_stacks_release(&old);
	return rc;
}

int64_t event_amount(const struct event_stacks *e, size_t node, uint32_t kind)
{
	return e->amounts[node * e->kind_cnt + kind];
}

int64_t event_total(const struct event_stacks *e, uint32_t kind)
{
	if (e->by_bytes[kind])
		return e->sums[kind].bytes;
	return e->sums[kind].cnt > INT64_MAX ? INT64_MAX : (int64_t)e->sums[kind].cnt;
}

void event_add(int64_t *sum, int64_t add)
{
	if (__builtin_add_overflow(*sum, add, sum))
		*sum = add < 0 ? INT64_MIN : INT64_MAX;
}

uint32_t event_kind(const struct event_stacks *e, const char *name)
{
	uint32_t i;

	for (i = 0; i < e->kind_cnt && strcmp(e->kinds[i], name) != 0; i++)
		;
	return i;
}

void event_type(const struct event_stacks *e, uint32_t kind, char type[EVENT_TYPE_SIZE])
{
	char *c;

	snprintf(type, EVENT_TYPE_SIZE, "%s", e->kinds[kind]);
	for (c = type; (c = strpbrk(c, "-:")) != NULL; c++)
		*c = '_';
}

const char *event_unit(const struct event_stacks *e, uint32_t kind)
{
	return e->by_bytes[kind] ? "bytes" : "count";
}
