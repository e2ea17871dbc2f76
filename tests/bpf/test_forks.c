// SPDX-License-Identifier: GPL-2.0-or-later
/* What a process that is forked has of its parent's. */
#include "accounting.h"
#include "calls/reconcile.bpf.h"
#include "process/end.bpf.h"
#include "process/fork.bpf.h"

static const struct child forked = { 200, 200, 0 };

static void be_the_child(void)
{
	host_pid_tgid = (u64)200 << 32 | 200;
	host_waited_ns = 0;
}

/* The programs of all builds are called at a fork: others would read its stacks as they are not. */
EACH_GENERATION(another_builds_interpreter_is_left_to_its_own_program)
{
	fake_perl(generation(row->name));
	program_begins(cop_new("/a.pl", 1));
	settings.build = 1;
	process_forked(100, 100, &forked);
	be_the_child();
	cr_expect_null(shadow_now());
	settings.build = 0;
	process_forked(100, 100, &forked);
	cr_expect_not_null(shadow_now());
	expect_no_losses();
}

/* So many open calls, of which the child gets what there is memory for. */
static void fork_at_depth(const char *name, u32 depth, size_t spare)
{
	addr f;
	u32 i;

	fake_perl(generation(name));
	f = sub_new("main", "f", "/a.pl", 10);
	program_begins(cop_new("/a.pl", 1));
	for (i = 0; i < depth; i++)
		call(f);
	host_map_limit = HASH_COUNT(host_entries) + spare;
	process_forked(100, 100, &forked);
	host_map_limit = (size_t)-1;
	be_the_child();
}

EACH_GENERATION(open_calls_are_the_childs_however_many_there_are)
{
	static const u32 depths[] = { 1, 16, 17, 32, 33, 100 };
	size_t i;

	for (i = 0; i < sizeof(depths) / sizeof(depths[0]); i++) {
		fork_at_depth(row->name, depths[i], 1000);
		cr_expect_eq(shadow_now()->depth, depths[i]);
		expect_no_losses();
	}
}

EACH_GENERATION(a_child_ends_though_there_was_no_room_for_its_thread)
{
	fake_perl(generation(row->name));
	program_begins(cop_new("/a.pl", 1));
	host_full = &threads;
	process_forked(100, 100, &forked);
	be_the_child();
	cr_expect_gt(losses_of(LOSS_THREADS), 0);
	process_ends();
	cr_expect_null(shadow_now());
}

EACH_GENERATION(open_calls_that_there_is_no_memory_for_are_lost_and_counted)
{
	static const struct {
		size_t spare; /* entries: account, interp, scratch, shadow and thread take five */
		u32 depth;
	} cases[] = { { 5, 16 }, { 6, 32 }, { 7, 64 } };
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		fork_at_depth(row->name, 100, cases[i].spare);
		cr_expect_eq(shadow_now()->depth, cases[i].depth);
		cr_expect_eq(losses_of(LOSS_FRAMES), 100 - cases[i].depth);
		leave();
		statement(cop_new("/a.pl", 11));
		process_ends();
		cr_expect_geq(call_sum(NULL, "main::f", 0).cnt, cases[i].depth);
		cr_expect_null(shadow_now());
	}
}

/* In a tracepoint there is no time to copy them all; those that are lost are not taken for new calls. */
EACH_GENERATION(more_open_calls_than_can_be_copied_at_once_are_lost_and_counted)
{
	const u32 most = FORK_PAGES * FRAMES_PER_PAGE;

	fork_at_depth(row->name, most + 100, 100000);
	cr_expect_eq(shadow_now()->depth, most);
	cr_expect_eq(losses_of(LOSS_FRAMES), 100);
	statement(cop_new("/a.pl", 11));
	leave();
	statement(cop_new("/a.pl", 12));
	cr_expect_eq(shadow_now()->depth, most);
	process_ends();
	while (!ending_go_on(interp_of(200)))
		;
	cr_expect_eq(call_sum(NULL, "main::f", 0).cnt, most);
	cr_expect_eq(lost_sum(), 100);
}

static void fork_in_f_and_g(const char *name)
{
	program_with_subs(name);
	call(f);
	takes(60);
	call(g);
	takes(40);
	process_forked(100, 100, &forked);
	be_the_child();
	takes(3);
	statement(cop_new("/a.pl", 21));
}

EACH_GENERATION(the_childs_calls_begin_at_the_fork)
{
	fork_in_f_and_g(row->name);
	takes(7);
	leave();
	statement(cop_new("/a.pl", 11));
	process_ends();
	expect_call("main::f", "main::g", 1, 10, 10);
	expect_call("main::RUNTIME", "main::f", 1, 10 + TRAP_NS / 2, TRAP_NS / 2);
	expect_no_losses();
}

EACH_GENERATION(what_a_child_that_executes_a_program_has_of_its_parent_counts_there_only)
{
	addr h;

	fork_in_f_and_g(row->name);
	h = sub_new("main", "h", "/a.pl", 30);
	takes(2);
	call(h); /* its own */
	takes(5);
	statement(cop_new("/a.pl", 31));
	process_execed(200, 200);
	cr_expect_null(shadow_now());
	sub_context_pop(); /* the parent is still where it was */
	cr_expect_eq(call_sum("main::g", "main::h", 0).cnt, 1u);
	cr_expect_eq(call_sum("main::g", "main::h", 0).incl_ns, 5 + TRAP_NS / 2);
	cr_expect_eq(call_sum("main::f", "main::g", 0).cnt, 0u);
	cr_expect_eq(call_sum("main::f", "main::g", 0).incl_ns, 10 + TRAP_NS / 2);
	host_pid_tgid = (u64)100 << 32 | 100;
	leave();
	leave();
	statement(cop_new("/a.pl", 2));
	cr_expect_eq(call_sum("main::f", "main::g", 0).cnt, 1u);
	cr_expect_eq(call_sum("main::RUNTIME", "main::f", 0).cnt, 1u);
	expect_no_losses();
}

/* One that was forked and executes a program in a call of its own, in the place of its parent's. */
EACH_GENERATION(a_call_in_the_place_of_an_inherited_one_is_the_childs)
{
	fork_in_f_and_g(row->name);
	leave();
	statement(cop_new("/a.pl", 11));
	call(g);
	takes(1);
	statement(cop_new("/a.pl", 21));
	process_execed(200, 200);
	cr_expect_eq(call_sum("main::f", "main::g", 0).cnt, 2u);
	cr_expect_eq(call_sum("main::RUNTIME", "main::f", 0).cnt, 0u);
	expect_no_losses();
}

/* A die leaves many, and its statement forks before there is another event. */
EACH_GENERATION(more_calls_that_have_ended_than_can_be_reconciled_at_once_are_the_parents_alone)
{
	const u32 many = 3 * END_FRAMES;
	s32 eval;
	u32 i;

	program_with_subs(row->name);
	call(g);
	eval_enter();
	eval = cxix();
	for (i = 0; i < many; i++)
		call(f);
	die_to(eval);
	process_forked(100, 100, &forked);
	be_the_child();
	statement(cop_new("/a.pl", 21));
	cr_expect_eq(shadow_now()->depth, 1);
	process_ends();
	host_pid_tgid = (u64)100 << 32 | 100;
	statement(cop_new("/a.pl", 21));
	process_ends();
	while (!ending_go_on(interp_of(100)))
		;
	cr_expect_eq(call_sum(NULL, "main::f", 0).cnt, many);
	cr_expect_eq(call_sum(NULL, "main::g", 0).cnt, 1);
}

/* Whatever is missing: an event must not look for it a million times. */
EACH_GENERATION(a_page_of_calls_that_is_missing_is_given_up_at_once)
{
	fork_at_depth(row->name, 100, 1000);
	host_forget_map(&frames);
	cr_expect_eq(frame_pop(shadow_now(), 0), 0);
	cr_expect_eq(shadow_now()->depth, 0u);
}
