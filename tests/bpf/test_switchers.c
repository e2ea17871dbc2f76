// SPDX-License-Identifier: GPL-2.0-or-later
/* Of which builtins the kernel is asked for the return, where it has sessions. */
#include "accounting.h"
#include "nytprof/slow_ops.h"
#include "process/fork.bpf.h"

#define OP_PRINT 77 /* of this fake perl */
#define OP_KILL	 78
#define SP	 0x7ffe0000

static const struct child forked = { 200, 200, 0 };

static void be(u64 pid)
{
	host_pid_tgid = pid << 32 | pid;
}

static void program(const struct perl_layout *row)
{
	addr cop;

	fake_perl(row);
	settings.sessions = 1;
	slow_ops[OP_PRINT] = SLOW_OP_print;
	cop = cop_new("/a.pl", 1);
	cop_set_package(cop, "main");
	program_begins(cop);
}

/* A builtin of the current process; true: its return was seen. */
static bool print_once(void)
{
	bool wanted = slowop_enter_at(OP_PRINT, SP);

	takes(10);
	if (wanted)
		slowop_returns(SP);
	return wanted;
}

static bool is_noted(void)
{
	u32 id = shadow_now()->id;
	const struct interp *in = bpf_map_lookup_elem(&interps, &id);

	return in->no_returns;
}

static void load_coro(void)
{
	call(sub_new("Coro::State", "BEGIN", "/State.pm", 3));
}

EACH_GENERATION(a_return_is_wanted_of_what_is_recorded)
{
	program(generation(row->name));
	cr_expect(print_once());
	cr_expect_not(slowop_enter_at(OP_KILL, SP), "no builtin that is shown");
	cr_expect_not(is_noted());
	settings.sessions = 0;
	cr_expect_not(slowop_enter_at(OP_PRINT, SP), "others have return probes");
	expect_no_losses();
}

EACH_GENERATION(one_that_loads_coro_has_no_returns_from_its_first_sub_on)
{
	program(generation(row->name));
	load_coro();
	cr_expect_not(print_once());
	cr_expect(is_noted());
	cr_expect_eq(host_event_cnt, 1u, "no alarm: nobody needs to take anything away");
	process_execed(100, 100);
	cr_expect_null(bpf_map_lookup_elem(&switchers, &(u32){ 100 }), "another program");
	expect_no_losses();
}

/* The returns of builtins are all taken away, and those of database libraries are a matter of one process. */
EACH_GENERATION(with_sessions_for_sql_alone_there_is_an_alarm_too)
{
	program(generation(row->name));
	settings.sessions = 0;
	settings.sql_sessions = 1;
	cr_expect(return_is_harmless());
	load_coro();
	cr_expect_eq(host_event_cnt, 2u);
	cr_expect_not(return_is_harmless());
	process_forked(100, 100, &forked);
	be(200);
	cr_expect_not(return_is_harmless(), "a child is like its parent");
	process_ended(200, 0);
	cr_expect_null(bpf_map_lookup_elem(&switchers, &(u32){ 200 }));
	be(100);
	cr_expect_not(is_noted(), "no builtin was asked for");
	process_execed(100, 100);
	cr_expect(return_is_harmless(), "another program");
	expect_no_losses();
}

EACH_GENERATION(a_child_is_like_its_parent_and_the_end_is_the_end)
{
	program(generation(row->name));
	process_forked(100, 100, &forked);
	be(200);
	cr_expect(print_once(), "it was forked before");
	process_ended(200, 0);
	be(100);
	load_coro();
	process_forked(100, 100, &forked);
	be(200);
	cr_expect_not(print_once());
	process_ended(200, 0);
	cr_expect_null(bpf_map_lookup_elem(&switchers, &(u32){ 200 }));
	cr_expect_not_null(bpf_map_lookup_elem(&switchers, &(u32){ 100 }));
}

EACH_GENERATION(one_too_many_ends_returns_for_all)
{
	program(generation(row->name));
	process_forked(100, 100, &forked);
	host_full = &switchers;
	load_coro();
	host_full = NULL;
	cr_expect_not(print_once());
	be(200);
	cr_expect_not(print_once());
	cr_expect(is_noted());
}
