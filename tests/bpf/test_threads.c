// SPDX-License-Identifier: GPL-2.0-or-later
/* Several interpreters, on one thread or on several. */
#include "accounting.h"
#include "process/thread.bpf.h"

#define THREAD(tid) ((u64)100 << 32 | (tid))

static __typeof__(P) first, second;
static addr other;

/* Two interpreters, of which the first one runs; false: this perl can't have two. */
static bool two_interps(const struct row *row)
{
	fake_perl(generation(row->name));
	if (!layout.multiplicity)
		return false;
	make_subs();
	other = xsub_new("Host", "other");
	first = P;
	perl_alloc();
	g = sub_new("main", "g", "/b.pl", 20);
	second = P;
	P = first;
	program_begins(cop_new("/a.pl", 1));
	return true;
}

/* Calls g in the second one, which has 7 ns of it before the call and 40 in it. */
static void second_runs(void)
{
	first = P;
	P = second;
	statement(cop_new("/b.pl", 2));
	takes(7);
	call(g);
	takes(40);
	leave();
	second = P;
	P = first;
}

static void expect_times(u64 cnt)
{
	expect_stmt("/b.pl", 2, cnt, cnt * 7);
	expect_stmt("/b.pl", 20, cnt, cnt * 40);
	expect_call(NULL, "main::g", cnt, cnt * 40, cnt * 40);
	expect_no_losses();
}

EACH_GENERATION(the_clock_of_one_stands_still_while_another_runs)
{
	if (!two_interps(row))
		return;
	takes(100);
	second_runs();
	statement(cop_new("/a.pl", 3));
	takes(1000);
	second_runs();
	statement(cop_new("/a.pl", 4));
	takes(5);
	process_ends();
	expect_stmt("/a.pl", 1, 1, 100);
	expect_stmt("/a.pl", 3, 1, 1000);
	expect_stmt("/a.pl", 4, 1, 5 + TRAP_NS / 2);
	expect_times(2);
}

EACH_GENERATION(an_xsub_of_one_runs_the_other)
{
	if (!two_interps(row))
		return;
	call(f);
	xsub_enter(other);
	takes(3);
	second_runs();
	xsub_returns();
	takes(50);
	leave();
	process_ends();
	expect_call("main::f", "Host::other", 1, 3, 3);
	cr_expect_eq(call_sum(NULL, "main::f", 0).incl_ns, 53);
	expect_times(1);
}

/* Perl_clone has CLONE called; the clone then runs in a thread of its own, and is destroyed by who joins it. */
EACH_GENERATION(a_clone_is_one_interpreter_from_its_creation_to_its_end)
{
	struct shadow_key key;
	const struct shadow *sh;

	if (!two_interps(row))
		return;
	second_runs();
	thread_created(100, 100, 101);
	host_pid_tgid = THREAD(101);
	second_runs();
	thread_exited(100, 101, 0, false);
	takes(5000);
	host_pid_tgid = THREAD(100);
	second_runs();
	key = (struct shadow_key){ .base = second.base, .tgid = 100 };
	sh = bpf_map_lookup_elem(&shadows, &key);
	cr_assert(sh);
	cr_expect_eq(((struct interp *)bpf_map_lookup_elem(&interps, &sh->id))->cloned_from,
		     shadow_now()->id);
	interp_over(second.base);
	cr_expect_null(bpf_map_lookup_elem(&shadows, &key));
	/* The one that has joined it has the thread again. */
	takes(30);
	process_ends();
	expect_stmt("/a.pl", 1, 1, 30);
	expect_stmt("/b.pl", 20, 3, 120);
	expect_no_losses();
}

EACH_GENERATION(none_is_left_when_the_process_is_over)
{
	struct shadow_key key;

	if (!two_interps(row))
		return;
	second_runs();
	key = (struct shadow_key){ .base = second.base, .tgid = 100 };
	cr_expect(bpf_map_lookup_elem(&shadows, &key));
	process_ends();
	cr_expect_null(bpf_map_lookup_elem(&shadows, &key));
	key.base = first.base;
	cr_expect_null(bpf_map_lookup_elem(&shadows, &key));
	expect_stmt("/b.pl", 2, 1, 7 + TRAP_NS / 2);
	expect_stmt("/b.pl", 20, 1, 40);
}

/* ------------------------------------------------------------- no room for a thread */

EACH_GENERATION(threads_there_is_no_room_for_are_counted_and_end_with_their_process)
{
	program_with_subs(row->name);
	thread_exited(100, 100, 0, false); /* and goes on as thread 101, which is not known */
	host_full = &threads;
	host_pid_tgid = THREAD(101);
	statement(cop_new("/a.pl", 3));
	call(f);
	takes(10);
	leave();
	cr_expect_gt(losses_of(LOSS_THREADS), 0);
	cr_expect_eq(lost_sum(), losses_of(LOSS_THREADS));
	process_ends();
	cr_expect_null(shadow_now());
	cr_expect_eq(stmt_sum("/a.pl", 3).cnt, 1);
	expect_call(NULL, "main::f", 1, 10, 10);
}

EACH_GENERATION(the_clock_of_a_thread_there_is_no_room_for_ends_with_it)
{
	program_with_subs(row->name);
	thread_exited(100, 100, 0, false);
	host_full = &threads;
	host_pid_tgid = THREAD(101);
	statement(cop_new("/a.pl", 3));
	takes(10);
	thread_exited(100, 101, 0, false);
	takes(100000);
	process_ended(100, 0);
	expect_stmt("/a.pl", 3, 1, 10 + TRAP_NS / 2);
}

EACH_GENERATION(a_thread_is_known_as_soon_as_there_is_room)
{
	u64 lost;

	program_with_subs(row->name);
	thread_exited(100, 100, 0, false);
	host_full = &threads;
	host_pid_tgid = THREAD(101);
	statement(cop_new("/a.pl", 3));
	host_full = NULL;
	lost = lost_sum();
	statement(cop_new("/a.pl", 4));
	cr_expect_eq(shadow_of_thread(100, 101), shadow_now());
	cr_expect_eq(lost_sum(), lost);
}

/* ------------------------------------------------- threads that end at the same time */

/* The second interpreter, on a thread of its own, is in g; the first one has been parked before. */
static bool two_threads(const struct row *row)
{
	if (!two_interps(row))
		return false;
	second_runs();
	statement(cop_new("/a.pl", 3));
	host_pid_tgid = THREAD(101);
	P = second;
	statement(cop_new("/b.pl", 3));
	call(g);
	takes(40);
	return true;
}

static void expect_one_end_each(void)
{
	struct shadow_key key = { .base = second.base, .tgid = 100 };
	u32 tgid = 100;

	cr_expect_null(bpf_map_lookup_elem(&shadows, &key));
	key.base = first.base;
	cr_expect_null(bpf_map_lookup_elem(&shadows, &key));
	cr_expect_null(bpf_map_lookup_elem(&process_todos, &tgid));
	cr_expect_eq(stmt_sum("/a.pl", 3).cnt, 1);
	cr_expect_eq(stmt_sum("/b.pl", 3).cnt, 1);
	cr_expect_eq(stmt_sum("/b.pl", 20).cnt, 2);
	cr_expect_eq(call_sum(NULL, "main::g", 0).cnt, 2);
	expect_no_losses();
}

/* In do_exit all of them are taken off the count of living threads first, and told of later. */
static void thread_is_last(u32 tid)
{
	thread_exited(100, tid, 0, true);
	process_ended(100, 0);
}

static void first_thread_is_last(void)
{
	thread_is_last(100);
}

EACH_GENERATION(an_interpreter_ends_once_though_each_thread_is_the_last)
{
	if (!two_threads(row))
		return;
	host_meanwhile = first_thread_is_last;
	thread_is_last(101);
	expect_one_end_each();
}

/* The one found others alive, and parks; the last one comes by before it has done so. */
EACH_GENERATION(a_thread_that_parks_while_the_last_one_ends_leaves_nothing)
{
	if (!two_threads(row))
		return;
	thread_is_last(101);
	thread_exited(100, 100, 0, false);
	process_ended(100, 0);
	expect_one_end_each();
}
