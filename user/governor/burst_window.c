// SPDX-License-Identifier: GPL-2.0-or-later
/* A window, from setting its probes to removing them. */
#include <bpf/bpf.h>
#include <errno.h>
#include <string.h>
#include <time.h>

#include "drain/drain.h"
#include "governor/burst_parts.h"
#include "log/log.h"
#include "nytprof/interp.h"
#include "output/flush.h"
#include "output/prices.h"
#include "probes/probes.h"
#include "util/clock.h"
#include "util/error.h"

#define ENDS_NS \
	40000000 /* so long the agent waits for the end of what was under way in a window, */
#define ENDS_PAUSE_NS 500000 /* looks so often, */
#define ENDS_PAID_NS  1000000 /* and has other programs pay so much for that */

int burst_gate(const struct burst *b)
{
	const struct control control = {
		.off = b->closed_ns != 0,
		.window = b->windows,
		.own_ns = b->own_ns,
		.opened_ns = b->opened_ns,
		.closed_ns = b->closed_ns,
		.at_ns = b->going_ns,
	};
	uint32_t key = CONTROL_BURST;

	return bpf_map_update_elem(b->controls, &key, &control, BPF_ANY) ? -errno : 0;
}

void burst_pause(long ns)
{
	nanosleep(&(struct timespec){ .tv_nsec = ns }, NULL);
}

/* What runs is counted as long as all probes were there, if there was no event behind the window. */
static void cut_one(const struct interp *in, struct tracee *t, void *arg)
{
	const struct burst *b = arg;

	(void)t;
	detail_cut_interp(b->flush->probes, in, b->going_ns, false);
}

/* What the last event of a window began, and what it costs to wait for its end. */
struct under_way {
	bool any;
	int64_t before_ns; /* what the probes of all had taken; -1: it is not known yet */
	int64_t probes_ns;
};

static void look_under_way(const struct interp *in, struct tracee *t, void *arg)
{
	struct under_way *w = arg;

	(void)t;
	w->any = w->any || in->under_way;
	w->probes_ns += (int64_t)in->overhead_ns;
}

/*
 * Statements of a window have their ends behind it. Programs that execute others meanwhile pay for
 * the wait.
 */
static void await_ends(struct burst *b)
{
	struct under_way w = { .before_ns = -1 };

	while (clock_ns(b->flush->clock) - b->closed_ns < ENDS_NS) {
		w.any = false;
		w.probes_ns = 0;
		prices_note(b->flush);
		drain_each_interp(b->flush->drain, look_under_way, &w);
		if (w.before_ns < 0)
			w.before_ns = w.probes_ns;
		if (!w.any || w.probes_ns - w.before_ns > ENDS_PAID_NS)
			return;
		burst_pause(ENDS_PAUSE_NS);
	}
}

/* For whom the window is still open, and for whom it is not any more. */
struct progress {
	bool used;
	uint64_t ran_ns; /* what those had who still have it */
};

static void look_at_progress(const struct interp *in, struct tracee *t, void *arg)
{
	struct progress *progress = arg;

	(void)t;
	progress->used = progress->used || in->window == WINDOW_USED;
	if (in->window == WINDOW_RUNS)
		progress->ran_ns +=
			in->windows.own_ns + in->windows.slept_ns + in->windows.probes_ns;
}

/*
 * Until somebody has used its time up, and nobody else does anything. Who does nothing sleeps, or
 * executes a long statement.
 */
static void await_use(struct burst *b)
{
	struct progress progress = { 0 };
	uint64_t before_ns;

	do {
		before_ns = progress.ran_ns;
		progress = (struct progress){ 0 };
		burst_pause(b->own_ns / 2);
		prices_note(b->flush);
		drain_each_interp(b->flush->drain, look_at_progress, &progress);
	} while ((progress.ran_ns != before_ns || !progress.used) &&
		 clock_ns(b->flush->clock) - b->opened_ns < BURST_MOST_NS);
}

static void note_one(const struct interp *in, struct tracee *t, void *arg)
{
	const struct burst *b = arg;

	(void)t;
	detail_window_interp(b->flush->probes, in);
}

static int open_and_close(struct burst *b)
{
	int rc;

	b->windows++;
	rc = burst_gate(b);
	if (rc)
		return rc;
	drain_each_interp(b->flush->drain, note_one, b);
	b->opened_ns = clock_ns(b->flush->clock);
	b->closed_ns = b->going_ns = 0;
	rc = burst_gate(b);
	if (rc)
		return rc;
	await_use(b);
	b->closed_ns = clock_ns(b->flush->clock);
	rc = burst_gate(b);
	if (rc)
		return rc;
	drain_each_interp(b->flush->drain, note_one, b);
	await_ends(b);
	b->going_ns = clock_ns(b->flush->clock);
	return burst_gate(b);
}

static uint64_t cpu_ns(void)
{
	return clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

int burst_window(struct burst *b, struct error *err)
{
	const uint64_t begin_ns = clock_ns(b->flush->clock), begin_cpu_ns = cpu_ns();
	int rc = detail_on(b->flush->probes, err);
	uint64_t end_cpu_ns;

	if (rc)
		return rc;
	b->setting_ns = cpu_ns() - begin_cpu_ns;
	rc = open_and_close(b);
	end_cpu_ns = cpu_ns();
	detail_off(b->flush->probes);
	b->setting_ns += cpu_ns() - end_cpu_ns;
	if (rc)
		return error_set(err, -rc, "can't open a window: %s", strerror(-rc));
	log_verbose("a window: %.1f ms, and %.1f ms until its probes were set",
		    (double)(b->closed_ns - b->opened_ns) / 1e6,
		    (double)(b->opened_ns - begin_ns) / 1e6);
	drain_each_interp(b->flush->drain, cut_one, b);
	return drain_collect(b->flush->drain, err);
}
