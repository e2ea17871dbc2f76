// SPDX-License-Identifier: GPL-2.0-or-later
/* Gathers the figures, in the main loop, from all that has some. */
#include "metrics/metrics.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>

#include "drain/drain.h"
#include "host/census.h"
#include "log/log.h"
#include "metrics/bpf_stats.h"
#include "metrics/metrics_text.h"
#include "metrics/pull_spans.h"
#include "metrics/pulls.h"
#include "metrics/scrape.h"
#include "ondemand/traces.h"
#include "options/options.h"
#include "output/flush.h"
#include "output/losses.h"
#include "output/outputs.h"
#include "output/prices.h"
#include "probes/probes.h"
#include "push/push.h"
#include "session/recorder.h"
#include "store/store.h"
#include "tracee/tracee.h"
#include "util/cleanup.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/loop.h"
#include "util/outfile.h"
#include "version.h"

struct metrics {
	const struct options *options;
	struct recorder *recorder; /* NULL: there is none yet */
	const struct census *census; /* NULL: not every perl of the host */
	struct scrape *scrape; /* NULL: nobody can ask */
	struct pulls *pulls; /* NULL: nobody can ask for profiles */
	struct push *push; /* NULL: nothing is sent to a receiver */
	struct pull_spans *spans; /* NULL: there is no recording yet, or none any more */
	double started;
	uint64_t file_at_ns; /* when it is written again */
	uint64_t lost[LOSS_CNT]; /* as they were told */
	struct price price; /* likewise */
	bool unwritten; /* the file, the last time; which is said once */
};

static double epoch(void)
{
	return (double)clock_ns(CLOCK_REALTIME) / 1e9;
}

/* -------------------------------------------------------------------------- gather */

static void add_lost(struct figures *f, const uint64_t *lost)
{
	int i;

	for (i = 0; i < LOSS_CNT; i++)
		f->lost[i] += lost[i];
}

static void gather_interp(const struct interp *in, struct tracee *t, void *arg)
{
	struct figures *f = arg;
	int i;

	if (t->unwanted)
		return;
	f->interps++;
	f->torn += in->torn;
	for (i = 0; i < LOSS_CNT; i++)
		f->lost[i] += in->lost[i];
}

/* What is living, and what of the dead is not written yet. */
static void gather_tracees(struct figures *f, struct drain *drain)
{
	uint64_t lost[LOSS_CNT];
	const struct tracee *t;

	for (t = drain_tracees(drain); t; t = t->next) {
		f->events += t->events;
		f->torn += t->torn;
		if (t->unwanted)
			continue;
		f->targets += t->running && !t->next_ns;
		f->beyond += t->beyond;
		add_lost(f, t->lost);
	}
	drain_each_interp(drain, gather_interp, f);
	drain_losses(drain, lost);
	add_lost(f, lost);
}

/*
 * An interpreter that has ended since the collection is in no sum up to the next one; a counter
 * that goes down would be taken for one that began anew.
 */
static void keep_losses(struct figures *f, uint64_t *told)
{
	int i;

	for (i = 0; i < LOSS_CNT; i++) {
		if (f->lost[i] < told[i])
			f->lost[i] = told[i];
		told[i] = f->lost[i];
	}
}

/* To be called before they are drained. */
static void gather_fills(struct figures *f, const struct drain *drain)
{
	struct drain_fills fills;

	drain_fills(drain, &fills);
	f->fills[0] = (struct map_fill){ "stmts", fills.now.stmts, HOT_ENTRIES };
	f->fills[1] = (struct map_fill){ "calls", fills.now.calls, HOT_ENTRIES };
	f->fills[2] = (struct map_fill){ "evals", fills.now.evals, HOT_EVALS };
	f->fills[3] = (struct map_fill){ "eval_subs", fills.now.eval_subs, HOT_EVALS };
	f->fills[4] = (struct map_fill){ "defined", fills.now.defined, HOT_EVALS };
	f->fills[5] = (struct map_fill){ "strings", fills.string_parts, STRING_ENTRIES };
	f->fills[6] = (struct map_fill){ "subs", fills.subs, SUB_ENTRIES };
	f->fill_cnt = 7;
}

static void gather_drain(struct figures *f, struct drain *drain)
{
	struct drain_totals totals;

	drain_totals(drain, &totals);
	f->processes = totals.processes - totals.refused;
	f->refused = totals.refused;
	f->stmts = totals.stmts;
	f->calls = totals.calls;
	f->kevents = totals.kevents;
	gather_tracees(f, drain);
}

/* Each is a counter; a rounding, or a part that has begun, is not to let one go down. */
static void gather_price(struct figures *f, struct flush *h, struct price *told)
{
	struct price now;

	prices_sum(h, &now);
	if (now.program_ns > told->program_ns)
		told->program_ns = now.program_ns;
	if (now.probes_ns > told->probes_ns)
		told->probes_ns = now.probes_ns;
	if (now.waited_ns > told->waited_ns)
		told->waited_ns = now.waited_ns;
	f->price = *told;
}

static void gather_files(struct figures *f, const struct flush *h)
{
	const struct losses *losses = outputs_losses(h->outputs);
	struct store_sums sums;

	add_lost(f, losses->lost);
	f->beyond += losses->beyond;
	f->unwritten = outputs_unwritten(h->outputs);
	f->tally = *outputs_tally(h->outputs);
	f->flushed = (double)h->flushed;
	f->events += h->events;
	f->torn += h->torn;
	if (!h->store)
		return;
	store_sums(h->store, &sums);
	f->store_files = sums.files;
	f->store_bytes = sums.bytes;
	f->removed = sums.removed;
}

static void gather_census(struct figures *f, const struct census *census)
{
	struct census_sums sums;

	if (!census)
		return;
	census_sums(census, &sums);
	f->late = sums.late;
	f->unknown = sums.unknown;
	f->notices_lost = sums.lost;
}

static double timeval_seconds(const struct timeval *tv)
{
	return (double)tv->tv_sec + (double)tv->tv_usec / 1e6;
}

static void gather_agent(struct figures *f, double flushers_seconds)
{
	FILE *statm __cleanup(close_file) = fopen("/proc/self/statm", "re");
	struct rusage usage;
	unsigned long pages;

	getrusage(RUSAGE_SELF, &usage);
	f->cpu_seconds = timeval_seconds(&usage.ru_utime) + timeval_seconds(&usage.ru_stime) +
			 flushers_seconds;
	if (statm && fscanf(statm, "%*u %lu", &pages) == 1)
		f->rss_bytes = pages * (unsigned long)sysconf(_SC_PAGESIZE);
}

static char *gather(struct metrics *m, size_t *len)
{
	struct recorder *r = m->recorder;
	struct flush *h = r ? recorder_harvest(r) : NULL;
	struct figures f = { .version = NYTPROF_VERSION,
			     .sampled = m->options->sampled,
			     .started = m->started,
			     .gathered = epoch(),
			     .recording = !r || !recorder_is_off(r) };
	struct error err;

	if (h && h->drain)
		gather_fills(&f, h->drain);
	/* Up to now; a failure is told to the main loop, too, which ends with it: see flush_turn. */
	if (h && h->drain && flush_write(h, false, &err))
		log_verbose("metrics: %s", err.text);
	if (h && h->drain) {
		gather_drain(&f, h->drain);
		gather_price(&f, h, &m->price);
	}
	if (h) {
		f.perls = probes_files(h->probes);
		f.steps_to_subs = h->steps[DETAIL_SUBS];
		f.steps_to_samples = h->steps[DETAIL_NONE];
		f.builtin_ends = !probes_spares_returns(h->probes);
		gather_files(&f, h);
		gather_census(&f, m->census);
		f.traces = traces_started(recorder_traces(r));
		f.triggered = traces_triggered(recorder_traces(r));
	}
	f.pulls_waiting = m->pulls ? pulls_waiting(m->pulls) : 0;
	f.pushed = push_sums(m->push);
	keep_losses(&f, m->lost);
	own_bpf_count(&f);
	gather_agent(&f, h ? h->flushers_seconds : 0);
	return metrics_text(&f, len);
}

/* ------------------------------------------------------------------------- publish */

static int write_file(const char *path, const char *text, size_t len, struct error *err)
{
	struct outfile *out = outfile_new(AT_FDCWD, path, err);

	if (!out)
		return -errno;
	outfile_set_public(out);
	fwrite(text, 1, len, outfile_stream(out)); /* whether it could is asked at the end */
	return outfile_commit(out, err);
}

static int publish_file(struct metrics *m, struct error *err)
{
	size_t len;
	char *text __cleanup(free_ptr) = gather(m, &len);

	return text ? write_file(m->options->metrics.file, text, len, err) :
		      error_set(err, ENOMEM, "out of memory");
}

static void publish(struct metrics *m)
{
	size_t len;
	char *text = gather(m, &len);

	if (text)
		scrape_publish(m->scrape, text, len);
}

static int start_listening(struct metrics *m, struct error *err)
{
	const struct metrics_options *o = &m->options->metrics;
	const bool is_path = o->address.ss_family == AF_UNIX;
	char address[160];

	if (is_path || o->pprof)
		m->pulls = pulls_new();
	if (!m->pulls && (is_path || o->pprof))
		return error_set(err, errno, "can't start: %s", strerror(errno));
	m->scrape = scrape_new((const struct sockaddr *)&o->address, o->address_len, m->pulls, err);
	if (!m->scrape)
		return -errno;
	publish(m);
	scrape_address(m->scrape, address, sizeof(address));
	if (is_path) {
		log_info("metrics and profiles are served at %s: /metrics, /debug/pprof/profile",
			 address);
		return 0;
	}
	log_info("metrics are at http://%s/metrics", address);
	if (m->pulls)
		log_info("profiles are at http://%s/debug/pprof/profile, for all who can reach it",
			 address);
	return 0;
}

int metrics_new(struct metrics **made, const struct options *options, struct error *err)
{
	struct metrics *m;
	int rc = 0;

	*made = NULL;
	if (!options->metrics.address_len && !options->metrics.file)
		return 0;
	m = calloc(1, sizeof(*m));
	if (!m)
		return error_set(err, ENOMEM, "out of memory");
	m->options = options;
	m->started = epoch();
	if (options->metrics.file)
		rc = publish_file(m, err);
	if (!rc && options->metrics.address_len)
		rc = start_listening(m, err);
	if (rc)
		metrics_free(m);
	else
		*made = m;
	return rc;
}

void metrics_free(struct metrics *m)
{
	if (!m)
		return;
	scrape_free(m->scrape);
	pulls_free(m->pulls);
	free(m);
}

void metrics_add_push(struct metrics *m, struct push *push)
{
	if (m)
		m->push = push;
}

void metrics_unwatch(struct metrics *m)
{
	if (!m)
		return;
	pull_spans_free(m->spans);
	m->spans = NULL;
}

static void answer(void *arg)
{
	struct metrics *m = arg;
	eventfd_t cnt;

	if (!eventfd_read(scrape_fd(m->scrape), &cnt))
		publish(m);
}

/* One that can't be written is said once, until it can be. */
static void write_or_say(struct metrics *m)
{
	struct error err;
	bool failed = publish_file(m, &err) != 0;

	if (failed && !m->unwritten)
		log_error("%s", err.text);
	m->unwritten = failed;
}

static int tick(void *arg, uint64_t now_ns, struct error *err)
{
	struct metrics *m = arg;

	(void)err;
	if (now_ns < m->file_at_ns)
		return 0;
	m->file_at_ns = now_ns + (uint64_t)(m->options->all.interval * 1e9);
	write_or_say(m);
	return 0;
}

static void end(void *arg)
{
	write_or_say(arg);
}

int metrics_watch(struct metrics *m, struct recorder *r, const struct census *census,
		  struct error *err)
{
	struct loop *loop = recorder_loop(r);
	int rc = 0;

	if (!m)
		return 0;
	m->recorder = r;
	m->census = census;
	if (m->scrape)
		rc = loop_add_fd(loop, scrape_fd(m->scrape), answer, m);
	if (m->pulls)
		rc = rc ?: pull_spans_new(&m->spans, m->pulls, recorder_harvest(r), loop);
	if (m->options->metrics.file)
		rc = rc ?: loop_add_tick(loop, tick, m) ?: loop_add_end(loop, end, m);
	return rc ? error_set(err, -rc, "can't start: %s", strerror(-rc)) : 0;
}
