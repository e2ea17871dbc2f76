// SPDX-License-Identifier: GPL-2.0-or-later
/* The BPF side's accounting over a fake perl, in every generation of perl's layout. */
#include "accounting.h"
#include "calls/reconcile.bpf.h"
#include "process/fork.bpf.h"

EACH_GENERATION(statements_have_their_counts_and_only_their_own_time)
{
	addr one, two;

	fake_perl(generation(row->name));
	one = cop_new("/a.pl", 1);
	two = cop_new("/a.pl", 2);
	program_begins(one);
	takes(1000);
	statement(two);
	takes(30);
	statement(one);
	takes(5000);
	statement(two);
	takes(10);
	process_ends();
	expect_stmt("/a.pl", 1, 2, 6000);
	expect_stmt("/a.pl", 2, 2, 40 + TRAP_NS / 2); /* the end of a process is no trap */
	expect_no_losses();
}

EACH_GENERATION(a_call_counts_at_its_place_and_its_caller_goes_on)
{
	addr line1, line2, f;

	fake_perl(generation(row->name));
	line1 = cop_new("/a.pl", 1);
	line2 = cop_new("/a.pl", 2);
	f = sub_new("Foo", "f", "/f.pm", 10);
	program_begins(line1);
	takes(100);
	call(f);
	takes(40);
	leave();
	takes(7); /* the rest of line 1 */
	statement(line2);
	process_ends();
	expect_stmt("/a.pl", 1, 1, 107);
	expect_stmt("/f.pm", 10, 1, 40);
	expect_call("main::RUNTIME", "Foo::f", 1, 40, 40);
	cr_expect_eq(call_sum("main::RUNTIME", "Foo::f", 1).cnt, 1u);
	expect_no_losses();
}

EACH_GENERATION(exclusive_time_leaves_out_the_subs_that_are_called)
{
	program_with_subs(row->name);
	call(f);
	takes(100);
	call(g);
	takes(30);
	leave();
	takes(5);
	call(g);
	takes(20);
	leave();
	leave();
	statement(cop_new("/a.pl", 2));
	process_ends();
	expect_call("main::RUNTIME", "main::f", 1, 155, 105);
	expect_call("main::f", "main::g", 2, 50, 50);
	expect_no_losses();
}

EACH_GENERATION(recursion_keeps_inclusive_time_of_the_outermost_call_only)
{
	int i;

	program_with_subs(row->name);
	for (i = 0; i < 5; i++) {
		call(f);
		takes(10);
	}
	for (i = 0; i < 5; i++)
		leave();
	statement(cop_new("/a.pl", 2));
	process_ends();
	expect_call("main::RUNTIME", "main::f", 1, 50, 10);
	expect_call("main::f", "main::f", 4, 0, 40);
	cr_expect_eq(call_sum("main::f", "main::f", 0).rec_depth, 4u);
	cr_expect_eq(call_sum("main::f", "main::f", 0).reci_ns, 40 + 30 + 20 + 10);
	expect_no_losses();
}

EACH_GENERATION(five_thousand_nested_calls_are_no_special_case)
{
	enum {
		DEEP = 5000
	};
	int i;

	program_with_subs(row->name);
	for (i = 0; i < DEEP; i++)
		call(f);
	for (i = 0; i < DEEP; i++)
		leave();
	statement(cop_new("/a.pl", 2));
	process_ends();
	cr_expect_eq(call_sum(NULL, "main::f", 0).cnt, (u64)DEEP);
	cr_expect_eq(call_sum(NULL, "main::f", 0).rec_depth, DEEP - 1u);
	expect_no_losses();
}

EACH_GENERATION(die_ends_every_call_it_leaves_at_that_moment)
{
	addr h;
	s32 eval;

	program_with_subs(row->name);
	h = sub_new("main", "h", "/a.pl", 30);
	call(f);
	eval_enter();
	eval = cxix();
	call(g);
	takes(10);
	call(h);
	takes(3);
	die_to(eval);
	takes(1000); /* f goes on */
	call(h);
	takes(4);
	leave();
	leave();
	statement(cop_new("/a.pl", 2));
	process_ends();
	expect_call("main::f", "main::g", 1, 13, 10);
	expect_call("main::g", "main::h", 1, 3, 3);
	expect_call("main::f", "main::h", 1, 4, 4);
	expect_call("main::RUNTIME", "main::f", 1, 1017, 1000);
	expect_no_losses();
}

EACH_GENERATION(a_return_that_no_probe_saw_is_noticed_at_the_next_event)
{
	addr line2;

	program_with_subs(row->name);
	line2 = cop_new("/a.pl", 2);
	call(f);
	takes(10);
	call(g);
	takes(10);
	pop_to(0); /* gone, without a leavesub or a dounwind */
	statement(line2);
	takes(50);
	call(g);
	leave();
	statement(line2);
	process_ends();
	expect_call("main::RUNTIME", "main::f", 1, 20, 10);
	cr_expect_eq(call_sum("main::f", "main::g", 0).cnt, 1u);
	cr_expect_eq(call_sum("main::RUNTIME", "main::g", 2).cnt, 1u);
	expect_no_losses();
}

EACH_GENERATION(a_block_in_the_place_of_a_sub_that_was_left_does_not_keep_it_open)
{
	program_with_subs(row->name);
	call(f);
	leave();
	cx_push(CXt_BLOCK); /* a block, whose context takes the place of f's */
	call(g);
	leave();
	cx_pop();
	statement(cop_new("/a.pl", 2));
	process_ends();
	cr_expect_eq(call_sum("main::RUNTIME", "main::g", 0).cnt, 1u);
	cr_expect_eq(call_sum("main::f", "main::g", 0).cnt, 0u);
	expect_no_losses();
}

EACH_GENERATION(a_destructor_is_called_by_the_sub_that_is_being_left)
{
	addr destroy;

	program_with_subs(row->name);
	destroy = sub_new("Guard", "DESTROY", "/a.pl", 20);
	call(f);
	takes(100);
	HIT(event_leave(&ev, 0)); /* its context is still there while ... */
	si_push();
	call(destroy);
	takes(30);
	leave();
	si_pop();
	sub_context_pop();
	takes(9);
	statement(cop_new("/a.pl", 2));
	process_ends();
	expect_call("main::f", "Guard::DESTROY", 1, 30, 30);
	expect_call("main::RUNTIME", "main::f", 1, 130, 100);
	expect_stmt("/a.pl", 1, 1, 9);
	expect_no_losses();
}

EACH_GENERATION(goto_ends_one_call_and_begins_another_of_the_same_caller)
{
	addr line12, rv;

	program_with_subs(row->name);
	line12 = cop_new("/a.pl", 12);
	call(f);
	takes(10);
	statement(line12);
	rv = sv_new(layout.SVf_ROK, 0, g);
	put64(P.stack, rv);
	put64(P.base + layout.Iop, mem(64));
	put8(get64(P.base + layout.Iop) + layout.op_flags, (u8)layout.OPf_STACKED);
	HIT(event_goto(&ev, c_stack()));
	/* pp_goto puts the new sub into the same context. */
	put32(cv_depth(f), 0);
	put64(cx_at(cxix()) + layout.blk_sub_cv, g);
	put32(cv_depth(g), 1);
	statement(cv_start(g));
	takes(20);
	leave();
	takes(1000);
	statement(cop_new("/a.pl", 2));
	process_ends();
	expect_stmt("/a.pl", 1, 1, 1000);
	expect_call("main::RUNTIME", "main::f", 1, 10, 10);
	expect_call("main::RUNTIME", "main::g", 1, 20, 20);
	cr_expect_eq(call_sum("main::RUNTIME", "main::g", 12).cnt, 1u, "called at the goto's line");
	expect_no_losses();
}

EACH_GENERATION(addresses_that_are_used_again_keep_nothing_of_what_they_were)
{
	addr cop, first, second;
	char file[32];
	int i;

	fake_perl(generation(row->name));
	cop = cop_new("(eval 1)", 1);
	program_begins(cop_new("/a.pl", 1));
	for (i = 1; i <= 3; i++) {
		/* An eval is compiled, runs, and is freed: the next gets its memory. */
		snprintf(file, sizeof(file), "(eval %d)", i);
		compiles();
		cop_fill(cop, file, 1);
		compiled();
		statement(cop);
		takes(10);
		statement(cop_new("/a.pl", 2));
	}
	first = sub_new("main", "one", "(eval 1)", 5);
	call(first);
	leave();
	/* A sub of another eval, with the same CV, root and first COP. */
	compiles();
	cop_fill(cv_start(first), "(eval 2)", 7);
	compiled();
	second = first;
	call(second);
	leave();
	statement(cop_new("/a.pl", 3));
	process_ends();
	for (i = 1; i <= 3; i++) {
		snprintf(file, sizeof(file), "(eval %d)", i);
		expect_stmt(file, 1, 1, 10);
	}
	expect_stmt("(eval 1)", 5, 1, 0);
	expect_stmt("(eval 2)", 7, 1, 0);
	cr_expect_eq(call_sum(NULL, "main::one", 0).cnt, 2u);
	expect_no_losses();
}

EACH_GENERATION(calls_under_way_at_the_attach_have_time_but_no_count)
{
	addr f, g;

	fake_perl(generation(row->name));
	f = sub_new("main", "f", "/a.pl", 10);
	g = sub_new("main", "g", "/a.pl", 20);
	/* All this before the first event. */
	put64(P.base + layout.Icurcop, cop_new("/a.pl", 1));
	cx_push(CXt_BLOCK);
	sub_context(f);
	put64(P.base + layout.Icurcop, cv_start(f));
	si_push();
	sub_context(g);
	takes(10000);
	statement(cop_new("/a.pl", 21));
	takes(100);
	leave();
	si_pop();
	takes(11);
	leave();
	statement(cop_new("/a.pl", 2));
	process_ends();
	expect_call("main::f", "main::g", 0, 100, 100);
	expect_call("main::RUNTIME", "main::f", 0, 111, 11);
	cr_expect_eq(call_sum("main::f", "main::g", 10).incl_ns, 100, "called at f's line");
	expect_no_losses();
}

EACH_GENERATION(waiting_in_accept_is_in_no_sub_but_in_the_statement)
{
	addr f;

	fake_perl(generation(row->name));
	f = sub_new("main", "serve", "/a.pl", 10);
	program_begins(cop_new("/a.pl", 1));
	call(f);
	takes(50);
	HIT(clock_accept_begin(ev.sh, ev.perl_ns));
	takes(1000000);
	RETURNED(TRAP_NS, (void)ev);
	takes(5);
	leave();
	statement(cop_new("/a.pl", 2));
	process_ends();
	expect_call("main::RUNTIME", "main::serve", 1, 55, 55);
	expect_stmt("/a.pl", 10, 1, 1000055);
	expect_no_losses();
}

EACH_GENERATION(calls_that_are_open_at_a_fork_end_in_both_processes)
{
	u64 parent = host_pid_tgid, child = (u64)200 << 32 | 200;

	program_with_subs(row->name);
	call(f);
	takes(100);
	process_forked(100, 100, &(struct child){ 200, 200, 0 });
	host_pid_tgid = child;
	statement(cop_new("/a.pl", 11));
	takes(10);
	process_ends();
	host_pid_tgid = parent;
	cr_expect_eq(stmt_sum("/a.pl", 10).cnt, 0u, "the statement that forked is the parent's");
	cr_expect_eq(call_sum("main::RUNTIME", "main::f", 0).cnt, 1u);
	leave();
	statement(cop_new("/a.pl", 2));
	process_ends();
	cr_expect_eq(stmt_sum("/a.pl", 10).cnt, 1u);
	cr_expect_eq(stmt_sum("/a.pl", 11).cnt, 1u);
	cr_expect_eq(call_sum("main::RUNTIME", "main::f", 0).cnt, 2u);
	expect_no_losses();
}

EACH_GENERATION(what_the_probes_took_before_a_fork_is_the_parents)
{
	u64 parent = host_pid_tgid, child = (u64)200 << 32 | 200;
	int i;

	program_with_subs(row->name);
	for (i = 0; i < 1000; i++)
		statement(cop_new("/a.pl", 2));
	process_forked(100, 100, &(struct child){ 200, 200, 0 });
	host_pid_tgid = child;
	statement(cop_new("/a.pl", 11));
	process_ends();
	host_pid_tgid = parent;
	process_ends();
	cr_expect_geq(info_of(100)->overhead_ns, 1000 * TRAP_NS);
	cr_expect_leq(info_of(200)->overhead_ns, 10 * TRAP_NS);
	cr_expect_gt(info_of(200)->overhead_ns, 0u);
}

EACH_GENERATION(what_is_open_when_a_process_is_killed_is_counted)
{
	program_with_subs(row->name);
	call(f);
	call(g);
	takes(100);
	process_ends();
	expect_stmt("/a.pl", 20, 1, 100 + TRAP_NS / 2);
	cr_expect_eq(call_sum("main::RUNTIME", "main::f", 0).cnt, 1u);
	cr_expect_eq(call_sum("main::f", "main::g", 0).cnt, 1u);
	cr_expect_null(shadow_now());
}

Test(accounting, a_full_map_is_said_and_harms_nothing_else)
{
	addr f, line1;
	int i;

	fake_perl(generation("debian-5.36.0-ithreads"));
	line1 = cop_new("/a.pl", 1);
	f = sub_new("main", "f", "/a.pl", 10);
	program_begins(line1);
	call(f);
	leave();
	statement(line1);
	host_map_limit = HASH_COUNT(host_entries); /* from here on nothing new fits */
	for (i = 0; i < 10; i++) {
		call(f);
		leave();
		statement(cop_new("/a.pl", 100u + (u32)i));
		statement(line1);
	}
	host_map_limit = (size_t)-1;
	process_ends();
	cr_expect_gt(lost_sum(), 0u);
	cr_expect_eq(stmt_sum("/a.pl", 1).cnt, 12u);
	cr_expect_eq(call_sum(NULL, "main::f", 1).cnt, 11u);
}

Test(accounting, a_perl_that_lies_does_no_harm)
{
	addr si;
	int i;

	/* An SI that is its own predecessor. */
	fake_perl(generation("debian-5.36.0-ithreads"));
	si = si_new(0);
	put64(si + layout.si_prev, si);
	set_si(si);
	statement(cop_new("/a.pl", 1));
	cr_expect_gt(lost_sum(), 0u);
	/* Pointers to nowhere, in all that is read. */
	for (i = 0; i < 64; i++) {
		fake_perl(generation("debian-5.36.0-ithreads"));
		program_begins(cop_new("/a.pl", 1));
		put64(P.base + 8u * (u64)i, 0xdeadbeef0000 + (u64)i);
		put64(P.stack, 0xbad);
		HIT(event_entersub(&ev, c_stack()));
		PROBED(event_statement(P.base, TRAP_NS));
		HIT(event_leave(&ev, 0));
		HIT(event_unwind(&ev, -1));
		process_ends();
	}
}

Test(accounting, comparators_of_a_sort_are_no_calls)
{
	addr cmp, key, cx;
	int i;

	fake_perl(generation("debian-5.36.0-ithreads"));
	cmp = sub_new("main", "by_key", "/a.pl", 10);
	key = sub_new("main", "key", "/a.pl", 20);
	program_begins(cop_new("/a.pl", 1));
	si_push();
	cx = cx_push(layout.CXt_SUB | layout.CXp_MULTICALL);
	put64(cx + layout.blk_sub_cv, cmp);
	for (i = 0; i < 3; i++) {
		statement(cv_start(cmp));
		call(key);
		leave();
		HIT(event_leave(&ev, 0)); /* pp_leavesub returns at once */
	}
	cx_pop();
	si_pop();
	statement(cop_new("/a.pl", 2));
	process_ends();
	cr_expect_eq(call_sum(NULL, "main::by_key", 0).cnt, 0u);
	cr_expect_eq(call_sum("main::by_key", "main::key", 0).cnt, 3u);
	cr_expect_eq(stmt_sum("/a.pl", 10).cnt, 3u);
	expect_no_losses();
}

/* ------------------------------------------------------------------ open calls */

/* The calls of main::f that are known: counted, or announced while they are open. */
static u32 known_cnt(u32 part)
{
	struct host_entry *entry;
	u32 cnt = 0;

	for (entry = host_entries; entry; entry = entry->hh.next) {
		const struct call_key *key = (const void *)entry->id.key;

		cnt += entry->id.map == &calls_first && key->part == part &&
		       !strcmp(sub_text(key->interp, key->callee), "main::f");
	}
	return cnt;
}

static void call_g(void)
{
	call(g);
	leave();
	statement(cop_new("/a.pl", 11));
}

EACH_GENERATION(what_has_ended_is_known_with_the_calls_around_it)
{
	u32 i;

	program_with_subs(row->name);
	for (i = 0; i < 40; i++)
		call(f);
	statement(cop_new("/a.pl", 11));
	cr_expect_eq(known_cnt(0), 0u);
	call_g();
	cr_expect_eq(known_cnt(0), 40u);
	host_forget_map(&calls_first); /* the agent has it */
	call_g();
	call(f); /* once more in */
	call_g();
	cr_expect_eq(known_cnt(0), 1u);
	cr_expect_eq(call_sum(NULL, "main::f", 0).cnt, 0u);
	shadow_now()->part++; /* another profile, that knows nothing */
	call_g();
	cr_expect_eq(known_cnt(1), 41u);
	expect_no_losses();
}

/* An event takes a limited time. */
EACH_GENERATION(more_open_calls_than_one_event_can_tell_of_are_told_by_the_next)
{
	u32 i, before, now = 0;

	program_with_subs(row->name);
	for (i = 0; i < 3 * ANNOUNCE_MAX; i++)
		call(f);
	for (i = 0; i < 4; i++) {
		before = now;
		call(sub_new("main", (char[]){ 'a' + (char)i, 0 }, "/a.pl",
			     30 + i)); /* a new one */
		leave();
		statement(cop_new("/a.pl", 11));
		now = known_cnt(0);
		cr_expect_leq(now - before, (u32)ANNOUNCE_MAX);
	}
	cr_expect_eq(now, 3u * ANNOUNCE_MAX);
	expect_no_losses();
}
