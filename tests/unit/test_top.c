// SPDX-License-Identifier: GPL-2.0-or-later
/* Figures, rows, keys and pages of the live view, without a terminal. */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"
#include "top/figures.h"
#include "top/page.h"
#include "top/view.h"
#include "tracee/own.h"
#include "tracee/tracee.h"

#define PERIOD 10000000 /* ns: 100 Hz */

static struct tracee *process(uint32_t pid, const char *name)
{
	struct tracee *t = calloc(1, sizeof(*t));

	t->tgid = pid;
	t->naming.own = true;
	t->application = strdup(name);
	t->profile = profile_new();
	return t;
}

static void process_free(struct tracee *t)
{
	own_release(&t->own);
	profile_free(t->profile);
	free(t->application);
	free(t);
}

static void own(struct tracee *t, const char *sub, uint32_t line, uint64_t samples)
{
	const struct own_id id = { profile_sub(t->profile, sub)->id,
				   profile_file(t->profile, "/a.pl", 0, 0, 0)->fid, line };

	own_add(&t->own, &id, samples);
}

static void call(struct tracee *t, const char *caller, const char *callee, uint64_t samples)
{
	const struct call_id id = { .callee = profile_sub(t->profile, callee)->id,
				    .caller = profile_sub(t->profile, caller)->id,
				    .fid = profile_file(t->profile, "/a.pl", 0, 0, 0)->fid,
				    .line = 1 };
	const struct profile_counts counts = { .incl_ns = (int64_t)samples * PERIOD };

	profile_add_call(t->profile, &id, &counts);
}

static void turn(struct figures *f, struct tracee *t)
{
	cr_assert_eq(figures_take(f, t), 0);
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
	return NULL;
}

static struct view view_of(enum top_kind kind)
{
	struct view v;

	view_init(&v);
	v.kind = kind;
	v.height = 10;
	return v;
}

/* The labels of the rows, with commas. */
static const char *labels(const struct figures *f, const struct view *v)
{
	static char text[1000];
	struct rows rows;
	size_t i;

	cr_assert_eq(rows_make(&rows, f, v), 0);
	*text = '\0';
	for (i = 0; i < rows.cnt; i++) {
		strcat(text, i ? "," : "");
		strcat(text, rows.all[i]->label);
	}
	free(rows.all);
	return text;
}

static enum view_wish press(struct view *v, const struct figures *f, int key)
{
	enum view_wish wish;
	struct rows rows;

	cr_assert_eq(rows_make(&rows, f, v), 0);
	wish = view_key(v, &rows, key);
	free(rows.all);
	return wish;
}

static void type(struct view *v, const struct figures *f, const char *keys)
{
	while (*keys)
		press(v, f, *keys++);
}

Test(top, an_interval_has_what_is_new)
{
	struct figures *f = figures_new(PERIOD);
	struct tracee *t = process(10, "a.pl");

	own(t, "main::f", 3, 70);
	own(t, "main::g", 5, 30);
	call(t, "main::RUNTIME", "main::f", 100);
	turn(f, t);
	cr_expect_eq(item(f, TOP_SUBS, 0, "main::f")->now.own, 70);
	cr_expect_eq(item(f, TOP_SUBS, 0, "main::f")->now.incl, 100);
	own(t, "main::g", 5, 50);
	turn(f, t);
	cr_expect_eq(item(f, TOP_SUBS, 0, "main::f")->now.own, 0);
	cr_expect_eq(item(f, TOP_SUBS, 0, "main::f")->total.own, 70);
	cr_expect_eq(item(f, TOP_SUBS, 0, "main::g")->now.own, 50);
	cr_expect_eq(item(f, TOP_LINES, 0, "/a.pl:5")->total.own, 80);
	cr_expect_eq(item(f, TOP_SUBS, 0, "main::RUNTIME")->total.incl, 150);
	cr_expect_eq(figures_all(f, 0)->now.own, 50);
	turn(f, t);
	cr_expect_eq(figures_all(f, 0)->now.own, 0);
	cr_expect_eq(figures_all(f, 0)->total.own, 150);
	figures_free(f);
	process_free(t);
}

Test(top, calls_that_come_later_count)
{
	struct figures *f = figures_new(PERIOD);
	struct tracee *t = process(10, "a.pl");

	own(t, "main::f", 3, 20);
	turn(f, t);
	call(t, "main::RUNTIME", "main::f", 20);
	turn(f, t);
	turn(f, t);
	cr_expect_eq(item(f, TOP_SUBS, 0, "main::f")->total.incl, 20);
	figures_free(f);
	process_free(t);
}

Test(top, processes_are_added_up_and_apart)
{
	struct figures *f = figures_new(PERIOD);
	struct tracee *a = process(10, "a.pl"), *b = process(11, "a.pl");

	own(a, "main::f", 3, 10);
	own(b, "main::f", 3, 5);
	own(b, "main::g", 4, 1);
	cr_assert_eq(figures_take(f, a), 0);
	turn(f, b);
	cr_expect_eq(item(f, TOP_SUBS, 0, "main::f")->total.own, 15);
	cr_expect_eq(item(f, TOP_SUBS, 10, "main::f")->total.own, 10);
	cr_expect_eq(item(f, TOP_SUBS, 11, "main::f")->total.own, 5);
	cr_expect_null(item(f, TOP_SUBS, 10, "main::g"));
	cr_expect_eq(HASH_COUNT(figures_items(f, TOP_PROCESSES, 0)), 2);
	figures_free(f);
	process_free(a);
	process_free(b);
}

/* What it has used stays in the sums of all. */
Test(top, an_ended_process_goes_after_a_while)
{
	struct figures *f = figures_new(PERIOD);
	struct tracee *t = process(10, "a.pl");
	int i;

	own(t, "main::f", 3, 10);
	cr_assert_eq(figures_take(f, t), 0);
	figures_end(f, t);
	process_free(t);
	figures_turn(f, 1);
	cr_expect(item(f, TOP_PROCESSES, 0, "a.pl")->ended);
	cr_expect_eq(item(f, TOP_PROCESSES, 0, "a.pl")->now.own, 10);
	for (i = 0; i < 3; i++)
		figures_turn(f, 1);
	cr_expect_null(item(f, TOP_PROCESSES, 0, "a.pl"));
	cr_expect_null(figures_all(f, 10));
	cr_expect_eq(item(f, TOP_SUBS, 0, "main::f")->total.own, 10);
	figures_free(f);
}

Test(top, an_exec_gives_a_process_another_name)
{
	struct figures *f = figures_new(PERIOD);
	struct tracee *t = process(10, "a.pl"), *next = process(10, "b.pl");

	own(t, "main::f", 3, 10);
	turn(f, t);
	figures_end(f, t);
	turn(f, next);
	cr_expect_null(item(f, TOP_PROCESSES, 0, "a.pl"));
	cr_expect_not(item(f, TOP_PROCESSES, 0, "b.pl")->ended);
	figures_free(f);
	process_free(t);
	process_free(next);
}

Test(top, a_reset_leaves_the_interval)
{
	struct figures *f = figures_new(PERIOD);
	struct tracee *t = process(10, "a.pl");

	own(t, "main::f", 3, 10);
	turn(f, t);
	figures_reset(f);
	cr_expect_eq(item(f, TOP_SUBS, 0, "main::f")->now.own, 10);
	cr_expect_eq(item(f, TOP_SUBS, 0, "main::f")->total.own, 0);
	cr_expect_eq(figures_age(f), 0);
	own(t, "main::f", 3, 4);
	turn(f, t);
	cr_expect_eq(item(f, TOP_SUBS, 0, "main::f")->total.own, 4);
	figures_free(f);
	process_free(t);
}

static struct figures *three_subs(struct tracee **t)
{
	struct figures *f = figures_new(PERIOD);

	*t = process(10, "a.pl");
	own(*t, "main::a", 1, 100);
	own(*t, "main::b", 2, 200);
	turn(f, *t);
	own(*t, "main::a", 1, 50);
	own(*t, "Other::c", 3, 60);
	turn(f, *t);
	return f;
}

Test(top, rows_are_sorted_by_any_column)
{
	struct view v = view_of(TOP_SUBS);
	struct tracee *t;
	struct figures *f = three_subs(&t);

	cr_expect_str_eq(labels(f, &v), "Other::c,main::a,main::b,main::RUNTIME");
	press(&v, f, 't');
	cr_expect_str_eq(labels(f, &v), "main::b,main::a,Other::c,main::RUNTIME");
	press(&v, f, 'n');
	cr_expect_str_eq(labels(f, &v), "Other::c,main::RUNTIME,main::a,main::b");
	press(&v, f, 'i');
	cr_expect_str_eq(labels(f, &v), "main::RUNTIME,Other::c,main::a,main::b");
	press(&v, f, '<');
	cr_expect_eq(v.sort, COLUMN_OWN);
	press(&v, f, '<');
	cr_expect_eq(v.sort, COLUMN_NAME, "there is no pid here");
	press(&v, f, '2');
	press(&v, f, 'i');
	cr_expect_neq(v.sort, COLUMN_INCL, "lines have none");
	view_release(&v);
	figures_free(f);
	process_free(t);
}

Test(top, a_filter_is_a_text_or_an_expression)
{
	struct view v = view_of(TOP_SUBS);
	struct tracee *t;
	struct figures *f = three_subs(&t);

	type(&v, f, "/other\n");
	cr_expect_str_eq(labels(f, &v), "Other::c");
	type(&v, f, "/::[ab]$\n");
	cr_expect_str_eq(labels(f, &v), "main::a,main::b");
	type(&v, f, "/OTHER\n");
	cr_expect_str_eq(labels(f, &v), "", "capitals are meant");
	type(&v, f, "/::[\n");
	cr_expect_str_eq(labels(f, &v), "", "no expression, so a text");
	press(&v, f, TOP_KEY_BACK);
	cr_expect_str_eq(v.filter, "");
	type(&v, f, "/ax");
	press(&v, f, TOP_KEY_BACK);
	cr_expect_str_eq(v.typed, "a");
	press(&v, f, TOP_KEY_ESCAPE);
	cr_expect_not(v.typing);
	cr_expect_str_eq(v.filter, "");
	view_release(&v);
	figures_free(f);
	process_free(t);
}

Test(top, the_cursor_stays_on_its_row)
{
	struct view v = view_of(TOP_SUBS);
	struct tracee *t;
	struct figures *f = three_subs(&t);
	struct rows rows;

	press(&v, f, TOP_KEY_DOWN);
	cr_expect_str_eq(v.selected, "main::a");
	own(t, "main::a", 1, 500);
	turn(f, t);
	rows_make(&rows, f, &v);
	view_place(&v, &rows);
	cr_expect_eq(v.at, 0);
	free(rows.all);
	press(&v, f, TOP_KEY_END);
	v.height = 2;
	rows_make(&rows, f, &v);
	view_place(&v, &rows);
	cr_expect_eq(v.first, rows.cnt - 2);
	free(rows.all);
	view_release(&v);
	figures_free(f);
	process_free(t);
}

Test(top, enter_goes_in_and_backspace_out)
{
	struct view v = view_of(TOP_PROCESSES);
	struct tracee *t;
	struct figures *f = three_subs(&t);

	press(&v, f, '\n');
	cr_expect_eq(v.pid, 10);
	cr_expect_eq(v.kind, TOP_SUBS);
	press(&v, f, '\n');
	cr_expect_str_eq(v.sub, "Other::c");
	press(&v, f, TOP_KEY_BACK);
	cr_expect_null(v.sub);
	press(&v, f, TOP_KEY_BACK);
	cr_expect_eq(v.pid, 0);
	cr_expect_eq(v.kind, TOP_PROCESSES);
	cr_expect_eq(press(&v, f, 'q'), WISH_QUIT);
	cr_expect_eq(press(&v, f, 'z'), WISH_RESET);
	press(&v, f, ' ');
	cr_expect(v.frozen);
	view_release(&v);
	figures_free(f);
	process_free(t);
}

static void put(struct page *p, const struct figures *f, struct view *v)
{
	const struct page_head head = { .what = "process 10: a.pl", .rate = 99, .processes = 1 };
	struct rows rows;

	cr_assert_eq(rows_make(&rows, f, v), 0);
	page_clear(p);
	page_put_head(p, f, v, &head);
	page_put_rows(p, f, v, &rows, NULL, NULL);
	free(rows.all);
}

Test(top, a_page_has_the_rows_in_columns)
{
	struct view v = view_of(TOP_SUBS);
	struct page p = { .width = 80, .height = 24 };
	struct tracee *t;
	struct figures *f = three_subs(&t);

	put(&p, f, &v);
	cr_assert_eq(p.cnt, 9);
	cr_expect_str_eq(p.lines[0].text, "nytprof-bpf top: process 10: a.pl");
	cr_expect_str_eq(p.lines[2].text, "110 samples in 1.0 s, 410 in all; dropped: 0");
	cr_expect_str_eq(p.lines[4].text, "  %OWN %incl %total     own    incl  sub");
	cr_expect_str_eq(p.lines[5].text, "  54.5  54.5   14.6   600ms   600ms  Other::c");
	cr_expect_str_eq(p.lines[8].text, "         100                  4.10s  main::RUNTIME");
	page_clear(&p);
	view_release(&v);
	figures_free(f);
	process_free(t);
}

Test(top, a_page_fits_any_screen)
{
	struct view v = view_of(TOP_SUBS);
	struct page p = {};
	struct tracee *t;
	struct figures *f = three_subs(&t);
	size_t i;

	for (p.width = 1; p.width < 100; p.width += 3) {
		for (p.height = 1; p.height < 12; p.height++) {
			put(&p, f, &v);
			cr_expect(p.cnt <= p.height);
			for (i = 0; i < p.cnt; i++)
				cr_expect(strlen(p.lines[i].text) <= p.width);
		}
	}
	page_clear(&p);
	view_release(&v);
	figures_free(f);
	process_free(t);
}

/* In main::look if line is not 0; else in perl. */
static void event(struct tracee *t, const char *name, const char *detail, uint32_t line,
		  uint64_t cnt, int64_t bytes)
{
	const struct kevent_in in = { .fid = profile_file(t->profile, "/a.pl", 0, 0, 0)->fid,
				      .line = line,
				      .sub = profile_sub(t->profile, "main::look")->id,
				      .where = line ? KEVENT_AT_SUB : KEVENT_AT_PERL,
				      .event = name,
				      .detail = detail };

	cr_assert_not(
		profile_add_kevent(t->profile, &in, &(struct kevent_sum){ cnt, 0, bytes, 0 }));
}

static struct figures *with_events(struct tracee **t)
{
	struct figures *f = figures_new(PERIOD);

	*t = process(10, "a.pl");
	cr_assert_not(figures_add_event(f, "syscalls"));
	cr_assert_not(figures_add_event(f, "memory"));
	cr_assert_not(figures_add_event(f, "tracepoint:sched:sched_waking"));
	own(*t, "main::hot", 3, 10);
	event(*t, "syscalls", "openat", 3, 5, 0);
	event(*t, "syscalls", "stat", 3, 2, 0);
	event(*t, "syscalls", "openat", 0, 40, 0);
	event(*t, "page-faults", "minor", 3, 99, 0);
	event(*t, "memory", "", 4, 1, 8192);
	return f;
}

Test(top, events_are_by_sub_line_and_process)
{
	struct tracee *t;
	struct figures *f = with_events(&t);

	turn(f, t);
	cr_expect_eq(item(f, TOP_SUBS, 0, "main::look")->events[0].now, 7);
	cr_expect_eq(item(f, TOP_SUBS, 10, "main::look")->events[1].now, 8192);
	cr_expect_eq(item(f, TOP_LINES, 0, "/a.pl:3")->events[0].now, 7);
	cr_expect_eq(item(f, TOP_LINES, 0, "/a.pl:4")->events[1].now, 8192);
	cr_expect_eq(item(f, TOP_SUBS, 0, "PERL")->events[0].now, 40, "what is in no sub");
	cr_expect_eq(item(f, TOP_LINES, 0, "PERL")->events[0].now, 40, "and on no line");
	cr_expect_eq(item(f, TOP_PROCESSES, 0, "a.pl")->events[0].now, 47);
	cr_expect_eq(figures_all(f, 0)->events[0].now, 47);
	cr_expect_eq(figures_all(f, 10)->events[0].total, 47);
	cr_expect_null(item(f, TOP_SUBS, 0, "main::hot")->events);
	cr_expect_eq(figures_add_event(f, "late"), -EINVAL);
	event(t, "syscalls", "stat", 3, 1, 0);
	event(t, "memory", "", 4, 1, -10000);
	turn(f, t);
	cr_expect_eq(item(f, TOP_SUBS, 0, "main::look")->events[0].now, 1, "what is new");
	cr_expect_eq(item(f, TOP_SUBS, 0, "main::look")->events[0].total, 8);
	cr_expect_eq(item(f, TOP_LINES, 0, "/a.pl:4")->events[1].now, -10000);
	cr_expect_eq(item(f, TOP_LINES, 0, "/a.pl:4")->events[1].total, -1808);
	figures_reset(f);
	turn(f, t);
	cr_expect_eq(item(f, TOP_SUBS, 0, "main::look")->events[0].now, 0);
	cr_expect_eq(item(f, TOP_SUBS, 0, "main::look")->events[0].total, 0);
	figures_free(f);
	process_free(t);
}

/* A recording can have more than one who looks. */
Test(top, events_of_a_profile_are_in_the_figures_of_each)
{
	struct tracee *t;
	struct figures *f = with_events(&t), *other = figures_new(PERIOD);

	cr_assert_not(figures_add_event(other, "page-faults"));
	turn(f, t);
	turn(other, t);
	cr_expect_eq(figures_all(f, 0)->events[0].now, 47);
	cr_expect_eq(figures_all(other, 0)->events[0].now, 99);
	figures_free(f);
	figures_free(other);
	process_free(t);
}

Test(top, rows_are_sorted_by_events)
{
	struct view v = view_of(TOP_SUBS);
	struct tracee *t;
	struct figures *f = with_events(&t);

	turn(f, t);
	press(&v, f, 'e');
	cr_expect_eq(v.sort, COLUMN_OWN, "there are none");
	v.event_cnt = figures_event_cnt(f);
	press(&v, f, 'e');
	cr_expect_str_eq(labels(f, &v), "PERL,main::look,main::hot,main::RUNTIME");
	press(&v, f, '>');
	cr_expect_str_eq(labels(f, &v), "main::look,main::hot,main::RUNTIME,PERL");
	cr_expect_eq(v.sort, COLUMN_EVENTS + 1);
	press(&v, f, 'e');
	press(&v, f, '>');
	cr_expect_eq(v.sort, COLUMN_NAME);
	press(&v, f, '<');
	press(&v, f, 'e');
	cr_expect_eq(v.sort, COLUMN_EVENTS, "the first one again");
	event(t, "syscalls", "stat", 3, 20, 0);
	turn(f, t);
	cr_expect_str_eq(labels(f, &v), "main::look,main::hot,main::RUNTIME,PERL");
	press(&v, f, 'E');
	cr_expect_str_eq(labels(f, &v), "PERL,main::look,main::hot,main::RUNTIME",
			 "since the begin");
	view_release(&v);
	figures_free(f);
	process_free(t);
}

Test(top, events_have_columns_where_there_is_room)
{
	struct view v = view_of(TOP_SUBS);
	struct page p = { .width = 100, .height = 24 };
	struct tracee *t;
	struct figures *f = with_events(&t);

	v.event_cnt = figures_event_cnt(f);
	v.sort = COLUMN_EVENTS + 1;
	turn(f, t);
	put(&p, f, &v);
	cr_expect_str_eq(p.lines[3].text, "subs, since 1.00s; new events");
	cr_expect_str_eq(p.lines[4].text,
			 "  %own %incl %total     own    incl syscalls  MEMORY sched_waking  sub");
	cr_expect_str_eq(
		p.lines[5].text,
		"                                           7    8192               main::look");
	p.width = 50;
	put(&p, f, &v);
	cr_expect_str_eq(p.lines[4].text, "  %own %incl  MEMORY  sub");
	cr_expect_str_eq(p.lines[3].text, "subs, since 1.00s; new events, 2 hidden");
	p.width = 60;
	v.sort = COLUMN_OWN;
	put(&p, f, &v);
	cr_expect_str_eq(p.lines[4].text, "  %OWN %incl syscalls  memory  sub");
	cr_expect_str_eq(p.lines[3].text, "subs, since 1.00s; new events, 1 hidden");
	page_clear(&p);
	view_release(&v);
	figures_free(f);
	process_free(t);
}

Test(top, hostile_names_are_bounded_and_clean)
{
	struct figures *f = figures_new(PERIOD);
	struct tracee *t = process(10, "\x1b]0;x\a");
	struct view v = view_of(TOP_SUBS);
	struct page p = { .width = 80 };
	char name[4097];
	size_t i;

	memset(name, '\x1b', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	own(t, name, 3, 10);
	own(t, "caf\xc3\xa9\xe9\n\x9b", 4, 5);
	turn(f, t);
	put(&p, f, &v);
	v.kind = TOP_PROCESSES;
	cr_expect_str_eq(labels(f, &v), "?]0;x?");
	for (i = 0; i < p.cnt; i++)
		cr_expect_null(strpbrk(p.lines[i].text, "\x1b\n\a"));
	cr_expect_not_null(strstr(p.lines[6].text, "caf\xc3\xa9???"));
	page_clear(&p);
	view_release(&v);
	figures_free(f);
	process_free(t);
}
