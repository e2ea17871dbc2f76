// SPDX-License-Identifier: GPL-2.0-or-later
/* The messages to those who watch a recorder, and the figures that are made of them. */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"
#include "top/feed.h"
#include "top/figures.h"
#include "tracee/tracee.h"

#define PERIOD 10000000 /* ns: 100 Hz */

static struct tracee process = { .tgid = 10, .application = (char *)"a.pl" };

static struct profile_file *file(void)
{
	return profile_file(process.profile, "/a.pl", 0, 0, 0);
}

/* Samples in a sub, in a line, of which some were in what it called. */
static void samples(const char *sub, uint32_t line, int64_t own, int64_t below)
{
	const struct call_id id = { .callee = profile_sub(process.profile, sub)->id,
				    .caller = profile_sub(process.profile, "main::RUNTIME")->id,
				    .fid = file()->fid,
				    .line = 1 };
	const struct profile_counts counts = { .incl_ns = (own + below) * PERIOD,
					       .excl_ns = own * PERIOD };

	profile_add_line(file(), line, (uint64_t)own, own * PERIOD);
	profile_add_call(process.profile, &id, &counts);
}

static struct figures *recorder_s(void)
{
	struct figures *f = figures_new(PERIOD);

	process.naming.period_ns = PERIOD;
	process.profile = profile_new();
	return f;
}

static void turn(struct figures *f)
{
	cr_assert_eq(figures_take(f, &process), 0);
	figures_turn(f, 1);
}

static const struct top_item *item(const struct figures *f, enum top_kind kind, pid_t pid,
				   const char *name)
{
	struct top_item *i;

	for (i = figures_items(f, kind, pid); i; i = i->hh.next) {
		if (!strcmp(i->label, name))
			return i;
	}
	cr_assert_fail("no %s", name);
	return NULL;
}

Test(feed, samples_are_of_subs_by_their_calls_and_of_lines)
{
	struct figures *f = recorder_s();

	samples("main::f", 5, 30, 10);
	samples("main::g", 6, 10, 0);
	profile_add_line(file(), 7, 2, 2 * PERIOD); /* in no sub */
	turn(f);
	cr_expect_eq(item(f, TOP_SUBS, 10, "main::f")->now.own, 30);
	cr_expect_eq(item(f, TOP_SUBS, 10, "main::f")->now.incl, 40);
	cr_expect_eq(item(f, TOP_SUBS, 10, "main::RUNTIME")->now.own, 2);
	cr_expect_eq(item(f, TOP_LINES, 0, "/a.pl:5")->now.own, 30);
	cr_expect_eq(figures_all(f, 10)->now.own, 42);
	samples("main::f", 5, 1, 0);
	turn(f);
	cr_expect_eq(item(f, TOP_SUBS, 10, "main::f")->now.own, 1);
	cr_expect_eq(item(f, TOP_SUBS, 10, "main::f")->total.own, 31);
	cr_expect_eq(item(f, TOP_LINES, 10, "/a.pl:5")->total.own, 31);
	cr_expect_eq(item(f, TOP_SUBS, 10, "main::g")->now.own, 0);
	cr_expect_eq(figures_all(f, 0)->total.own, 43);
	figures_free(f);
	profile_free(process.profile);
}

/* A call that goes on is counted a look later: until then its samples are in no sub, and not twice. */
Test(feed, a_call_that_comes_later_does_not_count_twice)
{
	struct figures *f = recorder_s();
	const struct call_id id = { .callee = profile_sub(process.profile, "main::f")->id,
				    .caller = profile_sub(process.profile, "main::RUNTIME")->id,
				    .fid = file()->fid,
				    .line = 1 };
	const struct profile_counts counts = { .incl_ns = 8 * PERIOD, .excl_ns = 8 * PERIOD };

	profile_add_line(file(), 5, 8, 8 * PERIOD);
	turn(f);
	profile_add_call(process.profile, &id, &counts);
	profile_add_line(file(), 5, 3, 3 * PERIOD);
	turn(f);
	profile_add_line(file(), 7, 7, 7 * PERIOD);
	turn(f);
	cr_expect_eq(item(f, TOP_SUBS, 0, "main::f")->total.own, 8);
	cr_expect_eq(item(f, TOP_SUBS, 0, "main::RUNTIME")->total.own, 10);
	cr_expect_eq(figures_all(f, 0)->total.own, 18);
	figures_free(f);
	profile_free(process.profile);
}

/* What a wait has added to a call is no time on a processor. */
Test(feed, waits_are_no_samples)
{
	struct figures *f = recorder_s();
	uint32_t sub;

	samples("main::f", 5, 30, 0);
	sub = profile_sub(process.profile, "main::f")->id;
	process.profile->subs[sub]->wait_excl_ns = 20 * PERIOD;
	process.profile->subs[sub]->wait_incl_ns = 20 * PERIOD;
	turn(f);
	cr_expect_eq(item(f, TOP_SUBS, 0, "main::f")->now.own, 10);
	cr_expect_eq(item(f, TOP_SUBS, 0, "main::f")->now.incl, 10);
	figures_free(f);
	profile_free(process.profile);
}

/* One that was never shown has no row, and one that was has its last one. */
Test(feed, the_end_of_a_process_that_was_not_taken_is_nothing)
{
	struct figures *f = recorder_s();

	figures_end(f, &process);
	cr_expect_null(figures_items(f, TOP_PROCESSES, 0));
	samples("main::f", 5, 3, 0);
	turn(f);
	figures_end(f, &process);
	cr_expect(item(f, TOP_PROCESSES, 0, "a.pl")->ended);
	figures_free(f);
	profile_free(process.profile);
}

/* Reads all that is there into figures; returns the last result of feed_take(). */
static int read_all(struct feed_buffer *b, struct figures *f, struct feed_message *m)
{
	int rc;

	while ((rc = feed_take(b, m)) > 0) {
		const struct top_sums add = { m->row.own, m->row.incl, m->row.wait_ns };

		if (m->kind == FEED_EVENT)
			cr_assert_not(figures_add_event(f, m->name));
		if (m->kind != FEED_ROW)
			continue;
		figures_put(f, m->row.kind, m->row.pid, m->name, &add, m->row.ended);
		figures_put_events(f, m->row.kind, m->row.pid, m->name, m->amounts,
				   m->row.event_cnt);
	}
	return rc;
}

Test(feed, what_is_sent_arrives)
{
	const struct feed_hello hello = { FEED_VERSION, 100, PERIOD };
	struct figures *from = recorder_s(), *to = figures_new(PERIOD);
	struct feed_turn sent = { .interval_ns = 1000000000, .processes = 1, .dropped = 7 };
	struct feed_buffer b = {}, part = {};
	struct feed_message m;
	uint64_t beyond;
	size_t i;

	samples("main::f", 5, 30, 10);
	turn(from);
	cr_assert_eq(feed_put_hello(&b, &hello), 0);
	cr_assert_eq(feed_put_rows(&b, from, &beyond), 0);
	cr_assert_eq(feed_put_turn(&b, &sent), 0);
	cr_expect_eq(beyond, 0);
	/* Byte by byte: a message is taken when all of it is there. */
	for (i = 0; i < b.size; i++) {
		cr_assert_eq(feed_put(&part, b.bytes + i, 1), 0);
		cr_assert_eq(read_all(&part, to, &m), 0);
	}
	cr_expect_eq(m.kind, FEED_TURN);
	cr_expect_eq(m.turn.dropped, 7);
	figures_turn(to, 1);
	cr_expect_eq(item(to, TOP_SUBS, 0, "main::f")->total.own, 30);
	cr_expect_eq(item(to, TOP_SUBS, 10, "main::f")->now.incl, 40);
	cr_expect_eq(item(to, TOP_LINES, 10, "/a.pl:5")->now.own, 30);
	cr_expect_eq(item(to, TOP_PROCESSES, 0, "a.pl")->now.own, 30);
	cr_expect_eq(figures_all(to, 0)->total.own, 30);
	feed_buffer_release(&b);
	feed_buffer_release(&part);
	figures_free(from);
	figures_free(to);
	profile_free(process.profile);
}

Test(feed, events_arrive)
{
	struct figures *from = recorder_s(), *to = figures_new(PERIOD);
	struct kevent_in in = { .event = "syscalls", .detail = "stat", .line = 5 };
	struct feed_buffer b = {};
	struct feed_message m;
	uint64_t beyond;

	cr_assert_not(figures_add_event(from, "page-faults"));
	cr_assert_not(figures_add_event(from, "syscalls"));
	in.fid = file()->fid;
	in.sub = profile_sub(process.profile, "main::f")->id;
	cr_assert_not(profile_add_kevent(process.profile, &in, &(struct kevent_sum){ .cnt = 12 }));
	turn(from);
	cr_assert_eq(feed_put_events(&b, from), 0);
	cr_assert_eq(feed_put_rows(&b, from, &beyond), 0);
	cr_assert_eq(read_all(&b, to, &m), 0);
	figures_turn(to, 1);
	cr_assert_eq(figures_event_cnt(to), 2u);
	cr_expect_str_eq(figures_event_name(to, 1), "syscalls");
	cr_expect_eq(item(to, TOP_SUBS, 10, "main::f")->events[1].now, 12);
	cr_expect_eq(item(to, TOP_LINES, 0, "/a.pl:5")->events[1].now, 12);
	cr_expect_eq(item(to, TOP_LINES, 0, "/a.pl:5")->events[0].now, 0);
	cr_expect_eq(item(to, TOP_PROCESSES, 0, "a.pl")->events[1].total, 12);
	cr_expect_eq(figures_all(to, 0)->events[1].total, 12);
	feed_buffer_release(&b);
	figures_free(from);
	figures_free(to);
	profile_free(process.profile);
}

/* It reads, but it never has all. */
Test(feed, who_is_always_behind_needs_no_more_memory)
{
	const struct feed_turn sent = { .dropped = 7 };
	struct feed_buffer b = {};
	struct feed_message m;
	int i;

	cr_assert_eq(feed_put_turn(&b, &sent), 0);
	for (i = 0; i < 1000; i++) {
		cr_assert_eq(feed_put_turn(&b, &sent), 0);
		cr_assert_eq(feed_take(&b, &m), 1);
		cr_assert_eq(m.turn.dropped, 7);
	}
	cr_expect_lt(b.room, 20 * sizeof(sent));
	cr_expect_eq(feed_take(&b, &m), 1);
	cr_expect_eq(feed_take(&b, &m), 0);
	feed_buffer_release(&b);
}

static int take_bytes(const void *bytes, size_t size)
{
	struct feed_buffer b = {};
	struct feed_message m;
	int rc;

	cr_assert_eq(feed_put(&b, bytes, size), 0);
	rc = feed_take(&b, &m);
	feed_buffer_release(&b);
	return rc;
}

Test(feed, what_is_no_message_is_refused)
{
	struct {
		struct feed_head head;
		struct feed_hello hello;
	} hello = { { FEED_HELLO, sizeof(hello.hello) }, { FEED_VERSION, 99, PERIOD } };
	struct {
		struct feed_head head;
		struct feed_row row;
		char name[4];
	} row = { { FEED_ROW, sizeof(row.row) + 4 }, { .pid = 10, .kind = TOP_SUBS }, "a::b" };

	cr_expect_eq(take_bytes(&hello, sizeof(hello)), 1);
	cr_expect_eq(take_bytes(&row, sizeof(row)), 1);
	cr_expect_eq(take_bytes(&row, sizeof(row.head) + row.head.size - 1), 0, "it goes on");
	hello.hello.version++;
	cr_expect_eq(take_bytes(&hello, sizeof(hello)), -EPROTO, "another version");
	hello.head.kind = FEED_KINDS;
	cr_expect_eq(take_bytes(&hello, sizeof(hello)), -EPROTO, "an unknown kind");
	hello.head = (struct feed_head){ FEED_HELLO, sizeof(hello.hello) - 1 };
	cr_expect_eq(take_bytes(&hello, sizeof(hello)), -EPROTO, "too short");
	row.row.kind = TOP_KINDS;
	cr_expect_eq(take_bytes(&row, sizeof(row)), -EPROTO, "a row of no kind");
	row.row.kind = TOP_SUBS;
	row.row.pid = 0;
	cr_expect_eq(take_bytes(&row, sizeof(row)), -EPROTO, "of no process");
	row.row.pid = 10;
	row.row.event_cnt = 1;
	cr_expect_eq(take_bytes(&row, sizeof(row)), -EPROTO, "there is no room for its event");
	row.row.event_cnt = UINT32_MAX;
	cr_expect_eq(take_bytes(&row, sizeof(row)), -EPROTO, "nor for so many");
	row.row.event_cnt = 0;
	row.head.size = UINT32_MAX;
	cr_expect_eq(take_bytes(&row, sizeof(row)), -EPROTO, "an endless name");
}

Test(feed, a_long_name_is_cut_and_many_rows_are_counted)
{
	struct figures *from = recorder_s(), *to = figures_new(PERIOD);
	char name[2 * FEED_NAME_MAX];
	struct feed_buffer b = {};
	struct feed_message m;
	uint64_t beyond;
	uint32_t i;

	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	samples(name, 1, 5, 0);
	for (i = 2; i < FEED_ROWS_MAX + 10; i++)
		profile_add_line(file(), i, 1, PERIOD);
	turn(from);
	cr_assert_eq(feed_put_rows(&b, from, &beyond), 0);
	cr_expect_geq(beyond, 8);
	cr_expect_eq(read_all(&b, to, &m), 0);
	feed_buffer_release(&b);
	figures_free(from);
	figures_free(to);
	profile_free(process.profile);
}
