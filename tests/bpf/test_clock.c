// SPDX-License-Identifier: GPL-2.0-or-later
/* What is taken out of a program's time: handlers, and traps at the pace of the processor. */
#include "fake_perl.h"

#include <criterion/criterion.h>

#define CLOCK_NS 20 /* a look at the clock, when the traps were measured */
#define HITS	 (1000 * PACE_EVERY)

static struct shadow sh;

static void setup(void)
{
	size_t cnt;

	fake_perl(&layout_rows(&cnt)[0].layout);
	memset(&sh, 0, sizeof(sh));
	settings.clock = CLOCK_UNIT * CLOCK_NS;
}

TestSuite(clock, .init = setup);

/* What hits take by our account, when looking at the clock takes clock_ns. */
static u64 overhead_of(unsigned hits, u64 clock_ns)
{
	u64 before = sh.overhead, wall;
	unsigned i;

	host_clock_ns = clock_ns;
	for (i = 0; i < hits; i++) {
		wall = clock_wall();
		clock_enter(&sh, wall, TRAP_NS);
		clock_leave(&sh, wall);
	}
	return sh.overhead - before;
}

/* Every handler looks twice, and some twice more. */
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
	settings.clock = 0;
	expect_about(overhead_of(HITS, CLOCK_NS * 2), expected(HITS, CLOCK_NS * 2, TRAP_NS), 0);
}
