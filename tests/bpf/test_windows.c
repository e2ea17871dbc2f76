// SPDX-License-Identifier: GPL-2.0-or-later
/* The windows of a burst: what they have begun, and how long they are for each program. */
#include "accounting.h"
#include "process/end.bpf.h"

#define OWN_NS 100000

static struct control control;

static void control_is(void)
{
	u32 burst = CONTROL_BURST;

	settings.bursts = 1;
	bpf_map_update_elem(&controls, &burst, &control, BPF_ANY);
}

static void window_opens(void)
{
	control = (struct control){ .window = control.window + 1,
				    .own_ns = OWN_NS,
				    .opened_ns = host_clock };
	control_is();
}

static void window_closes_for(bool asleep)
{
	control.off = true;
	control.closed_ns = host_clock;
	control_is();
	own_close(shadow_now(), &control, host_waited_ns, asleep ? OWN_ASLEEP : host_sleeps);
}

static void window_closes(void)
{
	window_closes_for(false);
}

/* The agent has taken the probes away. */
static void cut_window(void)
{
	const u32 tgid = shadow_now()->tid;

	cr_assert(shadow_cut(shadow_now(), host_clock, tgid, host_waited_ns, END_FRAMES));
}

/* It begins to. */
static void probes_go(void)
{
	control.at_ns = host_clock;
	control_is();
}

/* As the agent does it, just before. */
static void window_opens_for(bool asleep)
{
	window_opens();
	clock_pay_trap(shadow_now());
	clock_wait_behind(shadow_now(), host_clock, host_waited_ns);
	own_open(shadow_now(), &control, asleep ? OWN_ASLEEP : host_sleeps);
}

static const struct interp *noted(void)
{
	shadow_note(shadow_now());
	return bpf_map_lookup_elem(&interps, &shadow_now()->id);
}

static bool is_under_way(void)
{
	return noted()->under_way;
}

static void sleeps(u64 ns)
{
	host_clock += ns;
	host_sleeps++;
}

EACH_GENERATION(what_a_window_has_begun_is_recorded_up_to_its_end)
{
	u64 taken_ns;

	program_with_subs(row->name);
	window_opens();
	call(f);
	takes(10);
	window_closes();
	takes(500);
	taken_ns = shadow_now()->overhead_ns;
	cr_expect(is_under_way());
	call(g);
	cr_expect_not(is_under_way());
	takes(3000);
	leave(); /* of g */
	cut_window();
	expect_stmt("/a.pl", 10, 1, 510);
	cr_expect_eq(call_sum("main::f", "main::g", 0).cnt, 0u);
	cr_expect_eq(call_sum(NULL, "main::f", 0).cnt, 1u);
	/* The trap of the last recorded statement is paid once. */
	cr_expect_eq(shadow_now()->overhead_ns - taken_ns, TRAP_NS);

	/* And the one behind the window is no event of the next one. */
	taken_ns = shadow_now()->overhead_ns;
	window_opens();
	leave(); /* of f */
	cr_expect_eq(shadow_now()->overhead_ns - taken_ns, HANDLER_NS);
	call(g);
	takes(20);
	window_closes();
	takes(30);
	leave();
	takes(6000);
	cut_window();
	expect_stmt("/a.pl", 20, 1, 50);
	process_ends();
	expect_no_losses();
}

EACH_GENERATION(an_event_when_probes_are_missing_is_no_end)
{
	program_with_subs(row->name);
	window_opens();
	call(f);
	takes(10);
	window_closes();
	takes(700);
	probes_go();
	takes(50);
	leave();
	cr_expect(is_under_way());
	cut_window();
	process_ends();
	expect_no_losses();
}

EACH_GENERATION(a_statement_that_goes_on_when_the_probes_are_gone_is_cut_short)
{
	program_with_subs(row->name);
	window_opens();
	takes(10);
	window_closes();
	takes(700);
	cut_window();
	expect_stmt("/a.pl", 1, 1, 710 + TRAP_NS / 2);
	takes(5000);
	cut_window(); /* of nothing */
	process_ends();
	expect_stmt("/a.pl", 1, 1, 710 + TRAP_NS / 2);
	expect_no_losses();
}

EACH_GENERATION(a_wait_behind_a_window_is_in_no_statement)
{
	program_with_subs(row->name);
	window_opens();
	call(f);
	takes(10);
	window_closes();
	lets_others_run(5000);
	takes(30);
	leave();
	cut_window();
	expect_stmt("/a.pl", 10, 1, 40);
	process_ends();
	expect_no_losses();
}

EACH_GENERATION(a_process_that_ends_when_probes_are_missing_has_run_until_they_went)
{
	program_with_subs(row->name);
	window_opens();
	call(f);
	takes(10);
	window_closes();
	takes(20);
	probes_go();
	takes(9000);
	process_ends();
	expect_stmt("/a.pl", 10, 1, 30 + TRAP_NS / 2);
	expect_no_losses();
}

EACH_GENERATION(a_process_that_ends_behind_a_window_has_run_up_to_its_first_event_there)
{
	program_with_subs(row->name);
	window_opens();
	call(f);
	takes(10);
	window_closes();
	takes(40);
	leave();
	takes(9000);
	call(g);
	process_ends();
	expect_stmt("/a.pl", 10, 1, 50);
	cr_expect_eq(call_sum(NULL, "main::g", 0).cnt, 0u);
	expect_no_losses();
}

/* ------------------------------------------------------------------------ own time */

static struct window_times before;

/* What it has now, but not before. */
static u64 own_ns(void)
{
	return noted()->windows.own_ns - before.own_ns;
}

static u64 slept_ns(void)
{
	return noted()->windows.slept_ns - before.slept_ns;
}

/* The program is in f. */
static void program_before_a_window(const char *name)
{
	program_with_subs(name);
	window_opens();
	call(f);
	takes(10);
	window_closes();
	takes(20);
	leave();
	call(f);
	cut_window();
	before = noted()->windows;
}

EACH_GENERATION(a_window_ends_when_a_program_has_run_for_its_time)
{
	program_before_a_window(row->name);
	takes(500000);
	window_opens_for(false);
	cr_expect_eq(noted()->window, WINDOW_NONE);
	takes(60000);
	call(g);
	cr_expect_eq(noted()->window, WINDOW_RUNS);
	takes(39000);
	call(g);
	takes(30000); /* of that it has 1000 - TRAP_NS / 2 */
	cr_expect(is_under_way());
	call(f);
	cr_expect_eq(noted()->window, WINDOW_USED);
	cr_expect_not(is_under_way());
	takes(70000);
	leave();
	takes(80000);
	window_closes();
	cut_window();
	cr_expect_eq(own_ns(), OWN_NS);
	/* What began in its time is recorded as a whole. */
	expect_stmt("/a.pl", 20, 2, 69000);
	process_ends();
	expect_no_losses();
}

EACH_GENERATION(each_window_has_its_time)
{
	u32 i;

	program_before_a_window(row->name);
	for (i = 1; i <= 3; i++) {
		window_opens_for(false);
		takes(60000);
		call(g);
		takes(60000);
		leave();
		window_closes();
		cut_window();
		cr_expect_eq(own_ns(), i * OWN_NS);
	}
	expect_stmt("/a.pl", 20, 3, 180000);
	process_ends();
	expect_no_losses();
}

/* Without an event, the agent knows when it closed. */
EACH_GENERATION(what_goes_on_all_the_time_has_it)
{
	program_before_a_window(row->name);
	window_opens_for(false);
	takes(70000);
	window_closes();
	takes(500000);
	cut_window();
	cr_expect_eq(own_ns(), 70000);
	cr_expect_eq(noted()->window, WINDOW_NONE);
	process_ends();
}

EACH_GENERATION(the_time_up_to_the_end_of_a_window_counts)
{
	program_before_a_window(row->name);
	window_opens_for(false);
	takes(20000);
	call(g);
	takes(30000);
	window_closes();
	takes(900000);
	leave();
	takes(10000);
	cut_window();
	cr_expect_eq(own_ns(), 50000);
	process_ends();
}

EACH_GENERATION(waits_for_a_processor_are_not_its_time)
{
	program_before_a_window(row->name);
	lets_others_run(300000);
	window_opens_for(false);
	lets_others_run(400000);
	takes(20000);
	call(g);
	lets_others_run(400000);
	takes(30000);
	window_closes();
	lets_others_run(400000);
	cut_window();
	cr_expect_eq(own_ns(), 50000);
	cr_expect_eq(slept_ns(), 0u);
	process_ends();
}

EACH_GENERATION(a_statement_that_sleeps_is_not_its_time)
{
	program_before_a_window(row->name);
	sleeps(800000); /* before it opens */
	window_opens_for(false);
	takes(20000);
	call(g);
	sleeps(400000);
	leave();
	takes(30000);
	window_closes();
	cut_window();
	cr_expect_eq(own_ns(), 50000);
	cr_expect_eq(slept_ns(), 400000u);
	process_ends();
}

EACH_GENERATION(a_program_that_sleeps_when_a_window_opens_has_not_run)
{
	program_before_a_window(row->name);
	window_opens_for(true);
	takes(700000);
	call(g); /* has woken up */
	takes(30000);
	leave();
	window_closes();
	cut_window();
	cr_expect_eq(own_ns(), 30000);
	cr_expect_eq(slept_ns(), 700000 + TRAP_NS / 2);
	expect_stmt("/a.pl", 20, 1, 30000);
	process_ends();
}

EACH_GENERATION(who_sleeps_all_the_time_has_not_run)
{
	program_before_a_window(row->name);
	window_opens_for(true);
	takes(700000);
	window_closes_for(true);
	cut_window();
	cr_expect_eq(own_ns(), 0u);
	cr_expect_eq(slept_ns(), 700000u);
	process_ends();
}

/* The agent did not know of it when it opened the window. */
EACH_GENERATION(a_new_program_has_its_time_from_its_first_event_on)
{
	program_with_subs(row->name);
	window_opens();
	takes(5 * OWN_NS);
	call(f);
	takes(30000);
	leave();
	cr_expect_eq(noted()->window, WINDOW_RUNS);
	window_closes();
	cut_window();
	expect_stmt("/a.pl", 10, 1, 30000);
	process_ends();
	expect_no_losses();
}

EACH_GENERATION(the_probes_of_windows_are_told)
{
	program_before_a_window(row->name);
	takes(300);
	call(g); /* no window is open */
	window_opens_for(false);
	takes(20000);
	call(g);
	takes(OWN_NS);
	leave();
	leave(); /* has used its time up */
	window_closes();
	cut_window();
	/* Two traps, of which the first one was paid in the window. */
	cr_expect_geq(noted()->windows.probes_ns - before.probes_ns, 2 * HANDLER_NS);
	cr_expect_leq(noted()->windows.probes_ns - before.probes_ns, 2 * (TRAP_NS + HANDLER_NS));
	process_ends();
}
