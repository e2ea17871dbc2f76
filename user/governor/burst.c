// SPDX-License-Identifier: GPL-2.0-or-later
#include "governor/burst.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "drain/drain.h"
#include "governor/burst_parts.h"
#include "log/log.h"
#include "nytprof/interp.h"
#include "options/options.h"
#include "output/flush.h"
#include "probes/probes.h"
#include "probes/targets.h"
#include "profile/price.h"
#include "profile/windows.h"
#include "tracee/tracee.h"
#include "util/clock.h"
#include "util/cpu_time.h"
#include "util/error.h"
#include "util/loop.h"

#define SPREAD_NS \
	(LOOP_TICK_MS * 1000000.0) /* a window opens up to this much later than its tick */
#define STMT_NS		125 /* hardly a program has shorter statements for long */
#define OWN_LEAST_NS	500000
#define OWN_MOST_NS	20000000
#define SHORTER		0.25
#define LONGER		1.15
#define MUCH_LONGER	4
#define HARDLY		0.1
#define OFTEN_NS	100000000 /* between two windows: a tick of the agent */
#define AT_ONCE		3 /* windows, one after the other: then the agent has other work */
#define DEBT_WINDOWS	2 /* that may have cost more than is allowed */
#define TARGETS_AT_ONCE 4096

static void choose_wait(struct burst *b)
{
	b->wait = 0.5 + erand48(b->random);
}

static int64_t own_ns(const struct burst_process *p)
{
	const int64_t ns = p->cpu_ns - p->base_ns - p->probes_ns;

	return ns > 0 ? ns : 0;
}

/* ----------------------------------------------------------------------- profiles */

/* Up to some moment of the recording's clock. Behind the last look it went on as before. */
static double own_time(const struct burst_process *p, uint64_t at_ns)
{
	const int64_t behind = (int64_t)(at_ns - p->looked_ns);

	return (double)own_ns(p) + (behind > 0 ? (double)behind * p->share : 0);
}

/*
 * The own time since the last call of this for the tracee, or for another one of its process before
 * it: a process has several that execute perl one after the other, or that are its threads.
 */
static double own_since(struct burst_process *p, struct tracee *t, uint64_t at_ns)
{
	const double own = own_time(p, at_ns);
	double since;

	if (!t->told)
		t->told_ns = p->told_ns;
	t->told = true;
	since = own - t->told_ns;
	if (since <= 0)
		return 0;
	t->told_ns = own;
	if (own > p->told_ns)
		p->told_ns = own;
	return since;
}

static int add_tracee(const struct burst *b, struct burst_process *p, struct tracee *t,
		      const struct window_times *times, uint64_t at_ns)
{
	const struct window w = { .since_ns = own_since(p, t, at_ns),
				  .waited_ns = (double)times->slept_ns,
				  .probe_ns = b->flush->trap_ns,
				  .own_ns = fmax((double)times->own_ns, 1),
				  .taken_ns = (double)times->probes_ns };

	return windows_add(t->profile, &w);
}

static void finish_tracee(struct tracee *t, void *arg)
{
	struct burst *b = arg;
	struct burst_process *p = burst_find(b, (pid_t)t->tgid);
	struct window_times times;

	if (!p)
		return;
	if (burst_not_added(p, &times) && !t->unwanted)
		add_tracee(b, p, t, &times, b->closed_ns);
	p->added = p->seen;
	windows_end(t->profile, own_since(p, t, t->end_ns));
	/* The profile has it from the first window on. */
	t->price.program_ns = (int64_t)own_time(p, t->end_ns);
	t->price.probes_ns += p->setting_ns - p->told_setting_ns;
	p->told_setting_ns = p->setting_ns;
}

/* Where a program with a statement in STMT_NS uses its time up just before the window has to close. */
static uint32_t first_own_ns(const struct flush *h)
{
	const double ns = BURST_MOST_NS * (STMT_NS / fmax(h->trap_ns, 1));

	return (uint32_t)fmin(fmax(ns, OWN_LEAST_NS), OWN_MOST_NS);
}

struct burst *burst_new(const struct options *options, int controls, int targets, struct flush *h)
{
	struct burst *b = calloc(1, sizeof(*b));
	const uint64_t seed = mono_ns();
	int rc;

	if (!b)
		return NULL;
	b->options = options;
	b->controls = controls;
	b->targets = targets;
	b->flush = h;
	memcpy(b->random, &seed, sizeof(b->random));
	b->began_ns = clock_ns(CLOCK_BOOTTIME);
	b->closed_ns = b->going_ns = clock_ns(h->clock);
	b->own_ns = first_own_ns(h);
	choose_wait(b);
	rc = burst_gate(b);
	if (rc) {
		free(b);
		errno = -rc;
		return NULL;
	}
	h->mark = finish_tracee;
	h->mark_arg = b;
	detail_off(h->probes);
	return b;
}

void burst_free(struct burst *b)
{
	struct burst_process *p, *next;

	if (!b)
		return;
	HASH_ITER(hh, b->processes, p, next) {
		HASH_DEL(b->processes, p);
		free(p);
	}
	free(b);
}

/* -------------------------------------------------------------------------- times */

/* start_ns: CLOCK_BOOTTIME; 0: not known. NULL: out of memory. */
static struct burst_process *get(struct burst *b, pid_t pid, uint64_t start_ns)
{
	struct burst_process *p = burst_find(b, pid);

	if (p)
		return p;
	p = calloc(1, sizeof(*p));
	if (!p)
		return NULL;
	p->pid = pid;
	/* What comes later is forked by one of them, or was executed for the recording. */
	if ((!b->looked && b->options->pid_cnt) || (start_ns && start_ns < b->began_ns))
		p->base_ns = cpu_time_ns(pid);
	HASH_ADD_INT(b->processes, pid, p);
	return p;
}

static void forget_gone(struct burst *b)
{
	struct burst_process *p, *next;

	HASH_ITER(hh, b->processes, p, next) {
		if (p->lives || p->held)
			continue;
		b->gone_own_ns += (double)own_ns(p);
		b->gone_probes_ns += (double)p->probes_ns;
		HASH_DEL(b->processes, p);
		free(p);
	}
}

static void take_times(struct burst_process *p, int64_t cpu_ns, uint64_t now_ns)
{
	const int64_t before = own_ns(p), elapsed = (int64_t)(now_ns - p->looked_ns);

	p->cpu_ns = cpu_ns;
	p->found_ns += p->setting_ns - p->told_setting_ns;
	if (p->found_ns > p->probes_ns)
		p->probes_ns = p->found_ns;
	if (p->looked_ns && elapsed > 0)
		p->share = (double)(own_ns(p) - before) / (double)elapsed;
	p->looked_ns = now_ns;
}

static void see(const struct interp *in, struct tracee *t, void *arg)
{
	if (t && !t->unwanted)
		get(arg, (pid_t)in->tgid, t->task_start);
}

/* With --all a process is known from its first window on. -ENOMEM. */
static int see_all(struct burst *b)
{
	pid_t pids[TARGETS_AT_ONCE];
	size_t cnt, i;

	if (b->options->all.on) {
		drain_each_interp(b->flush->drain, see, b);
		return 0;
	}
	cnt = targets_list(b->targets, pids, TARGETS_AT_ONCE);
	for (i = 0; i < cnt; i++) {
		if (!get(b, pids[i], 0))
			return -ENOMEM;
	}
	return 0;
}

/* What all followed processes have used up to now. -ENOMEM. */
static int look(struct burst *b)
{
	struct burst_process *p;
	int64_t cpu_ns;

	if (see_all(b))
		return -ENOMEM;
	burst_sum(b);
	for (p = b->processes; p; p = p->hh.next) {
		cpu_ns = cpu_time_ns(p->pid);
		p->lives = cpu_ns > 0;
		if (p->lives)
			take_times(p, cpu_ns, clock_ns(b->flush->clock));
	}
	forget_gone(b);
	b->looked = true;
	return 0;
}

/* ------------------------------------------------------------------------ windows */

/* Probes, at the most that they can have cost: who allows 5 % does not want 6. */
static double at_most(const struct burst *b, double probes_ns)
{
	return probes_ns * (1 + price_unknown(b->flush->trap_ns));
}

static void used_by_all(const struct burst *b, double *own, double *probes)
{
	const struct burst_process *p;

	*own = b->gone_own_ns;
	*probes = b->gone_probes_ns;
	for (p = b->processes; p; p = p->hh.next) {
		*own += (double)own_ns(p);
		*probes += (double)p->probes_ns;
	}
	*probes = at_most(b, *probes);
}

/*
 * A program is slower while the kernel sets and removes its breakpoints: their pages are copied, and
 * processors share what they have. Nothing measures that there. It is taken for the time that the
 * agent has needed for it (docs/performance.md).
 */
static void pay_setting(struct burst *b)
{
	struct burst_process *p;
	unsigned cnt = 0;

	for (p = b->processes; p; p = p->hh.next)
		cnt += p->lives;
	for (p = b->processes; p; p = p->hh.next) {
		if (p->lives)
			p->setting_ns += (int64_t)(b->setting_ns / cnt);
	}
}

/* By the probes of the last window, in the process that paid most. */
static uint64_t most_probes(struct burst *b)
{
	struct burst_process *p;
	uint64_t most = 0;

	for (p = b->processes; p; p = p->hh.next) {
		if (p->seen.probes_ns > p->probes_seen_ns + most)
			most = p->seen.probes_ns - p->probes_seen_ns;
		p->probes_seen_ns = p->seen.probes_ns;
	}
	return most;
}

/*
 * Do probes take more while they are set and removed than in windows? The kernel takes some 20 ms to
 * remove the first one.
 */
static bool most_is_outside(const struct burst *b)
{
	const struct burst_process *p;
	double all = 0, in = 0;

	for (p = b->processes; p; p = p->hh.next) {
		all += (double)p->probes_ns;
		in += (double)p->seen.probes_ns;
	}
	return in < all / 2;
}

/*
 * The next one is shorter, before windows have to close while a program still has time there. It is
 * longer where windows are so cheap that there can't be enough of them, and where more of them would
 * cost more than longer ones. That follows from windows before it, so it does not depend on what the
 * program does in the window.
 */
static void choose_own(struct burst *b)
{
	const double allowed = b->options->overhead / 100;
	double own, probes, paid, next = b->own_ns;

	used_by_all(b, &own, &probes);
	paid = probes / b->windows / (OFTEN_NS * allowed);
	if (most_probes(b) > BURST_MOST_NS / 2)
		next *= SHORTER;
	else if (paid < 1 || most_is_outside(b))
		next *= paid < HARDLY ? MUCH_LONGER : LONGER;
	b->own_ns = (uint32_t)fmin(fmax(next, OWN_LEAST_NS), OWN_MOST_NS);
}

/*
 * A process that hardly ran in a window tells little of itself, and has been at the same place all
 * the time: that is one with the next window. Where probes took nearly all of it, it ran.
 */
static bool ran(const struct burst *b, const struct window_times *times)
{
	return times->own_ns >= b->own_ns / 2 || times->probes_ns >= BURST_MOST_NS / 2;
}

static int add_window(struct burst *b)
{
	struct window_times times;
	struct burst_process *p;
	struct tracee *t;
	int rc = 0;

	for (t = drain_tracees(b->flush->drain); t && !rc; t = t->next) {
		p = burst_find(b, (pid_t)t->tgid);
		if (p && !t->unwanted && burst_not_added(p, &times) && ran(b, &times))
			rc = add_tracee(b, p, t, &times, b->closed_ns);
	}
	for (p = b->processes; p; p = p->hh.next) {
		if (burst_not_added(p, &times) && ran(b, &times))
			p->added = p->seen;
	}
	return rc;
}

static int window(struct burst *b, struct error *err)
{
	const int rc = burst_window(b, err);

	if (rc)
		return rc;
	if (!b->options->all.on)
		burst_sum(b);
	else if (look(b)) /* which does so, too */
		return error_set(err, ENOMEM, "out of memory");
	pay_setting(b);
	choose_own(b);
	return add_window(b) ? error_set(err, ENOMEM, "out of memory") : 0;
}

/* Of the last window. */
static double most_paid(struct burst *b)
{
	struct burst_process *p;
	int64_t most = 0;

	for (p = b->processes; p; p = p->hh.next) {
		if (p->probes_ns - p->paid_ns > most)
			most = p->probes_ns - p->paid_ns;
		p->paid_ns = p->probes_ns;
	}
	return at_most(b, (double)most);
}

/*
 * With --all not all processes are known, so the clock decides. No process pays more than the one
 * that pays most, and each one that runs for a part of the time meets as great a part of the
 * windows.
 */
static bool is_due_for_host(struct burst *b, uint64_t now_ns)
{
	const double allowed = b->options->overhead / 100;
	const double each = b->windows ? fmax(b->most_ns / b->windows, BURST_GUESS_NS) :
					 BURST_GUESS_NS;

	if (!b->due_ns)
		b->due_ns = now_ns;
	if ((double)(now_ns - b->due_ns) * allowed <= each * b->wait)
		return false;
	b->most_ns += most_paid(b);
	b->due_ns = now_ns;
	return true;
}

/*
 * Is it time for another one? That does not depend on what the last one has cost: windows that
 * follow sooner on cheap ones would be no fair sample of the program. Only a debt makes the next
 * one wait.
 */
static bool is_due(struct burst *b)
{
	const double allowed = b->options->overhead / 100;
	double own, probes, each, after_ns;

	used_by_all(b, &own, &probes);
	each = b->windows ? probes / b->windows : BURST_GUESS_NS;
	after_ns = each * b->wait / allowed;
	if (own - b->due_own_ns <= after_ns ||
	    probes - own * allowed > DEBT_WINDOWS * BURST_GUESS_NS)
		return false;
	/* The agent looks seldom, so it is late: the next one is due sooner for that. */
	b->due_own_ns = fmax(b->due_own_ns + after_ns, own - after_ns);
	return true;
}

int burst_tick(void *burst, uint64_t now_ns, struct error *err)
{
	struct burst *b = burst;
	double spread_ns = SPREAD_NS; /* any moment between ticks: a program may have a beat, too */
	unsigned i;
	int rc = 0;

	for (i = 0; i < AT_ONCE && !rc; i++) {
		if (look(b))
			return error_set(err, ENOMEM, "out of memory");
		if (b->options->all.on ? !is_due_for_host(b, now_ns) : !is_due(b))
			return 0;
		choose_wait(b);
		burst_pause((long)(erand48(b->random) * spread_ns));
		rc = window(b, err);
		spread_ns = SPREAD_NS / 4; /* the moment is random already */
		now_ns = mono_ns();
	}
	return rc;
}

void burst_end(const struct burst *b)
{
	if (b && !b->windows)
		log_warning("no window was opened: the first one needs about %.1f s of %stime "
			    "with --overhead=%g; record for longer, or with --mode=trace",
			    BURST_GUESS_NS / 1e7 / b->options->overhead,
			    b->options->all.on ? "" : "processor ", b->options->overhead);
}
