// SPDX-License-Identifier: GPL-2.0-or-later
#include "drain/kevent_totals.h"

#include <criterion/criterion.h>
#include <string.h>
#include <sys/syscall.h>

#include "nytprof/tracepoints.h"
#include "options/event_options.h"
#include "util/error.h"

static struct tracepoint points[TRACEPOINTS_MAX];

static void add(struct kevent_totals *t, uint32_t kind, uint32_t more, struct kevent_sum sum)
{
	const struct kevent_key key = { .event = kind << 16 | more,
					.line = (uint32_t)sum.cnt,
					.object = { .id = sum.cnt } };

	cr_assert_not(kevent_totals_add(t, &key, points, &sum));
}

static const struct kevent_total *find(const struct kevent_totals *t, const char *event,
				       const char *kind)
{
	const struct kevent_total *total = t->all;

	while (total && (strcmp(total->id.event, event) || strcmp(total->id.kind, kind)))
		total = total->hh.next;
	return total;
}

Test(kevent_totals, add_up_without_place_and_object)
{
	struct kevent_totals t = {};
	const struct kevent_total *total;

	add(&t, KEVENT_CALL, SYS_openat, (struct kevent_sum){ 2, 1, 3, 4 });
	add(&t, KEVENT_CALL, SYS_openat, (struct kevent_sum){ 3, 0, 5, 6 });
	add(&t, KEVENT_FILE, SYS_openat, (struct kevent_sum){ 1, 0, 0, 7 });
	add(&t, KEVENT_MEMORY, 0, (struct kevent_sum){ 1, 0, -4096, 0 });
	total = find(&t, "syscalls", "openat");
	cr_assert(total);
	cr_expect_eq(total->sum.cnt, 5u);
	cr_expect_eq(total->sum.errors, 1u);
	cr_expect_eq(total->sum.bytes, 8);
	cr_expect_eq(total->sum.ns, 10u);
	cr_expect_not(total->by_bytes);
	cr_expect_eq(find(&t, "files", "open")->sum.ns, 7u);
	total = find(&t, "memory", "");
	cr_expect_eq(total->sum.bytes, -4096);
	cr_expect(total->by_bytes);
	cr_expect_eq(HASH_COUNT(t.all), 3u);
	kevent_totals_release(&t);
}

/* A program can use any number for a system call. */
Test(kevent_totals, there_are_only_so_many)
{
	struct kevent_totals t = {};
	uint32_t kind, more;

	for (kind = 0; kind <= KEVENT_CNT; kind++) {
		for (more = 0; more < 0x10000; more++)
			add(&t, kind, more, (struct kevent_sum){ .cnt = 1 });
	}
	cr_expect_leq(HASH_COUNT(t.all), KEVENT_TOTALS_MAX + KEVENT_CNT + TRACEPOINTS_MAX);
	cr_expect_gt(find(&t, "syscalls", "other")->sum.cnt, 60000u);
	kevent_totals_release(&t);
}

/* Those that have a name of their own, or one of a few, are 0 before the first one happens. */
Test(kevent_totals, what_is_known_before_is_0)
{
	struct event_options o;
	struct kevent_totals t = {};
	struct error err;

	cr_assert_not(event_option_set(
		&o, "page-faults,context-switches,syscalls,tracepoint:sched:sched_wakeup", &err));
	cr_assert_not(kevent_totals_begin(&t, o.events, o.tracepoints));
	cr_expect(find(&t, "page-faults", "minor"));
	cr_expect(find(&t, "page-faults", "major"));
	cr_expect(find(&t, "context-switches", "voluntary"));
	cr_expect(find(&t, "context-switches", "involuntary"));
	cr_expect(find(&t, "tracepoint:sched:sched_wakeup", ""));
	cr_expect_eq(HASH_COUNT(t.all), 5u);
	cr_expect_eq(t.all->sum.cnt, 0u);
	kevent_totals_release(&t);
	cr_assert_not(kevent_totals_begin(&t, 0, NULL));
	cr_expect_null(t.all);
}
