// SPDX-License-Identifier: GPL-2.0-or-later
/* Samples: perl's stacks as a tick of the clock finds them, without any probe. */
#include "accounting.h"

#include "sample/tick.bpf.h"

#define PERIOD 1000 /* ns */

/* Nothing tells that a statement begins. */
static void at_statement(addr cop)
{
	put64(P.base + layout.Iop, cop);
	put64(P.base + layout.Icurcop, cop);
}

static void calls_unseen(addr cv)
{
	sub_context(cv);
	at_statement(cv_start(cv));
}

static void sample(void)
{
	takes(77);
	tick_of(P.base);
}

/* What is open ends in as many steps as it takes. */
static void ends(void)
{
	process_ends();
	while (!ending_go_on(interp_of(100)))
		;
}

static void samples(int cnt)
{
	while (cnt--)
		sample();
}

/* A program in line 1 of /a.pl, with main::f and main::g. */
static void sampled_program_begins(const char *name)
{
	fake_perl(generation(name));
	settings.sample_ns = PERIOD;
	settings.sample_calls = 1;
	make_subs();
	cx_push(CXt_BLOCK);
	at_statement(cop_new("/a.pl", 1));
}

/* In how many samples it was, and in how many it was innermost. */
#define expect_samples(caller, callee, incl, excl) \
	expect_call(caller, callee, 0, (incl)*PERIOD, (excl)*PERIOD)

EACH_GENERATION(samples_are_the_time_of_the_subs_they_find)
{
	sampled_program_begins(row->name);
	samples(2);
	calls_unseen(f);
	samples(3);
	block_enter();
	calls_unseen(g);
	samples(4);
	sub_context_pop();
	cx_pop();
	samples(1);
	sub_context_pop();
	samples(5);
	ends();
	expect_samples(NULL, "main::f", 8, 4);
	expect_samples("main::f", "main::g", 4, 4);
	expect_stmt("/a.pl", 1, 7, 7 * PERIOD);
	expect_stmt("/a.pl", 10, 4, 4 * PERIOD);
	expect_stmt("/a.pl", 20, 4, 4 * PERIOD);
	expect_no_losses();
}

EACH_GENERATION(samples_of_a_statement_are_kept_by_sub)
{
	addr at;

	sampled_program_begins(row->name);
	settings.sample_own = 1;
	at = cop_new("/a.pl", 5);
	at_statement(at);
	samples(2);
	calls_unseen(f);
	at_statement(at);
	samples(3);
	ends();
	cr_expect_eq(stmts_counted(key->line == 5 && !key->sub_line), 2);
	cr_expect_eq(stmts_counted(key->line == 5 && key->sub_line), 3);
	expect_stmt("/a.pl", 5, 5, 5 * PERIOD);
}

/* Perl was interrupted between free() and the name that comes next: glibc has a pointer there. */
EACH_GENERATION(a_name_that_perl_has_freed_is_no_files_name)
{
	sampled_program_begins(row->name);
	at_statement(cop_new("\x2c\xb5\x72\x13\x2a\x56", 5));
	sample();
	at_statement(cop_new("\xc3\xa9.pl", 6));
	sample();
	at_statement(cop_new("/a long name in Latin 1: \xe9.pl", 7));
	sample();
	ends();
	expect_stmt("\xc3\xa9.pl", 6, 1, PERIOD);
	expect_stmt("/a long name in Latin 1: \xe9.pl", 7, 1, PERIOD);
	cr_expect_eq(stmts_counted(key->line == 5), layout.ithreads ? 0 : 1);
	cr_expect_eq(losses_of(LOSS_SAMPLES), layout.ithreads ? 1 : 0);
}

EACH_GENERATION(what_waits_between_samples_is_nobodys_time)
{
	sampled_program_begins(row->name);
	calls_unseen(f);
	samples(3);
	takes(1000000000);
	ends();
	expect_samples(NULL, "main::f", 3, 3);
	expect_stmt("/a.pl", 10, 3, 3 * PERIOD);
}

/*
 * A sort, a tie, a DESTROY: each on a stackinfo of its own.  One that was used before stays above
 * in memory.
 */
EACH_GENERATION(callers_beneath_stackinfos_are_there)
{
	sampled_program_begins(row->name);
	calls_unseen(f);
	si_push();
	si_push();
	si_pop();
	cx_push(CXt_BLOCK);
	si_push();
	calls_unseen(g);
	samples(3);
	sub_context_pop();
	si_pop();
	cx_pop();
	si_pop();
	samples(2);
	ends();
	expect_samples(NULL, "main::f", 5, 2);
	expect_samples("main::f", "main::g", 3, 3);
	expect_no_losses();
}

EACH_GENERATION(the_same_sub_called_from_elsewhere_is_another_call)
{
	sampled_program_begins(row->name);
	calls_unseen(f);
	samples(2);
	sub_context_pop();
	at_statement(cop_new("/a.pl", 2));
	calls_unseen(f);
	samples(1);
	ends();
	expect_samples(NULL, "main::f", 3, 3);
	expect_no_losses();
}

EACH_GENERATION(recursion_is_inclusive_once)
{
	sampled_program_begins(row->name);
	calls_unseen(f);
	calls_unseen(f);
	calls_unseen(f);
	samples(2);
	ends();
	cr_expect_eq(call_sum(NULL, "main::f", 0).incl_ns, 2 * PERIOD);
	cr_expect_eq(call_sum("main::f", "main::f", 0).reci_ns, 4 * PERIOD);
	cr_expect_eq(call_sum("main::f", "main::f", 0).rec_depth, 2);
}

static addr op_of(u32 type)
{
	addr op = mem(64);

	put32(op + layout.op_type_byte, type);
	put64(P.base + layout.Iop, op);
	return op;
}

EACH_GENERATION(a_builtin_and_an_xsub_are_told_by_the_op)
{
	char sort[64];

	snprintf(sort, sizeof(sort), "::CORE:%d", SLOW_OP_sort);
	sampled_program_begins(row->name);
	slow_ops[77] = SLOW_OP_sort;
	settings.slowops = 1;
	calls_unseen(f);
	op_of(77);
	samples(3);
	op_of(OP_ENTERSUB_NR);
	put64(P.base + layout.Istack_sp, P.stack - 8);
	put64(P.stack, xsub_new("List::Util", "sum"));
	samples(2);
	ends();
	expect_samples(NULL, "main::f", 5, 0);
	expect_samples("main::f", sort, 3, 3);
	expect_samples("main::f", "List::Util::sum", 2, 2);
	expect_no_losses();
}

/* ------------------------------------------------------------------------ torn */

static u32 torn(void)
{
	const struct interp *in = bpf_map_lookup_elem(&interps, &shadow_now()->id);

	return in->torn;
}

EACH_GENERATION(a_context_that_is_being_popped_is_left_out)
{
	sampled_program_begins(row->name);
	calls_unseen(f);
	calls_unseen(g);
	samples(1);
	put64(cx_at(cxix()) + layout.blk_sub_cv, 0);
	samples(1);
	cr_expect_eq(torn(), 1);
	ends();
	expect_samples(NULL, "main::f", 2, 1);
	expect_samples("main::f", "main::g", 1, 1);
}

/* What was there before says g.  The op that calls and its statement are still those of f. */
EACH_GENERATION(a_context_that_is_being_pushed_is_left_out)
{
	addr cx;

	sampled_program_begins(row->name);
	calls_unseen(f);
	put64(op_of(OP_ENTERSUB_NR) + layout.op_next, 0x1234);
	cx = cx_push(layout.CXt_SUB);
	put64(cx + layout.blk_sub_cv, g);
	put64(cx + layout.blk_sub_retop, 0x5678);
	samples(1);
	cr_expect_eq(torn(), 1);
	put64(cx + layout.blk_sub_retop, 0x1234);
	samples(1);
	cr_expect_eq(torn(), 1);
	ends();
	expect_samples(NULL, "main::f", 2, 1);
	expect_samples("main::f", "main::g", 1, 1);
}

/* --------------------------------------------------------------------- hostile */

static u32 samples_taken(void)
{
	return stmt_sum("/a.pl", 1).cnt + stmt_sum("/a.pl", 10).cnt;
}

EACH_GENERATION(stackinfos_in_a_circle_have_an_end)
{
	sampled_program_begins(row->name);
	si_push();
	put64(get64(P.si + layout.si_prev) + layout.si_prev, P.si);
	samples(3);
	ends();
	cr_expect_eq(samples_taken(), 0);
}

/* Upwards they never come to where perl is. */
EACH_GENERATION(stackinfos_that_lead_past_perl_have_an_end)
{
	addr base;

	sampled_program_begins(row->name);
	base = P.si;
	si_push();
	put64(base + layout.si_next, base);
	samples(2);
	ends();
	cr_expect_eq(samples_taken(), 2);
	cr_expect_eq(losses_of(LOSS_FRAMES), 2);
}

EACH_GENERATION(a_million_contexts_are_looked_at_to_a_limit)
{
	sampled_program_begins(row->name);
	calls_unseen(f);
	put32(P.si + layout.si_cxix, 1000000);
	samples(2);
	ends();
	expect_samples(NULL, "main::f", 2, 2);
	cr_expect_eq(losses_of(LOSS_FRAMES) + losses_of(LOSS_SAMPLES), 2);
}

EACH_GENERATION(garbage_in_a_context_is_an_unknown_sub)
{
	sampled_program_begins(row->name);
	calls_unseen(f);
	put64(cx_at(cxix()) + layout.blk_sub_cv, (addr)0xdeadbeef00);
	samples(TICK_TRIES + 1);
	ends();
	cr_expect_eq(call_sum(NULL, "main::f", 0).incl_ns, 0);
	cr_expect_eq(losses_of(LOSS_SAMPLES), TICK_TRIES - 1);
	cr_expect_eq(samples_taken(), 2);
}

EACH_GENERATION(no_stack_and_no_statement_is_no_sample)
{
	sampled_program_begins(row->name);
	put64(P.base + layout.Icurstackinfo, 0);
	samples(1);
	set_si(P.si);
	put64(P.base + layout.Icurcop, 0);
	samples(1);
	ends();
	cr_expect_eq(samples_taken(), 0);
	expect_no_losses();
}

/* As many as a program may have, in stackinfos of some thousand contexts each. */
EACH_GENERATION(ten_thousand_calls_are_counted_right)
{
	const int deep = 10000;
	struct call sum;
	int i;

	sampled_program_begins(row->name);
	for (i = 0; i < deep; i++) {
		if (cxix() >= CONTEXTS - 4)
			si_push();
		block_enter();
		calls_unseen(f);
	}
	samples(3);
	cr_expect_eq(shadow_now()->depth, deep);
	ends();
	sum = call_sum("main::f", "main::f", 0);
	cr_expect_eq(sum.reci_ns, 3ll * PERIOD * (deep - 1));
	cr_expect_eq(sum.rec_depth, deep - 1);
	cr_expect_eq(call_sum(NULL, "main::f", 0).incl_ns, 3 * PERIOD);
}

/* A tick is an interrupt.  Perl can't have changed so much in the meantime, but a liar can. */
EACH_GENERATION(what_takes_too_long_is_done_by_the_next_ticks)
{
	const int turn = WALK_FREE + 43, deep = 2 * turn + 14; /* ten looks at the clock */
	int i;

	sampled_program_begins(row->name);
	for (i = 0; i < deep; i++)
		calls_unseen(f);
	host_clock_ns = WALK_NS / 10;
	samples(1);
	cr_expect_eq(shadow_now()->depth, turn);
	samples(1);
	cr_expect_eq(shadow_now()->depth, 2 * turn);
	samples(1);
	cr_expect_eq(shadow_now()->depth, deep);
	for (i = 0; i < deep; i++)
		sub_context_pop();
	samples(1);
	cr_expect_eq(shadow_now()->depth, deep - turn);
	samples(2);
	cr_expect_eq(shadow_now()->depth, 0);
	ends();
	cr_expect_eq(call_sum(NULL, "main::f", 0).incl_ns, PERIOD);
	cr_expect_eq(call_sum("main::f", "main::f", 0).reci_ns, PERIOD * (deep - 1));
	cr_expect_eq(samples_taken(), 2);
	cr_expect_eq(losses_of(LOSS_SAMPLES), 4);
	cr_expect_eq(losses_of(LOSS_FRAMES), 0);
}

EACH_GENERATION(ordinary_stacks_have_no_limit_of_time)
{
	int i;

	sampled_program_begins(row->name);
	for (i = 0; i < WALK_FREE; i++)
		calls_unseen(f);
	host_clock_ns = 2 * WALK_NS; /* between any two looks the processor was taken away */
	samples(2);
	cr_expect_eq(shadow_now()->depth, WALK_FREE);
	ends();
	cr_expect_eq(samples_taken(), 2);
	expect_no_losses();
}

EACH_GENERATION(one_that_takes_too_long_again_and_again_is_taken_without_its_inner_calls)
{
	int i;

	sampled_program_begins(row->name);
	for (i = 0; i < WALK_FREE * (TICK_TRIES + 1); i++)
		calls_unseen(f);
	host_clock_ns = 2 * WALK_NS;
	samples(TICK_TRIES);
	cr_expect_lt(shadow_now()->depth, WALK_FREE * (TICK_TRIES + 1));
	cr_expect_eq(losses_of(LOSS_SAMPLES), TICK_TRIES - 1);
	cr_expect_eq(losses_of(LOSS_FRAMES), 1);
	ends();
	cr_expect_eq(samples_taken(), 1);
}

EACH_GENERATION(ops_in_a_circle_are_looked_at_to_a_limit)
{
	addr root;

	sampled_program_begins(row->name);
	root = get64(get64(f + layout.sv_any) + layout.xcv_root);
	put8(root + layout.op_flags, (u8)layout.OPf_KIDS);
	put64(root + layout.op_first, root);
	calls_unseen(f);
	host_reads.cnt = 0;
	samples(1);
	cr_expect_lt(host_reads.cnt, 20000);
	ends();
	expect_samples(NULL, "main::f", 1, 1);
}

/* ----------------------------------------------------------------------- losses */

/* The sub's name is on a page that is swapped out. */
EACH_GENERATION(a_sample_that_can_not_be_read_is_dropped_and_said)
{
	sampled_program_begins(row->name);
	calls_unseen(f);
	host_absent = f & ~63ull;
	samples(2);
	host_absent = 0;
	samples(3);
	ends();
	expect_samples(NULL, "main::f", 3, 3);
	expect_stmt("/a.pl", 10, 3, 3 * PERIOD);
	cr_expect_eq(losses_of(LOSS_SAMPLES), 2);
	cr_expect_eq(lost_sum(), 2);
}

EACH_GENERATION(a_program_that_is_replaced_loses_no_sample)
{
	sampled_program_begins(row->name);
	calls_unseen(f);
	host_executes = true;
	host_absent = f & ~63ull;
	samples(2);
	host_executes = false;
	host_absent = 0;
	samples(3);
	ends();
	cr_expect_eq(samples_taken(), 3);
	expect_no_losses();
}

/* Perl frees its ops and names, of which its variables still have the addresses. */
EACH_GENERATION(a_perl_that_ends_loses_no_sample)
{
	sampled_program_begins(row->name);
	calls_unseen(f);
	put32(P.base + layout.Iphase, layout.PERL_PHASE_DESTRUCT);
	host_absent = f & ~63ull;
	samples(3);
	host_absent = 0;
	ends();
	cr_expect_eq(samples_taken(), 0);
	expect_no_losses();
}

/* No call had so many arguments yet. */
EACH_GENERATION(what_is_above_the_arguments_may_be_no_memory)
{
	sampled_program_begins(row->name);
	calls_unseen(f);
	op_of(OP_ENTERSUB_NR);
	put64(P.base + layout.Istack_sp, P.stack - 8);
	host_absent = P.stack & ~63ull;
	samples(2);
	host_absent = 0;
	ends();
	expect_samples(NULL, "main::f", 2, 2);
	expect_no_losses();
}

EACH_GENERATION(what_is_turned_off_is_not_sampled)
{
	sampled_program_begins(row->name);
	calls_unseen(f);
	samples(2);
	control_now()->off = 1;
	samples(3);
	control_now()->off = 0;
	samples(1);
	ends();
	expect_samples(NULL, "main::f", 3, 3);
	expect_stmt("/a.pl", 10, 3, 3 * PERIOD);
}

/* ------------------------------------------------------------------ the way in */

EACH_GENERATION(the_interpreter_is_found_by_each_way)
{
	addr tp, key, block, curinterp;
	struct sampled s = { .how = SAMPLED_GLOBALS, .at = 42 };
	u64 base;

	fake_perl(generation(row->name));
	tp = mem(4096);
	key = mem(8);
	block = mem(1024);
	curinterp = mem(8);
	cr_expect(sampled_base(&s, tp, &base) && base == 42);
	s = (struct sampled){ .how = SAMPLED_CURINTERP, .at = curinterp };
	cr_expect_not(sampled_base(&s, tp, &base));
	put64(curinterp, 43);
	cr_expect(sampled_base(&s, tp, &base) && base == 43);
	s = (struct sampled){ .how = SAMPLED_KEY, .at = key };
	put32(key, 3);
	cr_expect_not(sampled_base(&s, tp, &base));
	put64(tp + TSD_FIRST + 3 * 16 + 8, 44);
	cr_expect(sampled_base(&s, tp, &base) && base == 44);
	put32(key, 2 * TSD_BLOCK + 5);
	cr_expect_not(sampled_base(&s, tp, &base));
	put64(tp + TSD_BLOCKS + 2 * 8, block);
	put64(block + 5 * 16 + 8, 45);
	cr_expect(sampled_base(&s, tp, &base) && base == 45);
	put32(key, TSD_KEYS);
	cr_expect_not(sampled_base(&s, tp, &base));
}

EACH_GENERATION(children_are_found_where_their_parent_is_so_far_as_they_are_wanted)
{
	u32 parent = 100, child = 101, grandchild = 102, all = 103;
	struct sampled s = { .at = 42, .forkdepth = 1 }, *found;
	u64 base;

	fake_perl(generation(row->name));
	bpf_map_update_elem(&sampled, &parent, &s, BPF_ANY);
	cr_expect(sampled_forked(parent, child));
	found = bpf_map_lookup_elem(&sampled, &child);
	cr_expect(found && found->at == 42);
	cr_expect_not(sampled_forked(child, grandchild));
	/* Else its program would tell that it is a perl. */
	found = bpf_map_lookup_elem(&sampled, &grandchild);
	cr_expect(found && found->how == SAMPLED_NOT);
	cr_expect_not(sampled_base(found, 0, &base));
	s.forkdepth = -1;
	bpf_map_update_elem(&sampled, &parent, &s, BPF_ANY);
	cr_expect(sampled_forked(parent, all));
	cr_expect(sampled_forked(all, grandchild));
}

/* Whoever likes to can have more processes than there is room for. */
EACH_GENERATION(processes_there_is_no_room_for_are_counted)
{
	u32 parent = 100;
	const struct sampled s = { .build = settings.build, .forkdepth = -1 };
	const struct sampled_file_key key = { .ino = 1 };
	const struct sampled_file file = { .build = settings.build };

	fake_perl(generation(row->name));
	bpf_map_update_elem(&sampled_files, &key, &file, BPF_ANY);
	bpf_map_update_elem(&sampled, &parent, &s, BPF_ANY);
	host_full = &sampled;
	sampled_forked(parent, 101);
	cr_expect_eq(losses_of(LOSS_INTERPS), 1);
	cr_expect_null(sampled_program(102, &key, 0));
	cr_expect_eq(losses_of(LOSS_SAMPLES), 1);
}
