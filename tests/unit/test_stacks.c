// SPDX-License-Identifier: GPL-2.0-or-later
/* The stacks of a profile: their times, their counts, and what is done where it has no stacks. */
#include "stacks/stacks.h"

#include <criterion/criterion.h>
#include <stdio.h>

#include "profile/profile.h"
#include "stacks/event_lines.h"
#include "stacks/events.h"

enum {
	RUNTIME,
	A,
	B,
	SUBS
};

static struct profile *begin(void)
{
	static const char *const names[] = { "main::RUNTIME", "main::a", "main::b" };
	struct profile *p = profile_new();
	size_t i;

	profile_add_line(profile_file(p, "/x.pl", 0, 0, 0), 1, 4, 1000);
	for (i = 0; i < SUBS; i++)
		profile_sub(p, names[i]);
	return p;
}

static void add_call(struct profile *p, uint32_t caller, uint32_t callee, uint32_t line,
		     uint64_t cnt, int64_t ns)
{
	struct call_id id = { .caller = caller, .callee = callee, .fid = 1, .line = line };
	struct profile_counts counts = { .cnt = cnt, .incl_ns = ns, .excl_ns = ns };

	profile_add_call(p, &id, &counts);
}

static void add_node(struct profile *p, uint64_t id, uint64_t parent, uint32_t sub, uint64_t cnt,
		     int64_t ns)
{
	call_tree_add(&p->call_tree,
		      &(struct call_node){
			      .id = id, .parent = parent, .sub = sub, .cnt = cnt, .excl_ns = ns });
}

/* "depth name cnt ns total" of each; frees the profile. */
static void expect_stacks(struct profile *p, const char *expected)
{
	struct stacks s;
	char text[1000] = "";
	FILE *out = fmemopen(text, sizeof(text), "w");
	size_t i;

	cr_assert_eq(stacks_make(&s, p), 0);
	for (i = 0; i < s.cnt; i++)
		fprintf(out, "%u %s %llu %lld %lld\n", s.all[i].depth, stack_name(p, &s.all[i]),
			(unsigned long long)s.all[i].cnt, (long long)s.all[i].ns,
			(long long)s.all[i].total_ns);
	fclose(out);
	cr_expect_str_eq(text, expected, "%s, not %s", text, expected);
	stacks_release(&s);
	profile_free(p);
}

Test(stacks, the_program_has_what_no_sub_has)
{
	struct profile *p = begin();

	add_node(p, 1, CALL_TREE_ROOT, A, 2, 300);
	add_node(p, 2, 1, B, 5, 100);
	add_node(p, 3, CALL_TREE_ROOT, B, 1, -7);
	expect_stacks(p, "0 main::RUNTIME 0 600 1000\n1 main::a 2 300 400\n2 main::b 5 100 100\n"
			 "1 main::b 1 0 0\n");
}

Test(stacks, calls_are_shared_by_time_where_a_pair_has_several_stacks)
{
	struct profile *p = begin();

	add_call(p, RUNTIME, A, 1, 3, 0);
	add_call(p, A, B, 1, 70, 0);
	add_call(p, A, B, 2, 30, 0);
	add_call(p, B, A, 2, 9, 0);
	add_node(p, 1, CALL_TREE_ROOT, A, 1, 0);
	add_node(p, 2, 1, B, 1, 299);
	add_node(p, 3, 2, A, 1, 0);
	add_node(p, 4, 3, B, 1, 99);
	expect_stacks(p, "0 main::RUNTIME 0 602 1000\n1 main::a 3 0 398\n2 main::b 75 299 398\n"
			 "3 main::a 9 0 99\n4 main::b 25 99 99\n");
}

Test(stacks, without_a_tree_there_are_callers_and_callees)
{
	struct profile *p = begin();

	add_call(p, B, A, 1, 3, 100);
	add_call(p, B, A, 2, 4, 10);
	add_call(p, RUNTIME, B, 2, 1, 50);
	expect_stacks(p, "0 main::RUNTIME 0 840 1000\n1 main::b 1 50 50\n"
			 "1 (callers not recorded) 0 0 110\n2 main::b 0 0 110\n"
			 "3 main::a 7 110 110\n");
}

Test(stacks, counts_of_samples_are_periods)
{
	struct profile *p = begin();

	profile_add_line(p->files[0], 2, 1, 99000);
	profile_set_attr(p, "agent_sampled", "20000");
	add_node(p, 1, CALL_TREE_ROOT, A, 1, 50000);
	expect_stacks(p, "0 main::RUNTIME 1 50000 100000\n1 main::a 1 50000 50000\n");
}

Test(stacks, what_is_too_deep_is_one_frame)
{
	struct profile *p = begin();
	struct stacks s;
	uint64_t i;

	for (i = 1; i <= 2 * STACKS_DEPTH_MAX; i++)
		add_node(p, i, i - 1, A, 1, 10);
	add_call(p, RUNTIME, A, 1, 1, 0);
	add_call(p, A, A, 1, 2 * STACKS_DEPTH_MAX - 1, 0);
	cr_assert_eq(stacks_make(&s, p), 0);
	cr_expect(s.deeper);
	cr_assert_eq(s.cnt, STACKS_DEPTH_MAX + 2);
	cr_expect_eq(s.all[s.cnt - 1].sub, STACK_DEEPER);
	cr_expect_eq(s.all[s.cnt - 1].ns, 10 * STACKS_DEPTH_MAX);
	cr_expect_eq(s.all[s.cnt - 1].cnt, STACKS_DEPTH_MAX);
	cr_expect_eq(s.all[1].cnt, 1u);
	cr_expect_not(s.shared_cnts);
	cr_expect_eq(s.all[0].total_ns, 20 * STACKS_DEPTH_MAX);
	stacks_release(&s);
	profile_free(p);
}

static uint32_t stack_of(struct profile *p, uint32_t up, uint32_t sub)
{
	uint32_t nr;

	cr_assert_eq(profile_kevent_stack(p, up, sub, &nr), 0);
	return nr;
}

static void add_event(struct profile *p, enum kevent_where where, uint32_t stack, uint32_t sub,
		      const char *event, uint64_t cnt)
{
	const struct kevent_in in = {
		.where = where, .stack = stack, .sub = sub, .event = event, .detail = ""
	};

	cr_assert_eq(profile_add_kevent(p, &in, &(struct kevent_sum){ .cnt = cnt }), 0);
}

/* "depth name cnt..." of each. */
static void expect_events(const struct profile *p, const struct event_stacks *e,
			  const char *expected)
{
	char text[1000] = "";
	FILE *out = fmemopen(text, sizeof(text), "w");
	uint32_t kind;
	size_t i;

	for (i = 0; i < e->tree.cnt; i++) {
		fprintf(out, "%u %s", e->tree.all[i].depth, stack_name(p, &e->tree.all[i]));
		for (kind = 0; kind < e->kind_cnt; kind++)
			fprintf(out, " %lld", (long long)event_amount(e, i, kind));
		fputc('\n', out);
	}
	fclose(out);
	cr_expect_str_eq(text, expected, "%s, not %s", text, expected);
}

Test(stacks, events_have_a_tree_of_their_own)
{
	struct profile *p = begin();
	uint32_t run = stack_of(p, 0, RUNTIME), b = stack_of(p, run, B), a = stack_of(p, b, A);
	uint32_t cut = stack_of(p, stack_of(p, 0, B), B);
	struct event_stacks e;

	add_event(p, KEVENT_AT_SUB, a, A, "syscalls", 5);
	add_event(p, KEVENT_AT_SUB, a, A, "page-faults", 7);
	add_event(p, KEVENT_AT_SUB, run, RUNTIME, "syscalls", 2);
	add_event(p, KEVENT_AT_SUB, stack_of(p, run, A), A, "syscalls", 3);
	add_event(p, KEVENT_AT_SUB, cut, B, "syscalls", 11);
	add_event(p, KEVENT_AT_SUB, 0, A, "syscalls", 1);
	add_event(p, KEVENT_AT_PERL, 0, 0, "page-faults", 13);
	add_event(p, KEVENT_AT_FLOOD, 0, 0, "syscalls", UINT64_MAX - 20);
	cr_assert_eq(event_stacks_make(&e, p), 0);
	cr_assert_eq(e.kind_cnt, 2u);
	cr_expect_str_eq(e.kinds[0], "page-faults");
	cr_expect_eq(e.sums[0].cnt, 20u);
	cr_expect_eq(e.sums[1].cnt, UINT64_MAX, "a sum has an end");
	expect_events(p, &e,
		      "0 main::RUNTIME 0 2\n"
		      "1 (callers not recorded) 0 0\n"
		      "2 main::a 0 1\n"
		      "2 main::b 0 0\n"
		      "3 main::b 0 11\n"
		      "1 (too many) 0 9223372036854775807\n"
		      "1 PERL 13 0\n"
		      "1 main::a 0 3\n"
		      "1 main::b 0 0\n"
		      "2 main::a 7 5\n");
	event_stacks_release(&e);
	profile_free(p);
}

Test(stacks, events_beyond_so_many_names_are_one)
{
	struct profile *p = begin();
	struct event_stacks e;
	char name[16];
	uint32_t i;

	cr_assert_eq(event_stacks_make(&e, p), 0);
	cr_expect_eq(e.kind_cnt, 0u, "there are none");
	event_stacks_release(&e);
	for (i = 0; i < 2 * EVENT_KINDS_MAX; i++) {
		snprintf(name, sizeof(name), "event-%02u", i);
		add_event(p, KEVENT_AT_PERL, 0, 0, name, 1);
	}
	cr_assert_eq(event_stacks_make(&e, p), 0);
	cr_assert_eq(e.kind_cnt, EVENT_KINDS_MAX);
	cr_expect_str_eq(e.kinds[EVENT_KINDS_MAX - 1], "other events");
	cr_expect_eq(e.sums[EVENT_KINDS_MAX - 1].cnt, EVENT_KINDS_MAX + 1);
	cr_expect_eq(event_kind(&e, "event-31"), EVENT_KINDS_MAX, "it has no index");
	event_stacks_release(&e);
	profile_free(p);
}

Test(stacks, events_of_an_older_profile_are_subtracted)
{
	struct profile *p = begin(), *old = profile_new();
	uint32_t run = stack_of(p, 0, RUNTIME), a = stack_of(p, run, A), b = stack_of(p, run, B);
	const uint32_t old_b = profile_sub(old, "main::b")->id,
		       gone = profile_sub(old, "main::aa")->id;
	uint32_t old_run;
	struct event_stacks e;

	/* Its subs have other numbers. */
	old_run = stack_of(old, 0, profile_sub(old, "main::RUNTIME")->id);
	add_event(old, KEVENT_AT_SUB, stack_of(old, old_run, old_b), old_b, "syscalls", 10);
	add_event(old, KEVENT_AT_SUB, stack_of(old, stack_of(old, old_run, gone), old_b), old_b,
		  "syscalls", 1);
	add_event(old, KEVENT_AT_PERL, 0, 0, "syscalls", 9);
	add_event(old, KEVENT_AT_PERL, 0, 0, "futex", 9);
	add_event(p, KEVENT_AT_SUB, a, A, "syscalls", 5);
	add_event(p, KEVENT_AT_SUB, b, B, "syscalls", 12);
	add_event(p, KEVENT_AT_SUB, b, B, "page-faults", 3);
	add_event(p, KEVENT_AT_SUB, stack_of(p, b, B), B, "syscalls", 4);
	add_event(p, KEVENT_AT_PERL, 0, 0, "syscalls", 7);
	cr_assert_eq(event_stacks_make(&e, p), 0);
	cr_assert_eq(event_stacks_subtract(&e, p, old), 0);
	expect_events(p, &e,
		      "0 main::RUNTIME 0 0\n"
		      "1 PERL 0 0\n"
		      "1 main::a 0 5\n"
		      "1 main::b 3 2\n"
		      "2 main::b 0 4\n");
	event_stacks_release(&e);
	profile_free(p);
	profile_free(old);
}

static void add_event_at(struct profile *p, uint32_t fid, uint32_t line, uint32_t sub,
			 const char *event, const char *detail, int64_t amount)
{
	const struct kevent_in in = { .fid = fid,
				      .line = line,
				      .sub = sub,
				      .where = KEVENT_AT_SUB,
				      .event = event,
				      .detail = detail };
	const struct kevent_sum sum = { .cnt = (uint64_t)amount, .bytes = amount };

	cr_assert_eq(profile_add_kevent(p, &in, &sum), 0);
}

Test(stacks, events_of_one_line_are_one)
{
	struct profile *p = begin();
	struct event_line *lines;
	struct event_stacks e;
	size_t cnt;

	add_event_at(p, 1, 7, A, "syscalls", "read", 1);
	add_event_at(p, 1, 7, A, "syscalls", "write", 2);
	add_event_at(p, 1, 7, B, "memory", "", -4096);
	add_event_at(p, 1, 3, B, "syscalls", "read", INT64_MAX);
	add_event_at(p, 1, 3, A, "syscalls", "read", 1);
	add_event_at(p, 0, 0, B, "syscalls", "read", 4);
	add_event_at(p, 0, 0, B, "syscalls", "write", 4);
	add_event(p, KEVENT_AT_PERL, 0, 0, "syscalls", 16);
	cr_assert_eq(event_stacks_make(&e, p), 0);
	lines = event_lines(&e, p, event_kind(&e, "syscalls"), &cnt);
	cr_assert_not_null(lines);
	cr_assert_eq(cnt, 4u);
	cr_expect_eq(lines[0].fid, 0u, "those without a line come first");
	cr_expect_eq(lines[0].sub, B);
	cr_expect_eq(lines[0].amounts[1], 8);
	cr_expect_eq(lines[1].sub, STACK_NOWHERE(KEVENT_AT_PERL));
	cr_expect_eq(lines[1].amounts[1], 16);
	cr_expect_eq(lines[2].line, 3u);
	cr_expect_eq(lines[2].amounts[1], INT64_MAX, "a sum has an end");
	cr_expect_eq(lines[3].line, 7u);
	cr_expect_eq(lines[3].amounts[0], -4096, "of memory it is the bytes");
	cr_expect_eq(lines[3].amounts[1], 3);
	cr_expect_eq(lines[3].sum.cnt, 3u, "of the one that was asked for");
	cr_expect_eq(lines[3].sum.bytes, 3);
	free(lines);
	event_stacks_release(&e);
	profile_free(p);
}
