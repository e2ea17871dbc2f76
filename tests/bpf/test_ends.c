// SPDX-License-Identifier: GPL-2.0-or-later
/* The end of interpreters that have more open than may be closed in a tracepoint. */
#include "accounting.h"
#include "process/end.bpf.h"

#define MANY (5 * END_FRAMES + 7)

static struct interp *entry_of(u32 tgid)
{
	u32 id = interp_of(tgid);

	return bpf_map_lookup_elem(&interps, &id);
}

static size_t entries_of(const void *map)
{
	struct host_entry *entry;
	size_t cnt = 0;

	for (entry = host_entries; entry; entry = entry->hh.next)
		cnt += entry->id.map == map;
	return cnt;
}

/* So many calls of f within one of g, of 10 ns each. */
static void calls_within(const char *name, u32 cnt)
{
	u32 i;

	program_with_subs(name);
	call(g);
	takes(5);
	for (i = 0; i < cnt; i++) {
		call(f);
		takes(10);
	}
}

/* As the agent does it.  Returns how many steps there were. */
static u32 wind_up(void)
{
	u32 steps = 1;

	while (!ending_go_on(interp_of(100)))
		steps++;
	return steps;
}

EACH_GENERATION(what_is_open_at_the_end_is_closed_in_steps_and_all_of_it_counts)
{
	struct call sum;

	calls_within(row->name, MANY);
	process_ends();
	cr_expect_null(shadow_now());
	cr_expect_eq(entry_of(100)->end, END_EXIT);
	cr_expect_eq(entry_of(100)->unclosed, 1);
	cr_expect_eq(call_sum(NULL, "main::f", 0).cnt, END_FRAMES);
	takes(1000000); /* what goes by until then is not theirs */
	cr_expect_eq(wind_up(), 5);
	cr_expect_eq(entry_of(100)->unclosed, 0);
	sum = call_sum(NULL, "main::f", 0);
	cr_expect_eq(sum.cnt, MANY);
	cr_expect_eq(sum.incl_ns, 10 * MANY + TRAP_NS / 2);
	cr_expect_eq(sum.excl_ns, 10 * MANY + TRAP_NS / 2);
	cr_expect_eq(call_sum(NULL, "main::g", 0).incl_ns, 5 + 10 * MANY + TRAP_NS / 2);
	cr_expect_eq(entries_of(&frames) + entries_of(&endings), 0);
	expect_no_losses();
}

EACH_GENERATION(few_open_calls_are_all_closed_at_once)
{
	calls_within(row->name, 20);
	process_ends();
	cr_expect_eq(entry_of(100)->unclosed, 0);
	cr_expect_eq(call_sum(NULL, "main::f", 0).cnt, 20);
	cr_expect_eq(entries_of(&frames) + entries_of(&endings), 0);
	expect_no_losses();
}

/* The agent finds its process gone, a second later. */
EACH_GENERATION(an_end_that_was_not_seen_was_at_the_last_event)
{
	calls_within(row->name, 20);
	takes(1000000000);
	host_waited_ns = 1000000000; /* the agent's */
	shadow_end(P.base, 100, END_UNSEEN, 0, END_FRAMES);
	cr_expect_null(shadow_now());
	cr_expect_eq(entry_of(100)->end, END_UNSEEN);
	cr_expect_eq(call_sum(NULL, "main::f", 0).cnt, 20);
	cr_expect_lt(call_sum(NULL, "main::g", 0).incl_ns, 1000);
	cr_expect_eq(losses_of(LOSS_ENDS), 1);
	cr_expect_eq(lost_sum(), 1);
}

EACH_GENERATION(what_the_agent_cannot_be_given_is_lost_and_counted)
{
	calls_within(row->name, MANY);
	host_full = &endings;
	process_ends();
	cr_expect_eq(entry_of(100)->unclosed, 0);
	cr_expect_eq(call_sum(NULL, "main::f", 0).cnt, END_FRAMES);
	cr_expect_eq(losses_of(LOSS_FRAMES), MANY + 1 - END_FRAMES);
	cr_expect_eq(lost_sum(), losses_of(LOSS_FRAMES));
	cr_expect_eq(entries_of(&frames), 0);
}
