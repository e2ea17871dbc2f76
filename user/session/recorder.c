// SPDX-License-Identifier: GPL-2.0-or-later
/* The loop between the kernel's notices and the files. */
#include "session/recorder.h"

#include <bpf/libbpf.h>
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#include "attach/calibrate.h"
#include "attach/loan.h"
#include "control_dir/lender.h"
#include "drain/drain.h"
#include "early_waits/early_waits.h"
#include "governor/burst.h"
#include "governor/governor.h"
#include "malloc/allocators.h"
#include "nytprof/interp.h"
#include "nytprof/losses.h"
#include "nytprof/settings.h"
#include "ondemand/traces.h"
#include "ondemand/trigger.h"
#include "options/options.h"
#include "output/flush.h"
#include "output/outputs.h"
#include "probes/children.h"
#include "probes/coro_watch.h"
#include "probes/expected_price.h"
#include "probes/probes.h"
#include "rights/invoker.h"
#include "session/known_kernel.h"
#include "session/known_types.h"
#include "session/misses.h"
#include "session/recorder_parts.h"
#include "session/renewal.h"
#include "spawn/child.h"
#include "sql/libraries.h"

#include "log/log.h"
#include "probes/targets.h"
#include "session/uncalled.h"
#include "util/cleanup.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/loop.h"

/* ------------------------------------------------------------------- new, free */

static void heed_others(void *arg)
{
	struct recorder *r = arg;
	struct error err;

	r->elsewhere = coro_elsewhere_new(r->probes, &err);
	if (r->elsewhere)
		return;
	log_verbose("the ends of builtins are not probed: %s", err.text);
	probes_spare_returns(r->probes, 0);
}

/* Who has loaded programs for a command has measured what they cost, too. */
static int know_kernel(struct recorder *r, struct error *err)
{
	known_types_take();
	if (r->options->argc && !r->options->sampled)
		r->loan = loan_receive(lender_ask());
	if (!r->loan)
		return known_kernel(&r->kernel, err);
	r->kernel = *loan_kernel(r->loan);
	return 0;
}

struct recorder *recorder_new(const struct options *options, struct error *err)
{
	struct recorder *r = calloc(1, sizeof(*r));
	int rc = -ENOMEM;

	if (!r)
		return NULL;
	r->options = options;
	r->child.signals = -1;
	r->child.status = -1;
	r->flush.owner = invoking_user();
	r->flush.clock = options->nytprof.clock;
	r->probes = r->flush.probes = r->children.probes = probes_new(&r->kernel, options);
	r->flush.outputs = outputs_new(options, &r->children);
	r->loop = loop_new();
	r->traces = r->loop ? traces_new(r->loop, options) : NULL;
	if (!r->probes || !r->flush.outputs || !r->traces)
		error_set(err, errno, "can't start: %s", strerror(errno));
	else
		rc = know_kernel(r, err);
	r->flush.trap_ns = r->kernel.trap_ns[PRICE_TRAP];
	if (rc) {
		recorder_free(r);
		errno = -rc;
		return NULL;
	}
	log_verbose(
		"uprobes use %s; a trap costs %u ns, with a single step %u ns, the handler "
		"%u ns more; the probes of a builtin cost %u ns while it runs, and %u ns behind "
		"it; a bare statement takes %u ns, reading the clock %.1f ns",
		r->kernel.links == LINK_MULTI ? "multi-uprobe links" : "perf events",
		r->kernel.trap_ns[PRICE_TRAP], r->kernel.trap_ns[PRICE_STEP], r->kernel.handler_ns,
		r->kernel.inside_ns, r->kernel.behind_ns, r->kernel.bare_ns,
		(double)r->kernel.clock / CLOCK_UNIT);
	probes_know_kernel(r->probes);
	probes_before_limited(r->probes, heed_others, r);
	return r;
}

void recorder_free(struct recorder *r)
{
	if (!r)
		return;
	traces_free(r->traces);
	trigger_free(r->trigger);
	signal_relay_end(&r->child.signal_relay);
	coro_elsewhere_free(r->elsewhere);
	coro_watch_free(r->coro);
	uncalled_free(r->uncalled);
	early_waits_free(r->early_waits);
	governor_free(r->governor);
	burst_free(r->burst);
	misses_free(r->misses);
	ring_buffer__free(r->ring);
	ring_buffer__free(r->slow_ring);
	sql_libraries_free(r->sql);
	allocators_free(r->allocators);
	flush_release(&r->flush);
	children_release(&r->children);
	probes_free(r->probes);
	loan_free(r->loan);
	close_fd(&r->child.signals);
	loop_free(r->loop);
	free(r);
}

void recorder_get_ready(struct recorder *r)
{
	probes_get_ready(r->probes, take_ptr(r->loan));
}

void recorder_only_followed(struct recorder *r, size_t cnt)
{
	r->children.each =
		!r->options->sampled; /* a child that is sampled needs nothing of its own */
	r->children.none = r->options->no_children;
	probes_only_followed(r->probes, cnt);
}

void recorder_set_command(struct recorder *r, pid_t pid)
{
	r->child.pid = pid;
}

/* --------------------------------------------------------------------- attach */

int recorder_failed(const struct recorder *r, struct error *err)
{
	if (r->failed)
		*err = r->failure;
	return r->failed;
}

int recorder_add_image(struct recorder *r, struct perl_image *image, struct error *err)
{
	int nr = probes_add(r->probes, image, err);
	int rc = nr >= 0 && !r->flush.drain ? recorder_start(r, err) : 0;

	if (rc) {
		/* Of another perl nobody would collect what its probes count. */
		r->failed = rc;
		r->failure = *err;
	}
	known_types_keep();
	return rc ?: nr;
}

int recorder_attach(struct recorder *r, int image, pid_t pid, int file, struct error *err)
{
	return probes_attach(r->probes, image, pid, file, err);
}

void recorder_follow_all(struct recorder *r, const struct recorder_host *host)
{
	r->host = host;
	if (host)
		expected_price_say(&r->kernel, r->options);
}

void recorder_reload_at_hup(struct recorder *r)
{
	r->child.hup_reloads = true;
}

int recorder_follow(struct recorder *r, pid_t pid, struct error *err)
{
	int rc = targets_follow(r->maps.targets, pid, err);

	if (rc)
		return rc;
	drain_note_process(r->flush.drain, pid);
	return 0;
}

void recorder_expect(struct recorder *r, pid_t pid)
{
	allocators_expect(r->allocators, pid);
}

void recorder_look_at_waits(struct recorder *r, pid_t pid)
{
	if (r->options->sampled)
		early_waits_look(r->early_waits, pid);
}

int recorder_attach_process(struct recorder *r, pid_t pid, struct error *err)
{
	int rc = probes_add_process(r->probes, pid, err);

	rc = rc ?: r->flush.drain ? 0 : recorder_start(r, err);
	if (!rc)
		allocators_look(r->allocators, pid);
	return rc;
}

void recorder_finish_looks(struct recorder *r)
{
	allocators_finish(r->allocators);
}

/* ---------------------------------------------------------------------- signals */

static void take_signals(void *arg)
{
	struct recorder *r = arg;
	bool ran = child_runs(&r->child);

	if (child_take_signals(&r->child, mono_ns()))
		flush_reap(&r->flush, WNOHANG);
	r->flush.ended |= ran && !child_runs(&r->child);
}

int recorder_block_signals(struct recorder *r, struct error *err)
{
	int rc = child_block_signals(&r->child);

	return rc ? error_set(err, -rc, "can't start: %s", strerror(-rc)) :
		    recorder_watch_fd(r, r->child.signals, take_signals, err);
}

void recorder_watch_group(struct recorder *r)
{
	signal_relay_begin(&r->child.signal_relay);
}

/* Does any process that is followed still live?  The BPF side takes the dead ones out. */
static bool any_followed(const struct recorder *r)
{
	return r->host || targets_has_any(r->maps.targets);
}

/* -------------------------------------------------------------------------- loop */

static int begin_loop(struct recorder *r, struct error *err)
{
	int rc = loop_begin(r->loop);

	if (rc)
		return error_set(err, -rc, "can't start a timer: %s", strerror(-rc));
	if (r->options->duration > 0)
		r->stop_at_ns = mono_ns() + (uint64_t)(r->options->duration * 1e9);
	if (r->host && !r->stop_at_ns && !r->options->live)
		renewal_begin(&r->renewal, r->options->all.interval);
	return 0;
}

/* What others registered comes first: that may have closed interpreters. */
static int tick(struct recorder *r, struct error *err)
{
	int rc;

	log_tick();
	rc = loop_tick(r->loop, mono_ns(), err);
	if (rc || !r->flush.drain)
		return rc;
	if (r->host)
		renewal_look(&r->renewal, r->flush.drain, mono_ns());
	drain_take_sql(r->flush.drain);
	uncalled_tick(r->uncalled);
	probes_stir(r->probes);
	return 0;
}

static int turn(struct recorder *r, struct error *err)
{
	bool due = loop_wait(r->loop);
	int rc;

	/* A process that has ended is about to be forgotten, and with it who made its slow calls. */
	if (r->slow_ring)
		recorder_take_slow(r);
	else
		recorder_take_notices(r);
	child_pass_signal(&r->child, mono_ns());
	if (r->stop_at_ns && mono_ns() >= r->stop_at_ns)
		r->child.stop = r->timed_out = true;
	rc = recorder_failed(r, err);
	if (!rc && child_take_reload(&r->child))
		recorder_reload(r, &(struct error){}); /* the error was said */
	if (!rc && due)
		rc = tick(r, err);
	return rc || !r->flush.drain ? rc : flush_turn(&r->flush, due, r->options, err);
}

int recorder_run(struct recorder *r, struct error *err)
{
	int rc = begin_loop(r, err);

	/*
	 * What it took to load the programs, some 40 MB, is not needed again; nor does a drain's
	 * memory stay.
	 */
	mallopt(M_TRIM_THRESHOLD, 1 << 20);
	malloc_trim(0);
	while (!rc && !r->child.stop && !r->renewal.due && any_followed(r))
		rc = turn(r, err);
	/* When nothing is followed any more it is about to become a zombie, if it is none yet. */
	child_reap(&r->child, any_followed(r) ? WNOHANG : 0);
	return rc;
}

int recorder_wait_command(struct recorder *r)
{
	if (r->timed_out)
		child_wait(&r->child, LOOP_TICK_MS);
	return r->child.status;
}

static void close_interp(const struct interp *in, struct tracee *t, void *arg)
{
	struct recorder *r = arg;

	(void)t;
	probes_close_interp(r->probes, in, END_STOP);
}

/*
 * Whoever lives goes on without probes at once, and is recorded up to then. The dead have nothing
 * to wait for.
 */
static void detach(struct recorder *r)
{
	if (r->flush.drain && !any_followed(r))
		probes_leave(r->probes);
	else
		probes_detach(r->probes);
}

int recorder_finish(struct recorder *r, struct error *err)
{
	uint64_t lost[LOSS_CNT];
	int rc;

	traces_end(r->traces);
	detach(r);
	if (r->misses)
		misses_say(r->misses);
	r->children.each = false; /* what was forked at the last moment has missed nothing */
	if (!r->flush.drain || r->failed)
		return 0;
	ring_buffer__consume(r->ring);
	uncalled_end(r->uncalled);
	drain_charge_waits(r->flush.drain); /* interpreters close with what they have waited */
	drain_each_interp(r->flush.drain, close_interp, r);
	if (r->slow_ring)
		recorder_take_slow(r); /* also those that were open */
	rc = flush_write(&r->flush, true, err);
	governor_end(r->governor);
	burst_end(r->burst);
	loop_end(r->loop);
	drain_losses(r->flush.drain, lost);
	outputs_add_lost(r->flush.outputs, lost);
	children_missed(&r->children, outputs_missed(r->flush.outputs));
	if (r->host)
		r->host->missed(r->host->arg, outputs_missed(r->flush.outputs));
	return rc;
}

bool recorder_is_worn(const struct recorder *r)
{
	return r->renewal.due && !r->child.stop;
}

const struct outputs *recorder_outputs(const struct recorder *r)
{
	return r->flush.outputs;
}

int recorder_command_status(const struct recorder *r)
{
	return r->child.status;
}
