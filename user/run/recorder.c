// SPDX-License-Identifier: GPL-2.0-or-later
/* The loop between the kernel's notices and the files. */
#include "recorder.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <malloc.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "attach/calibrate.h"
#include "attach/object.h"
#include "drain/drain.h"
#include "drain/tracee.h"
#include "options.h"
#include "run/attached.h"
#include "run/census.h"
#include "run/children.h"
#include "run/coro_watch.h"
#include "run/everybody.h"
#include "run/harvest.h"
#include "run/invoker.h"
#include "run/launched.h"
#include "run/metrics.h"
#include "run/outputs.h"
#include "run/renewal.h"
#include "run/run.h"
#include "run/server.h"
#include "run/targets.h"
#include "run/uncalled.h"
#include "target/perl.h"
#include "target/process.h"
#include "util/cleanup.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/log.h"

#define TICK_MS 100

struct recorder {
	const struct options *options;
	struct kernel kernel;
	struct attached *attached;
	struct harvest harvest;
	struct children children;
	struct maps maps;
	struct ring_buffer *ring;
	int epoll;
	int timer;
	struct coro_watch *coro;
	struct uncalled *uncalled; /* with the drain */
	struct server *server; /* NULL: nobody can steer this recording */
	struct metrics *metrics; /* NULL: nobody wants any */
	struct control control;
	struct launched launched;
	bool timed_out; /* the duration is over */
	bool to_drain; /* something ended */
	uint64_t stop_at_ns;
	struct census *census; /* NULL: not every perl of the host */
	struct everybody everybody; /* if there is a census */
	struct renewal renewal;
	int failed; /* -errno of failure, which ends it */
	struct error failure;
};

/* ------------------------------------------------------------------- new, free */

struct recorder *recorder_new(const struct options *options, struct error *err)
{
	struct recorder *r = calloc(1, sizeof(*r));
	int rc = -ENOMEM;

	if (!r)
		return NULL;
	r->options = options;
	r->epoll = r->timer = r->launched.signals = -1;
	r->launched.status = -1;
	r->harvest.owner = invoking_user();
	r->harvest.clock = options->nytprof.clock;
	r->attached = r->harvest.attached = r->children.attached =
		attached_new(&r->kernel, options);
	r->harvest.outputs = outputs_new(options, &r->children);
	r->epoll = epoll_create1(EPOLL_CLOEXEC);
	if (!r->attached || !r->harvest.outputs || r->epoll < 0)
		error_set(err, errno, "can't start: %s", strerror(errno));
	else
		rc = kernel_calibrate(&r->kernel, err);
	r->harvest.trap_ns = r->kernel.trap_ns[PRICE_TRAP];
	r->server = rc ? NULL : server_new();
	if (rc) {
		recorder_free(r);
		errno = -rc;
		return NULL;
	}
	log_verbose(
		"uprobes by %s, a probe costs %u ns (trap), %u ns (trap and step); the clock, %.1f ns",
		r->kernel.links == LINK_MULTI ? "multi-uprobe links" : "perf events",
		r->kernel.trap_ns[PRICE_TRAP], r->kernel.trap_ns[PRICE_STEP],
		(double)r->kernel.clock / CLOCK_UNIT);
	attached_know_kernel(r->attached);
	return r;
}

void recorder_free(struct recorder *r)
{
	if (!r)
		return;
	passing_end(&r->launched.passing);
	server_free(r->server);
	census_free(r->census);
	coro_watch_free(r->coro);
	uncalled_free(r->uncalled);
	ring_buffer__free(r->ring);
	harvest_release(&r->harvest);
	children_release(&r->children);
	attached_free(r->attached);
	close_fd(&r->epoll);
	close_fd(&r->launched.signals);
	close_fd(&r->timer);
	free(r);
}

void recorder_only_followed(struct recorder *r)
{
	r->children.each = true;
	attached_only_followed(r->attached);
}

void recorder_set_command(struct recorder *r, pid_t pid)
{
	r->launched.pid = pid;
}

/* --------------------------------------------------------------------- attach */

static int ring_event(void *arg, void *data, size_t size);
static int watch(struct recorder *r, int fd, struct error *err);

/* With the first object there are maps. */
static int start_drain(struct recorder *r, struct error *err)
{
	const struct naming naming = { .evals = r->options->nytprof.nameevals,
				       .anon_subs = r->options->nytprof.nameanonsubs,
				       .code = r->options->nytprof.savesrc,
				       .clock = r->options->nytprof.clock };

	int rc;

	attached_maps(r->attached, &r->maps);
	r->harvest.drain = drain_new(&r->maps, &naming);
	r->ring = ring_buffer__new(r->maps.events, ring_event, r, NULL);
	if (!r->harvest.drain || !r->ring)
		return error_set(err, errno, "can't read the BPF maps: %s", strerror(errno));
	r->uncalled =
		uncalled_new(r->attached, &r->maps, r->harvest.drain, r->options->nytprof.clock);
	if (!r->uncalled)
		return error_set(err, ENOMEM, "out of memory");
	if (r->options->nytprof.subs)
		drain_when_met(r->harvest.drain, uncalled_met, r->uncalled);
	r->coro = coro_watch_new(r->attached, r->maps.alarms);
	if (!r->coro)
		return error_set(err, errno, "can't start a thread: %s", strerror(errno));
	if (r->census)
		drain_when_asked(r->harvest.drain, everybody_lets_in, &r->everybody);
	rc = watch(r, ring_buffer__epoll_fd(r->ring), err);
	rc = rc ?: r->census ? census_maps(r->census, &r->maps, err) : 0;
	return rc ?: attached_attach_tracepoints(r->attached, err);
}

static int has_failed(const struct recorder *r, struct error *err)
{
	if (r->failed)
		*err = r->failure;
	return r->failed;
}

int recorder_add_image(struct recorder *r, struct perl_image *image, struct error *err)
{
	int nr = attached_add(r->attached, image, err);
	int rc = nr >= 0 && !r->harvest.drain ? start_drain(r, err) : 0;

	if (rc) {
		/* Of another perl nobody would collect what its probes count. */
		r->failed = rc;
		r->failure = *err;
	}
	return rc ?: nr;
}

int recorder_attach(struct recorder *r, int image, pid_t pid, int file, struct error *err)
{
	return attached_attach(r->attached, image, pid, file, err);
}

int recorder_follow_all(struct recorder *r, struct store *store, struct error *err)
{
	int rc = harvest_use_store(&r->harvest, store, r->options);

	if (rc)
		return error_set(err, -rc, "out of memory");
	r->census = census_new(r, r->attached, r->options, err);
	r->everybody = (struct everybody){ r->census, r->attached, &r->harvest, &r->maps,
					   r->everybody.reloadable };
	rc = r->census ? watch(r, census_fd(r->census), err) : -errno;
	return rc ?: census_begin(r->census, err) ?: has_failed(r, err);
}

void recorder_reload_at_hup(struct recorder *r, struct options *options)
{
	r->everybody.reloadable = options;
	r->launched.hup_reloads = true;
}

int recorder_follow(struct recorder *r, pid_t pid, struct error *err)
{
	int rc = targets_follow(r->maps.targets, pid, err);

	if (rc)
		return rc;
	drain_note_process(r->harvest.drain, pid);
	return 0;
}

int recorder_attach_process(struct recorder *r, pid_t pid, struct error *err)
{
	int rc = attached_add_process(r->attached, pid, err);

	return rc ?: r->harvest.drain ? 0 : start_drain(r, err);
}

/* ---------------------------------------------------------------------- signals */

static int watch(struct recorder *r, int fd, struct error *err)
{
	struct epoll_event ev = { .events = EPOLLIN, .data.fd = fd };

	if (fd < 0 || epoll_ctl(r->epoll, EPOLL_CTL_ADD, fd, &ev))
		return error_set(err, errno, "can't start: %s", strerror(errno));
	return 0;
}

int recorder_block_signals(struct recorder *r, struct error *err)
{
	int rc = launched_block_signals(&r->launched);

	return rc ? error_set(err, -rc, "can't start: %s", strerror(-rc)) :
		    watch(r, r->launched.signals, err);
}

void recorder_watch_group(struct recorder *r)
{
	passing_begin(&r->launched.passing);
}

void recorder_restore_signals(void)
{
	launched_restore_signals();
}

static void take_signals(struct recorder *r)
{
	bool ran = launched_runs(&r->launched);

	if (launched_take_signals(&r->launched, mono_ns()))
		harvest_reap(&r->harvest, WNOHANG);
	r->to_drain |= ran && !launched_runs(&r->launched);
}

/* ----------------------------------------------------------------------- notices */

static int ring_event(void *arg, void *data, size_t size)
{
	struct recorder *r = arg;
	const struct event *ev = data;

	if (size < sizeof(*ev))
		return 0;
	switch (ev->type) {
	case EVENT_FORK:
		children_forked(&r->children, ev);
		return 0;
	case EVENT_EXEC:
		children_execed(&r->children, ev);
		return 0;
	case EVENT_END:
	case EVENT_PART:
		r->to_drain = true;
		break;
	default:
		break;
	}
	drain_event(r->harvest.drain, ev);
	return 0;
}

/* Does any process that is followed still live?  The BPF side takes the dead ones out. */
static bool any_followed(const struct recorder *r)
{
	return r->census || targets_has_any(r->maps.targets);
}

/* ------------------------------------------------------------ what it may be told to do */

bool recorder_is_about(const struct recorder *r, pid_t pid)
{
	return pid == getpid() || (r->census ? everybody_records(&r->everybody, pid) :
					       targets_follows(r->maps.targets, pid));
}

bool recorder_is_off(const struct recorder *r)
{
	return r->control.off;
}

int recorder_turn(struct recorder *r, bool on, struct error *err)
{
	uint32_t zero = 0;

	r->control.off = !on;
	r->control.started |= on;
	if (bpf_map_update_elem(r->maps.controls, &zero, &r->control, BPF_ANY))
		return error_set(err, errno, "can't tell the probes: %s", strerror(errno));
	return 0;
}

void recorder_use_metrics(struct recorder *r, struct metrics *m)
{
	r->metrics = m;
}

const struct census *recorder_census(const struct recorder *r)
{
	return r->census;
}

struct harvest *recorder_harvest(struct recorder *r)
{
	return &r->harvest;
}

/* -------------------------------------------------------------------------- loop */

static int start_timer(struct recorder *r, struct error *err)
{
	const struct itimerspec tick = { .it_interval.tv_nsec = TICK_MS * 1000000l,
					 .it_value.tv_nsec = TICK_MS * 1000000l };

	r->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	if (r->timer < 0 || timerfd_settime(r->timer, 0, &tick, NULL))
		return error_set(err, errno, "can't start a timer: %s", strerror(errno));
	if (r->options->duration > 0)
		r->stop_at_ns = mono_ns() + (uint64_t)(r->options->duration * 1e9);
	return watch(r, r->timer, err);
}

static int take_events(struct recorder *r)
{
	struct epoll_event evs[8];
	uint64_t ticks;
	int cnt = epoll_wait(r->epoll, evs, 8, -1), i;
	bool tick = false;

	for (i = 0; i < cnt; i++) {
		if (evs[i].data.fd == r->launched.signals)
			take_signals(r);
		else if (r->server && evs[i].data.fd == server_fd(r->server))
			server_take(r->server, r);
		else if (evs[i].data.fd == r->timer)
			tick = read(r->timer, &ticks, sizeof(ticks)) == sizeof(ticks);
		else if (evs[i].data.fd == metrics_fd(r->metrics))
			metrics_answer(r->metrics, r);
		else if (r->census && evs[i].data.fd == census_fd(r->census))
			census_take(r->census);
	}
	if (r->ring)
		ring_buffer__consume(r->ring);
	launched_pass_signal(&r->launched, mono_ns());
	if (r->stop_at_ns && mono_ns() >= r->stop_at_ns)
		r->launched.stop = r->timed_out = true;
	return tick;
}

int recorder_run(struct recorder *r, struct error *err)
{
	int rc = start_timer(r, err);

	/* What it took to load the programs, some 40 MB, is not needed again; nor does a drain's memory stay. */
	mallopt(M_TRIM_THRESHOLD, 1 << 20);
	malloc_trim(0);
	if (r->census && !r->stop_at_ns)
		renewal_begin(&r->renewal, r->options->all.interval);
	if (!rc && r->server)
		rc = watch(r, server_fd(r->server), err);
	if (!rc && metrics_fd(r->metrics) >= 0)
		rc = watch(r, metrics_fd(r->metrics), err);
	while (!rc && !r->launched.stop && !r->renewal.due && any_followed(r)) {
		bool tick = take_events(r);

		rc = has_failed(r, err);
		if (rc)
			break;
		if (tick)
			log_tick();
		if (tick && r->census)
			everybody_tick(&r->everybody, mono_ns());
		if (tick)
			metrics_tick(r->metrics, r, mono_ns(), false);
		if (launched_take_reload(&r->launched)) {
			everybody_reload(&r->everybody);
			r->to_drain = true;
		}
		if (!r->harvest.drain)
			continue;
		if (tick && r->census)
			renewal_look(&r->renewal, r->harvest.drain, mono_ns());
		if (tick)
			uncalled_tick(r->uncalled);
		if (tick && r->census)
			rc = harvest_flush_due(&r->harvest, mono_ns(), r->options->all.interval,
					       err);
		if (tick && r->options->nytprof.start != START_BEGIN)
			harvest_note_waiting(&r->harvest);
		/* Once a tick at most: a storm of short processes is collected together. */
		if (!rc && tick && (r->to_drain || harvest_is_pressed(&r->harvest))) {
			r->to_drain = false;
			rc = harvest_write(&r->harvest, false, err);
		}
	}
	/* When nothing is followed any more it is about to become a zombie, if it is none yet. */
	launched_reap(&r->launched, any_followed(r) ? WNOHANG : 0);
	return rc;
}

int recorder_wait_command(struct recorder *r)
{
	struct launched *l = &r->launched;
	struct pollfd signals = { .fd = l->signals, .events = POLLIN };

	if (!r->timed_out)
		return l->status;
	l->stop = l->had_signal = false;
	launched_reap(l, WNOHANG);
	while (launched_runs(l) && !l->stop) {
		if (poll(&signals, 1, TICK_MS) > 0)
			take_signals(r);
		launched_pass_signal(l, mono_ns());
		log_tick();
	}
	return l->status;
}

static void close_interp(const struct interp *in, struct tracee *t, void *arg)
{
	struct recorder *r = arg;

	(void)t;
	attached_close_interp(r->attached, in);
}

int recorder_finish(struct recorder *r, struct error *err)
{
	uint64_t lost[LOSS_CNT];
	int rc;

	attached_detach(r->attached);
	r->children.each = false; /* what was forked at the last moment has missed nothing */
	if (!r->harvest.drain || r->failed)
		return 0;
	ring_buffer__consume(r->ring);
	uncalled_end(r->uncalled);
	drain_each_interp(r->harvest.drain, close_interp, r);
	rc = harvest_write(&r->harvest, true, err);
	metrics_tick(r->metrics, r, 0, true);
	drain_losses(r->harvest.drain, lost);
	outputs_add_lost(r->harvest.outputs, lost);
	children_missed(&r->children, outputs_missed(r->harvest.outputs));
	if (r->census)
		census_missed(r->census, outputs_missed(r->harvest.outputs));
	return rc;
}

bool recorder_is_worn(const struct recorder *r)
{
	return r->renewal.due && !r->launched.stop;
}

const struct outputs *recorder_outputs(const struct recorder *r)
{
	return r->harvest.outputs;
}

int recorder_command_status(const struct recorder *r)
{
	return r->launched.status;
}
