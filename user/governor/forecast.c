// SPDX-License-Identifier: GPL-2.0-or-later
#include "governor/forecast.h"

#include <stdio.h>
#include <time.h>

#include "drain/drain.h"
#include "governor/meter.h"
#include "governor/decide.h"
#include "log/log.h"
#include "options/options.h"
#include "output/flush.h"
#include "profile/profile.h"
#include "tracee/tracee.h"
#include "util/cleanup.h"
#include "util/clock.h"
#include "util/error.h"

/* Then the program has a tenth of its processor time left. Prices can be off by as much. */
#define MOST	   10.0
#define WARM_UP_NS 10000000l /* the first events read the names */
#define WINDOW_NS  50000000l
#define LOOKED_AT  64
#define LINES_MOST 4
#define LEAST	   10 /* percent */
#define FULLY	   0.9

static void wait_for(long ns)
{
	const struct timespec ts = { .tv_nsec = ns };

	nanosleep(&ts, NULL);
}

/* How often the main thread has gone to sleep; -1: not known. */
static long sleeps_of(pid_t pid)
{
	FILE *status __cleanup(close_file) = NULL;
	char path[64], line[256];
	long sleeps = -1;

	snprintf(path, sizeof(path), "/proc/%d/status", pid);
	status = fopen(path, "re");
	while (status && sleeps < 0 && fgets(line, sizeof(line), status))
		sscanf(line, "voluntary_ctxt_switches: %ld", &sleeps);
	return sleeps;
}

/* Where others want the processor, too, a wait for it is not known before its end. */
static bool is_busy(const struct process_cost *p, long sleeps)
{
	const struct window *w = &p->window;

	if (!p->known)
		return false;
	return (sleeps >= 0 && sleeps_of(p->pid) == sleeps) ||
	       (double)(w->cpu_ns + w->waited_ns) >= FULLY * (double)w->elapsed_ns;
}

/* How many it has in a second, in words; empty: not known. */
static void rates_text(struct flush *h, pid_t pid, uint64_t now_ns, char *text, size_t size)
{
	const struct tracee *t = drain_tracees(h->drain);
	struct profile_totals totals;
	double seconds;

	text[0] = '\0';
	while (t && t->tgid != (uint32_t)pid)
		t = t->next;
	if (!t || now_ns <= t->start_ns)
		return;
	profile_totals(t->profile, &totals);
	seconds = (double)(now_ns - t->start_ns) / 1e9;
	snprintf(text, size,
		 "; traced, it runs %.2f million statements and %.2f million calls a "
		 "second",
		 (double)totals.stmts / seconds / 1e6, (double)totals.sub_calls / seconds / 1e6);
}

/* True: there was something to say. */
static bool say(struct flush *h, const struct options *o, const struct process_cost *p,
		uint64_t now_ns)
{
	double cost = window_cost(&p->window), times = 1 + cost / 100;
	char rates[128], limit[64] = "--overhead=20 or --mode=sample limits that";

	if (cost < LEAST)
		return false;
	if (o->overhead > 0)
		snprintf(limit, sizeof(limit), "--overhead=%g will limit that", o->overhead);
	rates_text(h, p->pid, now_ns, rates, sizeof(rates));
	log_info("process %d uses its processor fully; the trace makes it %s %.*f times slower "
		 "(estimate%s); %s",
		 p->pid, times > MOST ? "more than" : "about", times > MOST ? 0 : 1,
		 times > MOST ? MOST : times, rates, limit);
	return true;
}

/* A few are enough for a warning. */
static void measure(struct flush *h, const struct options *o, struct meter *meter)
{
	long sleeps[LOOKED_AT];
	pid_t pids[LOOKED_AT];
	const struct process_cost *p;
	unsigned cnt = 0, i, lines = 0;
	uint64_t now_ns;
	struct error err;

	wait_for(WARM_UP_NS);
	for (p = meter_look(meter, h); p && cnt < LOOKED_AT; p = p->hh.next) {
		pids[cnt] = p->pid;
		sleeps[cnt++] = sleeps_of(p->pid);
	}
	wait_for(WINDOW_NS);
	p = meter_look(meter, h);
	now_ns = clock_ns(h->clock);
	if (drain_collect(h->drain, &err))
		log_verbose("%s", err.text); /* the main loop will see it, too */
	for (; p && lines < LINES_MOST; p = p->hh.next) {
		for (i = 0; i < cnt && pids[i] != p->pid; i++)
			;
		if (i < cnt && is_busy(p, sleeps[i]))
			lines += say(h, o, p, now_ns);
	}
}

void forecast_say(struct flush *h, const struct options *o)
{
	struct meter *meter;

	if (o->sampled || o->empty_probes || log_get_level() < LOG_LEVEL_NORMAL || !h->drain)
		return;
	meter = meter_new();
	if (meter)
		measure(h, o, meter);
	meter_free(meter);
}
