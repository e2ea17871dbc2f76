// SPDX-License-Identifier: GPL-2.0-or-later
/* Recording on and off, and on to another profile. */
#include "accounting.h"
#include "nytprof/caches.h"
#include "nytprof/part.h"
#include "process/fork.bpf.h"

static addr enable, disable, finish;

static void program(const struct perl_layout *row, unsigned start)
{
	fake_perl(row);
	settings.start = start;
	make_subs();
	enable = sub_new("DB", "enable_profile", "/a.pl", 30);
	disable = sub_new("DB", "disable_profile", "/a.pl", 31);
	finish = sub_new("DB", "finish_profile", "/a.pl", 32);
}

/* An empty sub: it has no statement. */
static void call_empty(addr cv)
{
	enter(cv);
	leave();
}

/* With a string as its argument: the mark, the argument, the sub. */
static void call_with(addr cv, const char *text)
{
	addr stack = mem(32), mark = mem(8), body = mem(64), old = P.stack;

	put64(body + layout.xpv_cur, strlen(text));
	put64(stack + 8, sv_new(layout.SVf_POK, body, mem_string(text)));
	put64(P.base + layout.Imarkstack_ptr, mark);
	put64(P.base + layout.Istack_base, stack);
	P.stack = stack + 16;
	put64(P.base + layout.Istack_sp, P.stack);
	call_empty(cv);
	P.stack = old;
	put64(P.base + layout.Istack_sp, old);
	put64(P.base + layout.Imarkstack_ptr, 0);
}

/* From the sub that runs to another one, which takes its context and then returns. */
static void goto_empty(addr from, addr to)
{
	addr rv = sv_new(layout.SVf_ROK, 0, to), op = mem(64);

	put64(P.stack, rv);
	put64(P.base + layout.Iop, op);
	put8(op + layout.op_flags, (u8)layout.OPf_STACKED);
	HIT(event_goto(&ev, c_stack()));
	put32(cv_depth(from), 0);
	put64(cx_at(cxix()) + layout.blk_sub_cv, to);
	put32(cv_depth(to), 1);
	leave();
}

static void operator_says(u32 off, u32 started)
{
	struct control c = { .off = off, .started = started };
	u32 zero = 0;

	bpf_map_update_elem(&controls, &zero, &c, BPF_ANY);
}

/* Statements of a part of the interpreter. */
static u64 stmts_of(u32 part)
{
	return stmts_counted(key->part == part);
}

static struct part *part_of(u32 interp, u32 nr)
{
	struct part_key key = { .interp = interp, .part = nr };

	return bpf_map_lookup_elem(&parts, &key);
}

EACH_GENERATION(what_is_disabled_is_not_recorded_but_open_calls_end)
{
	program(generation(row->name), START_BEGIN);
	program_begins(cop_new("/a.pl", 1));
	call(f);
	takes(10);
	statement(cop_new("/a.pl", 11));
	takes(5);
	call_empty(disable);
	takes(100);
	statement(cop_new("/a.pl", 12));
	call(g);
	takes(1000);
	leave();
	leave(); /* of f */
	statement(cop_new("/a.pl", 2));
	takes(7);
	call_empty(enable);
	takes(3);
	statement(cop_new("/a.pl", 3));
	process_ends();
	expect_call("main::RUNTIME", "main::f", 1, 10 + 5 + 100 + 1000, 10 + 5 + 100 + 1000);
	expect_call(NULL, "main::g", 0, 0, 0);
	expect_stmt("/a.pl", 10, 1, 10);
	expect_stmt("/a.pl", 11, 1, 5);
	expect_stmt("/a.pl", 12, 0, 0);
	expect_stmt("/a.pl", 20, 0, 0);
	expect_stmt("/a.pl", 2, 1, 3); /* the one that calls enable, from there on */
	cr_expect_eq(stmt_sum("/a.pl", 3).cnt, 1u);
	expect_no_losses();
}

EACH_GENERATION(what_is_known_from_before_is_not_recorded_either)
{
	addr loop;

	program(generation(row->name), START_BEGIN);
	loop = cop_new("/a.pl", 5);
	program_begins(cop_new("/a.pl", 1));
	statement(loop);
	takes(10);
	statement(cop_new("/a.pl", 6));
	takes(2);
	call_empty(disable);
	takes(1000);
	statement(loop);
	takes(1000);
	statement(loop);
	call_empty(enable);
	takes(3);
	statement(loop);
	takes(4);
	statement(cop_new("/a.pl", 7));
	process_ends();
	expect_stmt("/a.pl", 6, 1, 2);
	expect_stmt("/a.pl", 5, 3, 10 + 3 + 4); /* one of them is the one that enables */
	expect_no_losses();
}

/* As NYTProf has it: the statement that disables is counted when something enables. */
EACH_GENERATION(the_last_statement_is_open_if_nothing_follows)
{
	program(generation(row->name), START_BEGIN);
	program_begins(cop_new("/a.pl", 1));
	statement(cop_new("/a.pl", 2));
	call_empty(disable);
	statement(cop_new("/a.pl", 3));
	process_ends();
	expect_stmt("/a.pl", 1, 1, 0);
	expect_stmt("/a.pl", 2, 0, 0);
	expect_stmt("/a.pl", 3, 0, 0);
}

EACH_GENERATION(a_call_in_one_that_was_not_recorded_has_the_caller_outside)
{
	program(generation(row->name), START_BEGIN);
	program_begins(cop_new("/a.pl", 1));
	call_empty(disable);
	call(f);
	call_empty(enable);
	call(g);
	takes(4);
	leave();
	leave();
	statement(cop_new("/a.pl", 2));
	process_ends();
	expect_call("main::f", "main::g", 1, 4, 4);
	expect_call(NULL, "main::f", 0, 0, 0);
	expect_no_losses();
}

EACH_GENERATION(who_is_reached_by_goto_is_obeyed)
{
	program(generation(row->name), START_BEGIN);
	program_begins(cop_new("/a.pl", 1));
	call(f);
	takes(10);
	goto_empty(f, disable);
	takes(100);
	call(g);
	takes(1000);
	goto_empty(g, enable);
	takes(4);
	statement(cop_new("/a.pl", 2));
	call(g);
	takes(5);
	leave();
	process_ends();
	expect_call("main::RUNTIME", "main::f", 1, 10, 10);
	expect_call("main::RUNTIME", "main::g", 1, 5, 5);
	expect_stmt("/a.pl", 20, 1, 5); /* not the one that was not recorded */
	expect_stmt("/a.pl", 1, 2, 4); /* again: that called whom enable was reached from */
	expect_no_losses();
}

EACH_GENERATION(a_start_waits_for_its_phase)
{
	program(generation(row->name), START_INIT);
	set_phase(layout.PERL_PHASE_INIT - 1);
	program_begins(cop_new("/a.pl", 1));
	call(f);
	leave();
	set_phase(layout.PERL_PHASE_INIT);
	statement(cop_new("/a.pl", 2));
	takes(9);
	call(g);
	leave();
	statement(cop_new("/a.pl", 3));
	process_ends();
	expect_stmt("/a.pl", 1, 0, 0);
	expect_stmt("/a.pl", 10, 0, 0);
	expect_stmt("/a.pl", 2, 1, 9);
	expect_call(NULL, "main::f", 0, 0, 0);
	expect_call("main::RUNTIME", "main::g", 1, 0, 0);
	expect_no_losses();
}

EACH_GENERATION(who_starts_by_hand_sees_what_is_under_way)
{
	program(generation(row->name), START_NO);
	program_begins(cop_new("/a.pl", 1));
	call(f);
	takes(50);
	operator_says(0, 1);
	statement(cop_new("/a.pl", 11));
	takes(6);
	call(g);
	takes(2);
	leave();
	leave();
	statement(cop_new("/a.pl", 2));
	process_ends();
	expect_call("main::f", "main::g", 1, 2, 2);
	expect_call("main::RUNTIME", "main::f", 0, 8, 6);
	expect_stmt("/a.pl", 10, 0, 0);
	expect_stmt("/a.pl", 11, 1, 6);
	expect_no_losses();
}

EACH_GENERATION(what_the_operator_stops_the_program_can_not_start)
{
	program(generation(row->name), START_BEGIN);
	program_begins(cop_new("/a.pl", 1));
	takes(4);
	operator_says(1, 0);
	statement(cop_new("/a.pl", 2));
	call_empty(enable);
	call(f);
	leave();
	statement(cop_new("/a.pl", 3));
	operator_says(0, 1);
	statement(cop_new("/a.pl", 4));
	statement(cop_new("/a.pl", 5));
	process_ends();
	expect_stmt("/a.pl", 1, 1, 4);
	expect_stmt("/a.pl", 2, 0, 0);
	expect_stmt("/a.pl", 3, 0, 0);
	expect_stmt("/a.pl", 4, 1, 0);
	expect_call(NULL, "main::f", 0, 0, 0);
	expect_no_losses();
}

EACH_GENERATION(one_profile_after_the_other)
{
	struct shadow *sh;
	u32 id;

	program(generation(row->name), START_BEGIN);
	program_begins(cop_new("/a.pl", 1));
	statement(cop_new("/a.pl", 2));
	host_cwd = "/elsewhere";
	call_with(enable, "second.out");
	sh = shadow_now();
	id = sh->id;
	cr_expect_eq(sh->part, 1u);
	statement(cop_new("/a.pl", 3));
	statement(cop_new("/a.pl", 4));
	call_with(enable, "second.out"); /* it is that already */
	cr_expect_eq(sh->part, 1u);
	call_empty(finish);
	cr_expect_eq(sh->part, 2u);
	statement(cop_new("/a.pl", 5));
	process_ends();
	cr_expect_eq(stmts_of(0), 1u); /* 1 */
	cr_expect_eq(stmts_of(1), 2u); /* 2, which was open, and 3 */
	cr_expect_eq(stmts_of(2), 0u);
	cr_expect_str_eq(string_text(part_of(id, 1)->file), "second.out");
	cr_expect_str_eq(string_text(part_of(id, 1)->cwd), "/elsewhere");
	cr_expect(part_of(id, 0)->opened && part_of(id, 0)->end_ns);
	cr_expect(part_of(id, 1)->opened && part_of(id, 1)->end_ns);
	cr_expect_null(part_of(id, 2));
	expect_no_losses();
}

/* The agent takes the entry of a part out when its file is written. */
EACH_GENERATION(who_asks_whether_a_file_is_written_is_answered)
{
	struct part_key key = {};
	addr await;

	program(generation(row->name), START_BEGIN);
	await = sub_new("DB", "await_profile", "/a.pl", 33);
	program_begins(cop_new("/a.pl", 1));
	key.interp = shadow_now()->id;
	host_signals = 0;
	call_empty(await);
	cr_expect_eq(host_signals, 0u);
	call_empty(finish);
	statement(cop_new("/a.pl", 2));
	call_empty(await);
	call_empty(await);
	cr_expect_eq(host_signals, 2u);
	cr_expect_eq(bpf_map_delete_elem(&parts, &key), 0);
	call_empty(await);
	call_empty(finish); /* there is nothing to write */
	call_empty(await);
	cr_expect_eq(host_signals, 2u);
	process_ends();
	expect_stmt("/a.pl", 2, 0, 0);
	expect_no_losses();
}

static void becomes_child(void)
{
	process_forked(100, 100, &(struct child){ 200, 200, 0 });
	host_pid_tgid = (u64)200 << 32 | 200;
	host_waited_ns = 0;
}

EACH_GENERATION(children_beyond_the_depth_are_not_recorded)
{
	program(generation(row->name), START_BEGIN);
	settings.forkdepth = 1;
	program_begins(cop_new("/a.pl", 1));
	becomes_child();
	statement(cop_new("/a.pl", 2));
	cr_expect_eq(shadow_now()->paused, 0u);
	process_forked(200, 200, &(struct child){ 300, 300, 0 });
	host_pid_tgid = (u64)300 << 32 | 300;
	statement(cop_new("/a.pl", 3));
	cr_expect_eq(shadow_now()->paused, (u32)PAUSED_PROGRAM);
	cr_expect(!part_of(shadow_now()->id, 0)->opened);
	statement(cop_new("/a.pl", 4));
	call_empty(enable);
	cr_expect(part_of(shadow_now()->id, 0)->opened);
	statement(cop_new("/a.pl", 5));
	process_ends();
	expect_stmt("/a.pl", 3, 0, 0);
	expect_stmt("/a.pl", 4, 1, 0);
	expect_no_losses();
}

static const char *place_of(u32 family, const char *name)
{
	struct host_entry *entry;

	for (entry = host_entries; entry; entry = entry->hh.next) {
		const struct cwd_key *key = (const void *)entry->id.key;
		const struct known_cwd *known = (const void *)entry->value;

		if (entry->id.map == &cwds && key->family == family && file_is(key->file, name))
			return string_text(known->cwd);
	}
	return "(none)";
}

EACH_GENERATION(a_relative_name_is_of_the_directory_where_it_was_met)
{
	u32 id;

	program(generation(row->name), START_BEGIN);
	program_begins(cop_new("a.pl", 1));
	id = shadow_now()->id;
	host_cwd = "/";
	statement(cop_new("a.pl", 2));
	statement(cop_new("./b.pm", 3));
	statement(cop_new("/c.pm", 4));
	statement(cop_new("-e", 5));
	becomes_child();
	host_cwd = "/child";
	statement(cop_new("a.pl", 6));
	statement(cop_new("d.pm", 7));
	process_ends();
	cr_expect_str_eq(place_of(id, "a.pl"), "/home/somebody");
	cr_expect_str_eq(place_of(id, "./b.pm"), "/");
	cr_expect_str_eq(place_of(id, "/c.pm"), "(none)");
	cr_expect_str_eq(place_of(id, "-e"), "(none)");
	cr_expect_str_eq(place_of(id, "d.pm"), "/child");
	expect_no_losses();
}
