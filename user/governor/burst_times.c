// SPDX-License-Identifier: GPL-2.0-or-later
/* How much of its own processor time a program has in a window. */
#include <math.h>

#include "drain/drain.h"
#include "governor/burst_parts.h"
#include "nytprof/interp.h"
#include "output/flush.h"
#include "output/prices.h"
#include "util/clock.h"
#include "util/cpu_time.h"
#include "util/sched_times.h"

#define TICK_MOST_NS 5000000 /* up to 250 Hz: what the kernel has not counted yet */

struct burst_process *burst_find(const struct burst *b, pid_t pid)
{
	struct burst_process *p;

	HASH_FIND_INT(b->processes, &pid, p);
	return p;
}

void burst_add_living(const struct interp *in, struct tracee *t, void *burst)
{
	struct burst_process *p = burst_find(burst, (pid_t)in->tgid);

	(void)t;
	if (p)
		p->found_ns += (int64_t)in->overhead_ns;
}

static uint64_t ran_ns(pid_t pid)
{
	const struct sched_times times = sched_times(pid);

	return times.ran_ns + times.delay_ns;
}

void burst_note_ran(struct burst *b)
{
	struct burst_process *p;

	for (p = b->processes; p; p = p->hh.next)
		p->ran_ns = ran_ns(p->pid);
}

static void note_away(struct burst *b, uint64_t opened_ns)
{
	struct burst_process *p;
	uint64_t now;

	for (p = b->processes; p; p = p->hh.next) {
		now = p->ran_ns ? ran_ns(p->pid) : 0;
		p->away_ns = now ? (double)(clock_ns(b->flush->clock) - opened_ns) -
					     (double)(now - p->ran_ns) :
				   0;
		if (p->away_ns < TICK_MOST_NS)
			p->away_ns = 0;
	}
}

/* The probes that its living interpreters had up to now. */
static void count_probes(struct burst *b)
{
	struct burst_process *p;

	for (p = b->processes; p; p = p->hh.next)
		p->found_ns = 0;
	prices_note(b->flush);
	drain_each_interp(b->flush->drain, burst_add_living, b);
}

void burst_note_opening(struct burst *b)
{
	struct burst_process *p;

	count_probes(b);
	for (p = b->processes; p; p = p->hh.next) {
		p->opened_probes_ns = p->found_ns;
		p->opening_ns = cpu_time_ns(p->pid);
	}
}

void burst_note_opened(struct burst *b)
{
	struct burst_process *p;

	for (p = b->processes; p; p = p->hh.next)
		p->opened_ns = cpu_time_ns(p->pid);
}

void burst_note_closing(struct burst *b)
{
	struct burst_process *p;

	for (p = b->processes; p; p = p->hh.next)
		p->closing_ns = cpu_time_ns(p->pid);
}

void burst_forget_window(struct burst_process *p)
{
	p->seen_ns = p->window_ns = p->late_ns = p->waited_ns = 0;
}

/* One that has ended in the window has no clock any more. */
static void add_time(struct burst_process *p)
{
	const int64_t late = p->opened_ns - p->opening_ns + p->closed_ns - p->closing_ns;
	double ns = (double)(p->closing_ns - p->opened_ns) + (double)late / 2;

	if (!p->opening_ns || !p->closed_ns)
		return;
	p->late_ns += (double)late / 2;
	p->seen_ns += ns;
	p->waited_ns += p->away_ns;
	ns -= (double)(p->found_ns - p->opened_probes_ns);
	p->window_ns += fmax(ns, 1); /* seen_ns has more than that, for the probes */
}

void burst_note_closed(struct burst *b, uint64_t opened_ns)
{
	struct burst_process *p;

	for (p = b->processes; p; p = p->hh.next)
		p->closed_ns = cpu_time_ns(p->pid);
	note_away(b, opened_ns);
	count_probes(b);
	for (p = b->processes; p; p = p->hh.next)
		add_time(p);
}
