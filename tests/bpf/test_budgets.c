// SPDX-License-Identifier: GPL-2.0-or-later
/* What one process, and one user, can have of the maps. */
#include "accounting.h"
#include "nytprof/budgets.h"
#include "state/budget.bpf.h"
#include "process/interp.bpf.h"

static struct interp *interp_at(u32 id)
{
	return bpf_map_lookup_elem(&interps, &id);
}

/* How many of cnt interpreters a process gets. */
static u32 make_interps(u32 tgid, u32 cnt)
{
	u32 i, made = 0;

	for (i = 0; i < cnt; i++)
		made += interp_new(0x1000 + i * 16, tgid, i + 1) != 0;
	return made;
}

Test(accounting, a_process_has_so_many_interpreters_and_no_more)
{
	u32 first;

	fake_perl(generation("debian-5.36.0-ithreads"));
	host_uid = 0;
	first = interp_new(0x10, 7, 1);
	cr_expect_eq(make_interps(7, PROCESS_INTERPS + 10), PROCESS_INTERPS - 1);
	cr_expect_eq(interp_at(first)->lost[LOSS_BUDGET], 11u, "its first one has its losses");
	cr_expect_eq(make_interps(8, 1), 1u);
}

Test(accounting, a_user_has_so_many_interpreters_and_another_one_has_his)
{
	u32 tgid, made = 0;

	fake_perl(generation("debian-5.36.0-ithreads"));
	settings.by_user = 1;
	host_uid = 1000;
	for (tgid = 200; tgid < 300; tgid++)
		made += make_interps(tgid, 100);
	cr_expect_eq(made, USER_INTERPS);
	host_uid = 1001;
	cr_expect_eq(make_interps(301, 100), 100u);
	host_uid = 0;
	cr_expect_eq(make_interps(302, 100), 100u);
}

/* A process of him that was refused can have one when he has given some back. */
Test(accounting, what_a_user_gives_back_he_can_have_again)
{
	struct budget_key key = { .of = BUDGET_OF_USER, .id = 1000, .which = USAGE_REMOVED };
	struct budget removed = { .cnt[BUDGET_INTERPS] = 5 };
	u32 tgid;

	fake_perl(generation("debian-5.36.0-ithreads"));
	settings.by_user = 1;
	host_uid = 1000;
	for (tgid = 200; tgid < 300; tgid++)
		make_interps(tgid, 100);
	cr_expect_eq(make_interps(400, 100), 0u);
	bpf_map_update_elem(&budgets, &key, &removed, BPF_ANY);
	cr_expect_eq(make_interps(400, 100), 5u);
}

Test(accounting, a_user_has_so_many_names)
{
	addr a, b;

	fake_perl(generation("debian-5.36.0-ithreads"));
	settings.by_user = 1;
	host_uid = 1000;
	program_begins(cop_new("/a.pl", 1));
	a = cop_new("/a.pl", 2);
	b = cop_new("/b.pl", 1);
	cr_assert(budget_charge_for(shadow_now()->id, BUDGET_NAMES, USER_NAMES - 1));
	statement(a);
	statement(b);
	cr_expect_geq(interp_at(shadow_now()->id)->lost[LOSS_BUDGET], 1u);
	process_ends();
	cr_expect_eq(stmt_sum("/a.pl", 1).cnt, 1u);
	cr_expect_eq(stmt_sum("/a.pl", 2).cnt, 1u);
	cr_expect_eq(stmt_sum("/b.pl", 1).cnt, 0u);
}

/* A command, or one process: there is nobody beside it. */
Test(accounting, where_there_are_no_others_a_user_has_all)
{
	fake_perl(generation("debian-5.36.0-ithreads"));
	host_uid = 1000;
	program_begins(cop_new("/a.pl", 1));
	cr_expect(budget_charge_for(shadow_now()->id, BUDGET_NAMES, STRING_ENTRIES));
	cr_expect(budget_charge_for(shadow_now()->id, BUDGET_NAMES, STRING_ENTRIES));
}
