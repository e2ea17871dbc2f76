// SPDX-License-Identifier: GPL-2.0-or-later
/* A living interpreter gets other probes: what it had open is counted, and goes on uncounted. */
#include "accounting.h"
#include "process/end.bpf.h"

/* As the agent does it.  delay_ns: what it has read of the kernel's count; 0: nothing.  Returns the steps. */
static u32 cut_with(u64 wall_ns, u64 delay_ns)
{
	u32 steps = 1;

	while (!shadow_cut(shadow_now(), wall_ns, shadow_now()->tid, delay_ns, END_FRAMES))
		steps++;
	settings.want_stmts = 0;
	settings.enter_by_stmt = 0;
	return steps;
}

static u32 cut_at(u64 wall_ns)
{
	return cut_with(wall_ns, 0);
}

/* A statement without a probe. */
static void runs(addr cop)
{
	put64(P.base + layout.Iop, cop);
	put64(P.base + layout.Icurcop, cop);
	P.retop = 0;
}

static void call_unseen_inside(addr cv)
{
	enter(cv);
	runs(cv_start(cv));
}

/* The probe is where the context has no CV any more. */
static void leave_last(void)
{
	addr cx = cx_at(cxix()), cv = get64(cx + layout.blk_sub_cv);

	put64(cx + layout.blk_sub_cv, 0);
	HIT(event_leave(&ev, cv));
	put64(cx + layout.blk_sub_cv, cv);
	sub_context_pop();
}

EACH_GENERATION(a_wait_for_a_processor_before_a_cut_is_in_no_statement)
{
	program_with_subs(row->name);
	call(f);
	takes(10);
	lets_others_run(5000);
	cut_with(host_clock, host_waited_ns);
	expect_stmt("/a.pl", 10, 1, 10 + TRAP_NS / 2);
	process_ends();
	expect_no_losses();
}

/* The kernel's count has what it waited after the cut, too. */
EACH_GENERATION(a_wait_is_no_longer_than_the_time_up_to_a_cut)
{
	u64 wall_ns;

	program_with_subs(row->name);
	call(f);
	takes(10);
	wall_ns = host_clock;
	lets_others_run(5000);
	cut_with(wall_ns, host_waited_ns);
	expect_stmt("/a.pl", 10, 1, 0);
	process_ends();
	expect_no_losses();
}

EACH_GENERATION(what_is_open_is_counted_once_and_statements_end)
{
	program_with_subs(row->name);
	call(g);
	takes(5);
	call(f);
	takes(10);
	cr_expect_eq(cut_at(host_clock), 1);
	expect_stmt("/a.pl", 10, 1, 10 + TRAP_NS / 2);
	expect_stmt("/a.pl", 20, 1, 5);
	cr_expect_eq(call_sum("main::g", "main::f", 0).cnt, 1u);
	cr_expect_eq(call_sum(NULL, "main::g", 0).cnt, 1u);
	takes(1000000); /* without probes */
	leave_last(); /* of f */
	takes(7);
	call_unseen_inside(f);
	takes(20);
	leave();
	takes(3);
	leave();
	takes(4);
	call_unseen_inside(f);
	takes(30);
	leave();
	process_ends();
	cr_expect_eq(call_sum("main::g", "main::f", 0).cnt, 2u);
	cr_expect_eq(call_sum(NULL, "main::g", 0).cnt, 1u);
	cr_expect_eq(call_sum(NULL, "main::f", 0).cnt, 3u);
	cr_expect_leq(call_sum(NULL, "main::f", 0).excl_ns, 60 + 2 * TRAP_NS);
	cr_expect_eq(stmts_counted(key->line), 3u);
	expect_no_losses();
}

/* What goes by until the last probe is gone is not the statement's. */
EACH_GENERATION(the_time_ends_when_the_first_probe_goes)
{
	u64 wall_ns;

	program_with_subs(row->name);
	takes(10);
	wall_ns = host_clock;
	takes(1000000);
	cut_at(wall_ns);
	expect_stmt("/a.pl", 1, 1, 10 + TRAP_NS / 2);
	cut_at(0); /* a time before the last event */
	cr_expect_eq(stmts_counted(key->line), 1u);
	process_ends();
	expect_stmt("/a.pl", 1, 1, 10 + TRAP_NS / 2);
	expect_no_losses();
}

EACH_GENERATION(many_open_calls_take_several_steps)
{
	u32 i;

	program_with_subs(row->name);
	for (i = 0; i < 2 * END_FRAMES + 7; i++)
		call(f);
	cr_expect_eq(cut_at(host_clock), 3);
	cr_expect_eq(call_sum(NULL, "main::f", 0).cnt, 2 * END_FRAMES + 7);
	leave();
	call_unseen_inside(g);
	leave();
	process_ends();
	cr_expect_eq(call_sum(NULL, "main::f", 0).cnt, 2 * END_FRAMES + 7);
	cr_expect_eq(call_sum("main::f", "main::g", 0).cnt, 1u);
	expect_no_losses();
}

EACH_GENERATION(other_stacks_are_cut_as_well)
{
	addr first, second;

	program_with_subs(row->name);
	first = P.si;
	second = si_new(0);
	call(g);
	set_si(second);
	call(f);
	takes(10);
	cut_at(host_clock);
	cr_expect_eq(call_sum(NULL, "main::f", 0).cnt, 1u);
	cr_expect_eq(call_sum(NULL, "main::g", 0).cnt, 1u);
	leave(); /* f */
	set_si(first);
	call_unseen_inside(f);
	leave();
	leave(); /* g */
	call_unseen_inside(g);
	set_si(second);
	call_unseen_inside(g);
	leave();
	process_ends();
	cr_expect_eq(call_sum("main::g", "main::f", 0).cnt, 1u);
	cr_expect_eq(call_sum(NULL, "main::f", 0).cnt, 2u);
	cr_expect_eq(call_sum(NULL, "main::g", 0).cnt, 3u);
	expect_no_losses();
}
