// SPDX-License-Identifier: GPL-2.0-or-later
/* What each process had in the windows, and what their probes took. */
#include "drain/drain.h"
#include "governor/burst_parts.h"
#include "output/flush.h"
#include "output/prices.h"
#include "tracee/tracee.h"

struct burst_process *burst_find(const struct burst *b, pid_t pid)
{
	struct burst_process *p;

	HASH_FIND_INT(b->processes, &pid, p);
	return p;
}

static void add_living(const struct interp *in, struct tracee *t, void *burst)
{
	struct burst_process *p = burst_find(burst, (pid_t)in->tgid);

	(void)t;
	if (!p || in->end != END_NONE)
		return;
	p->found_ns += (int64_t)in->overhead_ns;
	window_times_add(&p->seen, &in->windows);
}

void burst_sum(struct burst *b)
{
	const struct tracee *t;
	struct burst_process *p;

	for (p = b->processes; p; p = p->hh.next) {
		p->found_ns = 0;
		p->seen = (struct window_times){ 0 };
		p->held = false;
	}
	prices_note(b->flush);
	drain_each_interp(b->flush->drain, add_living, b);
	for (t = drain_tracees(b->flush->drain); t; t = t->next) {
		p = burst_find(b, (pid_t)t->tgid);
		if (!p)
			continue;
		p->found_ns += t->price.probes_ns;
		window_times_add(&p->seen, &t->windows);
		p->held = true;
	}
}

/* What was added is less where a profile was written meanwhile, whose interpreters had ended. */
static uint64_t growth(uint64_t now, uint64_t before)
{
	return now > before ? now - before : 0;
}

bool burst_not_added(const struct burst_process *p, struct window_times *w)
{
	w->own_ns = growth(p->seen.own_ns, p->added.own_ns);
	w->slept_ns = growth(p->seen.slept_ns, p->added.slept_ns);
	w->probes_ns = growth(p->seen.probes_ns, p->added.probes_ns);
	return w->own_ns || w->slept_ns || w->probes_ns;
}
