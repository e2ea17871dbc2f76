// SPDX-License-Identifier: GPL-2.0-or-later
#include "profile/kevents.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nytp/nytp.h"
#include "profile/merge.h"
#include "profile/profile.h"
#include "profile/rename_subs.h"
#include "util/error.h"

static uint32_t stack_of(struct profile *p, uint32_t up, const char *sub)
{
	uint32_t nr;

	cr_assert_eq(profile_kevent_stack(p, up, profile_sub(p, sub)->id, &nr), 0);
	return nr;
}

static void add(struct profile *p, uint32_t fid, uint32_t line, const char *sub, uint32_t stack,
		const char *detail, struct kevent_sum sum)
{
	const struct kevent_in in = { .fid = fid,
				      .line = line,
				      .sub = profile_sub(p, sub)->id,
				      .stack = stack,
				      .event = "syscalls",
				      .detail = detail };

	cr_assert_eq(profile_add_kevent(p, &in, &sum), 0);
}

/* main::f is called by main::g, and by the program; the start has a call, too. */
static struct profile *make(void)
{
	struct profile *p = profile_new();
	struct profile_file *file = profile_file(p, "/a.pl", 0, 0, 0);
	uint32_t run = stack_of(p, 0, "main::RUNTIME"), g = stack_of(p, run, "main::g");
	const struct kevent_in start = { .where = KEVENT_AT_PERL,
					 .event = "syscalls",
					 .detail = "a\tb\\" };

	p->ticks_per_sec = 10000000;
	add(p, file->fid, 3, "main::f", stack_of(p, g, "main::f"), "openat",
	    (struct kevent_sum){ 2, 1, 0, 700 });
	add(p, file->fid, 3, "main::f", stack_of(p, g, "main::f"), "openat",
	    (struct kevent_sum){ 3, 0, 0, 300 });
	add(p, file->fid, 3, "main::f", stack_of(p, run, "main::f"), "openat",
	    (struct kevent_sum){ 4, 0, 0, 10 });
	add(p, 0, 0, "main::g", g, "read", (struct kevent_sum){ 1, 0, 4096, 5 });
	cr_assert_eq(profile_add_kevent(p, &start, &(struct kevent_sum){ 9, 0, 0, 1 }), 0);
	return p;
}

static void expect_caller(const struct profile *p, uint32_t stack, const char *sub)
{
	const struct kevent_stack *s = profile_kevent_caller(p, stack);

	s = s ? profile_kevent_caller(p, s->id.up) : NULL;
	cr_assert(s);
	cr_expect_str_eq(p->subs[s->id.sub]->name, sub);
}

static void expect_rows(const struct profile *p, uint64_t times)
{
	const struct profile_kevent **rows;
	size_t cnt;

	rows = profile_sorted_kevents(p, &cnt);
	cr_assert_eq(cnt, 4u);
	cr_expect_eq(rows[0]->sum.cnt, 9 * times);
	cr_expect_str_eq(profile_kevent_sub(p, rows[0]), "PERL");
	cr_expect_str_eq(profile_kevent_detail(p, rows[0]), "a\tb\\");
	cr_expect_eq(rows[1]->sum.cnt, 5 * times);
	cr_expect_eq(rows[1]->sum.errors, times);
	cr_expect_eq(rows[1]->sum.ns, 1000 * times);
	cr_expect_eq(rows[1]->id.line, 3u);
	cr_expect_str_eq(profile_find_fid(p, rows[1]->id.fid)->name, "/a.pl");
	cr_expect_str_eq(profile_kevent_event(p, rows[1]), "syscalls");
	cr_expect_str_eq(profile_kevent_sub(p, rows[1]), "main::f");
	expect_caller(p, rows[1]->id.stack, "main::g");
	cr_expect_eq(rows[2]->sum.cnt, 4 * times);
	expect_caller(p, rows[2]->id.stack, "main::RUNTIME");
	cr_expect_eq(rows[3]->id.fid, 0u);
	cr_expect_eq(rows[3]->sum.bytes, 4096 * times);
	free(rows);
}

Test(kevents, of_one_place_and_stack_add_up)
{
	struct profile *p = make();

	expect_rows(p, 1);
	profile_free(p);
}

Test(kevents, are_as_they_were_written)
{
	const struct nytp_settings settings = { .compress = 6, .calls = 1 };
	struct profile *p = make(), *read;
	FILE *file = tmpfile();
	struct error err;

	cr_assert_eq(nytp_write(p, file, &settings, &err), 0);
	rewind(file);
	read = nytp_read(file, "x", &err);
	cr_assert(read, "%s", err.text);
	expect_rows(read, 1);
	profile_free(read);
	profile_free(p);
	fclose(file);
}

Test(kevents, merge)
{
	struct merge *m = merge_new();
	struct profile *p = make(), *q = make();

	cr_assert_eq(merge_add(m, p), 0);
	cr_assert_eq(merge_add(m, q), 0);
	expect_rows(merge_profile(m), 2);
	merge_free(m);
	profile_free(p);
	profile_free(q);
}

Test(kevents, follow_subs_that_are_renamed)
{
	struct profile *p = profile_new();
	struct profile_file *file = profile_file(p, "/a.pl", 0, 0, 0);
	uint32_t f = stack_of(p, 0, "main::f"), g = stack_of(p, f, "main::g");
	char *names[2] = { NULL, "main::h" };

	add(p, file->fid, 3, "main::g", g, "read", (struct kevent_sum){ 2, 0, 0, 0 });
	cr_assert_eq(profile_rename_subs(p, names), 0);
	cr_expect_str_eq(profile_kevent_sub(p, p->kevents.rows), "main::h");
	expect_caller(p, p->kevents.rows->id.stack, "main::f");
	profile_free(p);
}

Test(kevents, too_many_places_are_one_row)
{
	struct profile *p = profile_new();
	struct profile_file *file = profile_file(p, "/a.pl", 0, 0, 0);
	const struct profile_kevent *row;
	uint64_t rest = 0, i;

	for (i = 0; i < KEVENT_ROWS_MAX + 50; i++)
		add(p, file->fid, (uint32_t)i + 1, "main::f", 0, "read",
		    (struct kevent_sum){ 1, 0, 0, 0 });
	for (row = p->kevents.rows; row; row = row->hh.next) {
		if (row->id.where == KEVENT_AT_UNKNOWN)
			rest += row->sum.cnt;
	}
	cr_expect_eq(rest, 50u);
	profile_free(p);
}

Test(kevents, a_stack_that_is_too_deep_has_no_number)
{
	struct profile *p = profile_new();
	const uint32_t sub = profile_sub(p, "main::f")->id;
	uint32_t nr = 0, i;

	for (i = 0; i < KEVENT_DEPTH_MAX; i++) {
		cr_assert_eq(profile_kevent_stack(p, nr, sub, &nr), 0);
		cr_assert_eq(nr, i + 1);
	}
	cr_assert_eq(profile_kevent_stack(p, nr, sub, &nr), 0);
	cr_expect_eq(nr, 0u);
	profile_free(p);
}

static void add_memory(struct profile *p, const char *sub, int64_t bytes)
{
	const struct kevent_in in = { .sub = profile_sub(p, sub)->id,
				      .event = "memory",
				      .detail = "" };

	cr_assert_eq(profile_add_kevent(p, &in, &(struct kevent_sum){ .cnt = 1, .bytes = bytes }),
		     0);
}

Test(kevents, of_memory_can_be_below_0_and_are_sorted_by_bytes)
{
	const struct nytp_settings settings = { .compress = 6, .calls = 1 };
	struct profile *p = profile_new(), *read;
	const struct profile_kevent **rows;
	FILE *file = tmpfile();
	struct error err;
	size_t cnt;

	p->ticks_per_sec = 10000000;
	add_memory(p, "main::frees", -8192);
	add_memory(p, "main::frees", -4096);
	add_memory(p, "main::grows", 4096);
	add_memory(p, "main::most", INT64_MAX);
	add_memory(p, "main::most", 1);
	cr_assert_eq(nytp_write(p, file, &settings, &err), 0);
	rewind(file);
	read = nytp_read(file, "x", &err);
	cr_assert(read, "%s", err.text);
	rows = profile_sorted_kevents(read, &cnt);
	cr_assert_eq(cnt, 3u);
	cr_expect_str_eq(profile_kevent_sub(read, rows[0]), "main::most");
	cr_expect_eq(rows[0]->sum.bytes, INT64_MAX);
	cr_expect_str_eq(profile_kevent_sub(read, rows[1]), "main::grows");
	cr_expect_str_eq(profile_kevent_sub(read, rows[2]), "main::frees");
	cr_expect_eq(rows[2]->sum.bytes, -12288);
	cr_expect_eq(rows[2]->sum.cnt, 2u);
	free(rows);
	profile_free(read);
	profile_free(p);
	fclose(file);
}

static void add_live(struct profile *p, const char *sub, int64_t cnt, int64_t bytes)
{
	const struct kevent_in in = { .sub = profile_sub(p, sub)->id,
				      .event = EVENT_MALLOC_LIVE,
				      .detail = "" };

	cr_assert_eq(profile_add_kevent(
			     p, &in, &(struct kevent_sum){ .cnt = (uint64_t)cnt, .bytes = bytes }),
		     0);
}

Test(kevents, what_one_collection_has_found_live_the_next_one_may_find_freed)
{
	const struct nytp_settings settings = { .compress = 6, .calls = 1 };
	struct profile *p = profile_new(), *read;
	const struct profile_kevent **rows;
	FILE *file = tmpfile();
	struct error err;
	size_t cnt;

	p->ticks_per_sec = 10000000;
	add_live(p, "main::keeps", 10, 1000);
	add_live(p, "main::keeps", -7, -700);
	add_live(p, "main::frees", -2, -20); /* of another part */
	cr_assert_eq(nytp_write(p, file, &settings, &err), 0);
	rewind(file);
	read = nytp_read(file, "x", &err);
	cr_assert(read, "%s", err.text);
	rows = profile_sorted_kevents(read, &cnt);
	cr_assert_eq(cnt, 2u);
	cr_expect_str_eq(profile_kevent_sub(read, rows[0]), "main::keeps");
	cr_expect_eq(rows[0]->sum.cnt, 3u);
	cr_expect_eq(rows[0]->sum.bytes, 300);
	cr_expect(rows[0]->by_bytes);
	cr_expect_eq(rows[1]->sum.cnt, 0u);
	cr_expect_eq(rows[1]->sum.bytes, -20);
	free(rows);
	profile_free(read);
	profile_free(p);
	fclose(file);
}

/* Those in subs; what has no callers in the profile is told from what has lost the outer ones. */
Test(kevents, stacks_that_miss_callers_are_counted)
{
	struct profile *p = make();
	const uint32_t h = stack_of(p, 0, "main::h");
	struct kevent_callers c;

	profile_kevent_callers(p, NULL, &c);
	cr_expect_eq(c.all, 10u);
	cr_expect_eq(c.cut, 0u);
	cr_expect_eq(c.none, 0u);
	add(p, 0, 0, "main::f", stack_of(p, h, "main::f"), "openat",
	    (struct kevent_sum){ .cnt = 20 });
	add(p, 0, 0, "main::f", 0, "openat", (struct kevent_sum){ .cnt = 40 });
	add(p, 0, 0, "main::RUNTIME", 0, "openat", (struct kevent_sum){ .cnt = 80 });
	profile_kevent_callers(p, "syscalls", &c);
	cr_expect_eq(c.all, 150u);
	cr_expect_eq(c.cut, 20u);
	cr_expect_eq(c.none, 40u);
	profile_kevent_callers(p, "page-faults", &c);
	cr_expect_eq(c.all, 0u);
	profile_free(p);
}
