// SPDX-License-Identifier: GPL-2.0-or-later
/* Calls as they are measured, with noise: what is written of them must be possible. */
#include "profile/consistent.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "profile/merge.h"
#include "profile/profile.h"

#define SUBS_MAX	  8
#define NODE(parent, sub) ((parent)*SUBS_MAX + (sub) + 1)

static struct profile *with_subs(void)
{
	struct profile *p = profile_new();
	char name[24];
	int i;

	profile_file(p, "/a.pl", 0, 0, 0);
	for (i = 0; i < SUBS_MAX; i++) {
		snprintf(name, sizeof(name), "main::s%d", i);
		profile_sub(p, name);
	}
	return p;
}

/* Of calls that were not recursive. */
static struct profile_counts outer(uint64_t cnt, int64_t incl, int64_t excl)
{
	return (struct profile_counts){ .cnt = cnt, .incl_ns = incl, .excl_ns = excl };
}

/* As drain/ adds it. */
static void record(struct profile *p, uint64_t parent, uint32_t caller, uint32_t callee,
		   uint32_t line, struct profile_counts counts)
{
	const struct call_id id = { .callee = callee, .caller = caller, .fid = 1, .line = line };
	const struct call_node node = { .id = NODE(parent, callee),
					.parent = parent,
					.sub = callee,
					.caller = caller,
					.recursive = counts.rec_depth > 0,
					.cnt = counts.cnt,
					.incl_ns = counts.incl_ns + counts.reci_ns,
					.excl_ns = counts.excl_ns };

	cr_assert_eq(call_tree_add(&p->call_tree, &node), 0);
	cr_assert_eq(profile_add_call(p, &id, &counts), 0);
}

struct result {
	const struct profile_call *calls[512];
	struct profile_counts *counts;
	struct call_node *first;
	size_t cnt;
	int64_t nodes_ns; /* exclusive, of all nodes */
	int64_t calls_ns; /* exclusive, of all calls */
	int64_t raised_ns; /* of those that nobody called */
};

static void correct(struct profile *p, struct result *r)
{
	static const uint32_t ranks[SUBS_MAX];
	const struct profile_call *call;
	struct call_walk at;
	size_t i;

	*r = (struct result){};
	for (call = p->calls; call; call = call->hh.next)
		r->calls[r->cnt++] = call;
	cr_assert_eq(call_tree_link(&p->call_tree, ranks, &r->first), 0);
	r->counts = consistent_calls(r->calls, r->cnt, r->first);
	cr_assert_not_null(r->counts);
	for (i = 0; i < r->cnt; i++)
		r->calls_ns += r->counts[i].excl_ns;
	for (at = call_walk_begin(r->first); at.node; call_walk_next(&at)) {
		r->nodes_ns += consistent_node(at.node).excl_ns;
		r->raised_ns += at.node->up ? 0 : at.node->raised_ns;
	}
}

static int64_t measured_ns(const struct profile *p)
{
	const struct profile_call *call;
	int64_t ns = 0;

	for (call = p->calls; call; call = call->hh.next)
		ns += call->counts.excl_ns;
	return ns;
}

static void expect_consistent(const struct result *r)
{
	struct profile_counts subs[SUBS_MAX] = {};
	struct call_walk at;
	size_t i;

	for (i = 0; i < r->cnt; i++) {
		const struct profile_counts *c = &r->counts[i];

		cr_expect(c->incl_ns >= 0 && c->excl_ns >= 0 && c->reci_ns >= 0);
		cr_expect_geq(c->incl_ns + c->reci_ns, c->excl_ns);
		profile_counts_add(&subs[r->calls[i]->id.callee], c);
	}
	for (i = 0; i < SUBS_MAX; i++)
		cr_expect_geq(subs[i].incl_ns, subs[i].excl_ns, "s%zu", i);
	for (at = call_walk_begin(r->first); at.node; call_walk_next(&at)) {
		const struct call_times times = consistent_node(at.node);

		cr_expect(times.excl_ns >= 0 && times.incl_ns >= times.excl_ns);
	}
}

static void expect_counts(const struct result *r, size_t i, int64_t incl, int64_t excl)
{
	cr_expect_eq(r->counts[i].incl_ns, incl, "%lld", (long long)r->counts[i].incl_ns);
	cr_expect_eq(r->counts[i].excl_ns, excl, "%lld", (long long)r->counts[i].excl_ns);
}

/* s1 calls a tiny function 1000 times: that took less than nothing, and s1 more than it took. */
static struct profile *with_tiny_callees(void)
{
	struct profile *p = with_subs();

	record(p, NODE(0, 1), 1, 2, 5, outer(600, -300, -300));
	record(p, NODE(0, 1), 1, 2, 6, outer(400, -100, -100));
	record(p, 0, 0, 1, 9, outer(1, 1000, 1400));
	return p;
}

Test(consistent, a_caller_gives_what_its_callees_lack)
{
	struct profile *p = with_tiny_callees();
	struct result r;

	correct(p, &r);
	expect_consistent(&r);
	expect_counts(&r, 0, 0, 0);
	expect_counts(&r, 1, 0, 0);
	expect_counts(&r, 2, 1000, 1000);
	cr_expect_eq(r.counts[0].cnt, 600u);
	cr_expect_eq(r.calls_ns, measured_ns(p));
	cr_expect_eq(r.nodes_ns, measured_ns(p));
	free(r.counts);
	profile_free(p);
}

Test(consistent, what_a_caller_lacks_its_own_caller_gives)
{
	struct profile *p = with_tiny_callees();
	struct result r;

	/* s3 calls s1 in the same way, which did little, and is called by s4. */
	record(p, NODE(NODE(NODE(0, 4), 3), 1), 1, 2, 5, outer(10, -50, -50));
	record(p, NODE(NODE(0, 4), 3), 3, 1, 7, outer(1, -20, 30));
	record(p, NODE(0, 4), 4, 3, 8, outer(1, -10, 10));
	record(p, 0, 0, 4, 9, outer(1, 90, 100));
	correct(p, &r);
	expect_consistent(&r);
	expect_counts(&r, 2, 1000, 1000);
	expect_counts(&r, 3, 0, 0); /* s3's of s1: 20 more than it has */
	expect_counts(&r, 4, 0, 0);
	expect_counts(&r, 5, 90, 90);
	cr_expect_eq(r.calls_ns, measured_ns(p));
	free(r.counts);
	profile_free(p);
}

Test(consistent, what_nobody_called_takes_from_nobody)
{
	struct profile *p = with_subs();
	struct result r;

	/* s1 is called by s3, whose own call has not ended. */
	record(p, NODE(0, 3), 3, 1, 4, outer(5, -8, -8));
	record(p, 0, 0, 2, 5, outer(5, 70, 70));
	correct(p, &r);
	expect_consistent(&r);
	expect_counts(&r, 0, 0, 0);
	expect_counts(&r, 1, 70, 70);
	cr_expect_eq(r.raised_ns, 8);
	cr_expect_eq(r.calls_ns, measured_ns(p) + 8);
	free(r.counts);
	profile_free(p);
}

/* The sub as a whole has time enough, at one line it has not. */
Test(consistent, lines_of_one_caller_make_up_for_each_other)
{
	struct profile *p = with_subs();
	struct result r;

	record(p, 0, 0, 1, 4, outer(5, -20, -20));
	record(p, 0, 0, 1, 5, outer(5, 130, 100));
	record(p, NODE(0, 1), 1, 2, 6, outer(5, 30, 30));
	correct(p, &r);
	expect_consistent(&r);
	expect_counts(&r, 0, 0, 0);
	expect_counts(&r, 1, 110, 80);
	cr_expect_eq(r.calls_ns, measured_ns(p));
	free(r.counts);
	profile_free(p);
}

/* The record of a call was lost, whose time its caller was told of. */
Test(consistent, a_lost_callee_does_not_matter)
{
	struct profile *p = with_subs();
	struct result r;

	record(p, NODE(0, 2), 2, 1, 4, outer(5, -3, 2));
	record(p, 0, 0, 2, 4, outer(5, 40, 43));
	correct(p, &r);
	expect_consistent(&r);
	expect_counts(&r, 0, 0, 0);
	expect_counts(&r, 1, 40, 40);
	free(r.counts);
	profile_free(p);
}

/* Now the function takes time. */
static void add_more(struct profile *p)
{
	record(p, NODE(0, 1), 1, 2, 5, outer(1, 500, 500));
	record(p, 0, 0, 1, 9, outer(1, 700, 200));
}

/* What is measured stays: a profile is written again when there is more. */
Test(consistent, of_the_same_is_the_same)
{
	struct profile *p = with_tiny_callees(), *twice = with_tiny_callees();
	struct result first, second;
	size_t i;

	correct(p, &first);
	correct(p, &second);
	for (i = 0; i < first.cnt; i++)
		expect_counts(&second, i, first.counts[i].incl_ns, first.counts[i].excl_ns);
	free(second.counts);

	/* More comes, as if it had come before. */
	free(first.counts);
	add_more(p);
	add_more(twice);
	correct(p, &first);
	correct(twice, &second);
	for (i = 0; i < first.cnt; i++)
		expect_counts(&second, i, first.counts[i].incl_ns, first.counts[i].excl_ns);
	expect_counts(&first, 2, 1700, 1600); /* as measured */
	free(first.counts);
	free(second.counts);
	profile_free(p);
	profile_free(twice);
}

/* ------------------------------------------------------------- programs at random */

struct program {
	struct profile *p;
	uint32_t seed;
	unsigned open[SUBS_MAX];
	unsigned calls;
};

static uint32_t draw(struct program *g, uint32_t below)
{
	g->seed = g->seed * 1664525 + 1013904223;
	return (g->seed >> 8) % below;
}

/* Own time, and what was taken off for the probes, which may be more. */
static int64_t call(struct program *g, uint64_t parent, uint32_t caller, unsigned depth)
{
	uint32_t sub = 1 + draw(g, SUBS_MAX - 1), line = 1 + draw(g, 2), rec = g->open[sub]++;
	int64_t own = (int64_t)draw(g, 99999) - (int64_t)draw(g, 99999), incl = own;
	unsigned callees = depth ? draw(g, 4) : 0;

	while (callees-- && g->calls < 300)
		incl += call(g, NODE(parent, sub), sub, depth - 1);
	g->open[sub]--;
	g->calls++;
	record(g->p, parent, caller, sub, line,
	       (struct profile_counts){ 1, rec ? 0 : incl, own, rec ? incl : 0, rec });
	return incl;
}

Test(consistent, whatever_a_program_calls)
{
	struct program g = {};
	struct result r;
	uint32_t i;

	for (i = 0; i < 500; i++) {
		g = (struct program){ .p = with_subs(), .seed = i };
		while (g.calls < 200)
			call(&g, 0, 0, 1 + i % 12);
		correct(g.p, &r);
		expect_consistent(&r);
		cr_expect_eq(r.nodes_ns, measured_ns(g.p) + r.raised_ns);
		cr_expect_eq(r.calls_ns, r.nodes_ns, "%u: %lld", i,
			     (long long)(r.calls_ns - r.nodes_ns));
		free(r.counts);
		profile_free(g.p);
	}
}

Test(consistent, of_a_sum_of_profiles)
{
	struct merge *m = merge_new();
	struct program g = {};
	struct result r;
	int64_t ns = 0;
	uint32_t i;

	for (i = 0; i < 5; i++) {
		g = (struct program){ .p = with_subs(), .seed = i };
		while (g.calls < 100)
			call(&g, 0, 0, 8);
		ns += measured_ns(g.p);
		cr_assert_eq(merge_add(m, g.p), 0);
		profile_free(g.p);
	}
	correct(merge_profile(m), &r);
	expect_consistent(&r);
	cr_expect_eq(r.calls_ns, ns + r.raised_ns);
	free(r.counts);
	merge_free(m);
}
