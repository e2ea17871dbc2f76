// SPDX-License-Identifier: GPL-2.0-or-later
/* What is taken out of a program's time: handlers, and traps at the pace of the processor. */
#include "fake_perl.h"
#include "nytprof/calibration.h"
#include "clock/clock.bpf.h"

#include <criterion/criterion.h>

#define CLOCK_NS 20 /* a look at the clock, when the traps were measured */
#define HITS	 (1000 * PACE_EVERY)

static struct shadow sh;

static void setup(void)
{
	size_t cnt;

	fake_perl(&layout_rows(&cnt)[0].layout);
	memset(&sh, 0, sizeof(sh));
	clock_wait_from_here(&sh);
	settings.clock_cost = CLOCK_UNIT * CLOCK_NS;
	sh.trap.price_ns = TRAP_NS; /* as if there had been one before */
}

TestSuite(clock, .init = setup);

/* What hits take by our account, when looking at the clock takes clock_ns. */
static u64 overhead_of(unsigned hits, u64 clock_ns)
{
	u64 before = sh.overhead_ns, wall;
	unsigned i;

	host_clock_ns = clock_ns;
	for (i = 0; i < hits; i++) {
		wall = clock_wall();
		clock_enter(&sh, wall, TRAP_NS);
		clock_leave(&sh, wall);
	}
	return sh.overhead_ns - before;
}

/* Every handler looks twice, and some twice more; each takes out the trap before it. */
static u64 expected(unsigned hits, u64 clock_ns, u64 trap_ns)
{
	return hits * (trap_ns + clock_ns) + 2 * hits / PACE_EVERY * clock_ns;
}

static void expect_about(u64 got, u64 want, u64 permille)
{
	u64 most = want * permille / 1000, off = got > want ? got - want : want - got;

	cr_expect_leq(off, most, "%llu ns, not %llu", (unsigned long long)got,
		      (unsigned long long)want);
}

Test(clock, a_trap_takes_what_was_measured_while_the_pace_is_the_same)
{
	expect_about(overhead_of(HITS, CLOCK_NS), expected(HITS, CLOCK_NS, TRAP_NS), 0);
}

Test(clock, a_trap_takes_longer_on_a_slower_processor)
{
	overhead_of(HITS, CLOCK_NS * 5 / 4);
	expect_about(overhead_of(HITS, CLOCK_NS * 5 / 4),
		     expected(HITS, CLOCK_NS * 5 / 4, TRAP_NS * 5 / 4), 5);
}

Test(clock, and_less_again_when_it_is_as_fast_as_it_was)
{
	overhead_of(HITS, CLOCK_NS * 5 / 4);
	overhead_of(HITS, CLOCK_NS);
	expect_about(overhead_of(HITS, CLOCK_NS), expected(HITS, CLOCK_NS, TRAP_NS), 5);
}

Test(clock, a_look_that_was_interrupted_changes_nothing)
{
	overhead_of(8 * PACE_EVERY, 1000 * CLOCK_NS);
	expect_about(overhead_of(HITS, CLOCK_NS), expected(HITS, CLOCK_NS, TRAP_NS), 0);
}

Test(clock, without_a_price_of_the_clock_the_pace_is_not_known)
{
	settings.clock_cost = 0;
	expect_about(overhead_of(HITS, CLOCK_NS * 2), expected(HITS, CLOCK_NS * 2, TRAP_NS), 0);
}

/* ------------------------------------------------- what a trap takes, where it matters */

#define COST_NS 10 /* of a statement that takes next to nothing */
#define NEAR	2 /* ns that an average may be off */
#define SLOWER	150 /* ns more than was measured at start-up, that a trap takes here */

#define expect_near(got, want)                                                            \
	do {                                                                              \
		s64 got_ = (s64)(got), want_ = (s64)(want);                               \
		cr_expect(got_ >= want_ - NEAR && got_ <= want_ + NEAR, "%lld, not %lld", \
			  (long long)got_, (long long)want_);                             \
	} while (0)

/*
 * Many statements, each perl ns long, whose cost is told to be that; what the last thousand of them
 * are said to take on average.
 */
static s64 statements(u32 kind, u32 cost, u64 perl)
{
	u64 wall, first = 0, last = 0;
	unsigned i;

	for (i = 0; i < 3000; i++) {
		host_clock += TRAP_NS + SLOWER + perl;
		wall = clock_wall();
		last = clock_enter(&sh, wall, TRAP_NS);
		clock_learn(&sh, 0);
		if (i == 1999)
			first = last;
		clock_trap_costs(&sh, kind, cost);
		clock_leave(&sh, wall);
	}
	sh.trap.costs.cost = 0; /* what comes next is something else */
	return ((s64)last - (s64)first) / 1000;
}

Test(clock, statements_of_known_cost_tell_what_a_trap_takes)
{
	expect_near(statements(TRAP_STMT, 2 * COST_NS, COST_NS), COST_NS);
	expect_near(sh.learned[TRAP_STMT] / TRAP_UNIT, TRAP_NS + SLOWER);
	cr_expect_eq(sh.learned[TRAP_CALL], 0u, "of its own kind only");
}

Test(clock, what_is_learned_holds_for_the_statements_between)
{
	statements(TRAP_STMT, 2 * COST_NS, COST_NS);
	/* Not learned from, but told right. */
	expect_near(statements(TRAP_STMT, 0, 1000), 1000);
	/* Nor does one that may take more teach anything, as long as it does take more. */
	expect_near(statements(TRAP_STMT, 2 * COST_NS | COST_AT_LEAST, 300), 300);
}

Test(clock, a_call_has_a_price_of_its_own)
{
	expect_near(statements(TRAP_CALL, 2 * COST_NS, COST_NS), COST_NS);
	cr_expect_eq(sh.learned[TRAP_STMT], 0u);
}

Test(clock, other_traps_are_as_much_slower_as_those_of_statements)
{
	u64 before, wall;

	statements(TRAP_STMT, 2 * COST_NS, COST_NS);
	clock_trap_is(&sh, TRAP_OTHER);
	before = sh.overhead_ns;
	wall = clock_wall();
	clock_enter(&sh, wall, TRAP_NS);
	expect_near(sh.overhead_ns - before, TRAP_NS + SLOWER);
}

Test(clock, no_statement_takes_less_than_its_ops_do)
{
	/* Learned where a trap takes more; then a loop of statements in which it takes less. */
	statements(TRAP_STMT, 2 * COST_NS, COST_NS + 80);
	expect_near(sh.learned[TRAP_STMT] / TRAP_UNIT, TRAP_NS + SLOWER + 80);
	expect_near(statements(TRAP_STMT, 2 * COST_NS | COST_AT_LEAST, 40), COST_NS);
}

/* Where a statement can end in two ways, the COP that comes next tells which it was. */
Test(clock, of_two_ways_each_has_its_cost)
{
	u64 wall;
	unsigned i;

	for (i = 0; i < 3000; i++) {
		host_clock += TRAP_NS + SLOWER + (i % 2 ? COST_NS : 3 * COST_NS);
		wall = clock_wall();
		clock_enter(&sh, wall, TRAP_NS);
		clock_learn(&sh, i % 2 ? 0x1000 : 0x2000);
		clock_trap_is(&sh, TRAP_STMT);
		sh.trap.costs = (struct costs){ 0x1000, 2 * COST_NS, 6 * COST_NS };
		clock_leave(&sh, wall);
	}
	expect_near(sh.learned[TRAP_STMT] / TRAP_UNIT, TRAP_NS + SLOWER);
}

Test(clock, an_interruption_is_no_lesson)
{
	u64 wall, before;

	statements(TRAP_STMT, 2 * COST_NS, COST_NS);
	before = sh.learned[TRAP_STMT];
	sh.teaches = 1;
	host_clock += 50000000;
	wall = clock_wall();
	clock_enter(&sh, wall, TRAP_NS);
	clock_learn(&sh, 0);
	clock_leave(&sh, wall);
	cr_expect_leq(sh.learned[TRAP_STMT] - before, 16 * TRAP_UNIT);
}

/* It had to wait a moment for a processor: less than an interruption, and no measure of a trap either. */
Test(clock, time_in_which_others_ran_teaches_nothing)
{
	u64 wall, before;

	statements(TRAP_STMT, 2 * COST_NS, COST_NS);
	before = sh.learned[TRAP_STMT];
	sh.teaches = 1;
	clock_trap_costs(&sh, TRAP_STMT, 2 * COST_NS);
	host_clock += TRAP_NS + SLOWER + COST_NS + 300;
	host_waited_ns += 300;
	wall = clock_wall();
	clock_enter(&sh, wall, TRAP_NS);
	clock_learn(&sh, 0);
	clock_leave(&sh, wall);
	cr_expect_eq(sh.learned[TRAP_STMT], before);
}

Test(clock, a_handler_that_waited_has_not_worked)
{
	u64 wall, taken = clock_taken(&sh), before, after;

	wall = clock_wall();
	before = clock_enter(&sh, wall, TRAP_NS);
	host_clock += 5000000;
	host_waited_ns += 4000000;
	clock_leave(&sh, wall);
	host_clock += TRAP_NS + 100;
	after = clock_enter(&sh, clock_wall(), TRAP_NS);
	cr_expect_eq(after - before, 100u);
	cr_expect_eq(sh.waited_ns, 4000000u);
	cr_expect_eq(clock_taken(&sh) - taken, 1000000u + 2 * TRAP_NS);
}

/* The program had run for 700 ns when a probe was hit, and others got the processor before the handler looked. */
Test(clock, a_handler_that_waits_at_its_begin_takes_nothing_of_the_program)
{
	u64 wall = clock_wall(), before, after;

	before = clock_enter(&sh, wall, TRAP_NS);
	clock_leave(&sh, wall);
	host_clock += TRAP_NS + 700;
	wall = clock_wall();
	host_clock += 4000000;
	host_waited_ns += 4000000;
	after = clock_enter(&sh, wall, TRAP_NS);
	clock_leave(&sh, wall);
	cr_expect_eq(after - before, 700u);
	host_clock += TRAP_NS + 300;
	cr_expect_eq(clock_enter(&sh, clock_wall(), TRAP_NS) - after, 300u);
	cr_expect_eq(sh.waited_ns, 4000000u);
}

/* Whatever the number of its statements: one that was always the same could be an unusual one. */
Test(clock, each_statement_of_a_loop_is_measured)
{
	unsigned loop, i, measured[12] = { 0 };
	u64 wall;

	for (loop = 2; loop <= 12; loop++) {
		memset(measured, 0, sizeof(measured));
		for (i = 0; i < 200 * loop; i++) {
			host_clock += TRAP_NS + 13 * (i * i % 31);
			wall = clock_wall();
			clock_enter(&sh, wall, TRAP_NS);
			measured[i % loop] += sh.teaches;
			clock_leave(&sh, wall);
		}
		for (i = 0; i < loop; i++)
			cr_expect_geq(measured[i], 5u, "statement %u of %u: %u times", i, loop,
				      measured[i]);
	}
}

/* As on a machine whose clock stands still for a while. */
Test(clock, no_lesson_makes_a_trap_cost_less_than_nothing)
{
	u64 wall, before;
	unsigned i;

	for (i = 0; i < 5000; i++) {
		wall = clock_wall();
		clock_enter(&sh, wall, TRAP_NS);
		clock_learn(&sh, 0);
		clock_trap_costs(&sh, TRAP_STMT, 2 * COST_NS);
		clock_leave(&sh, wall);
	}
	before = sh.overhead_ns;
	clock_enter(&sh, clock_wall(), TRAP_NS);
	cr_expect_leq(sh.overhead_ns - before, 1u);
}
