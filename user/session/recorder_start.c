// SPDX-License-Identifier: GPL-2.0-or-later
/* What begins with the first perl, when there are maps: the drain, and all that reads the maps. */
#include <bpf/libbpf.h>
#include <errno.h>
#include <string.h>

#include "drain/drain.h"
#include "early_waits/early_waits.h"
#include "governor/burst.h"
#include "governor/governor.h"
#include "malloc/allocators.h"
#include "nytprof/kevents.h"
#include "ondemand/traces.h"
#include "ondemand/trigger.h"
#include "options/options.h"
#include "probes/coro_watch.h"
#include "probes/probes.h"
#include "sample/ticks.h"
#include "session/misses.h"
#include "session/recorder.h"
#include "session/recorder_parts.h"
#include "session/uncalled.h"
#include "sql/libraries.h"
#include "tracee/tracee.h"
#include "util/loop.h"

int recorder_watch_fd(struct recorder *r, int fd, void (*ready)(void *arg), struct error *err)
{
	int rc = fd < 0 ? -errno : loop_add_fd(r->loop, fd, ready, r);

	return rc ? error_set(err, -rc, "can't start: %s", strerror(-rc)) : 0;
}

static void take_sql(void *arg)
{
	struct recorder *r = arg;

	drain_take_sql(r->flush.drain);
}

static void look_at_libraries(void *arg)
{
	struct recorder *r = arg;

	sql_libraries_look(r->sql);
}

static void take_libraries(void *arg)
{
	struct recorder *r = arg;

	sql_libraries_take(r->sql);
}

static void take_looks(void *arg)
{
	struct recorder *r = arg;

	allocators_take(r->allocators);
}

static uint64_t sample_period_ns(const struct options *o)
{
	return options_rate(o) ? ticks_period_ns(options_rate(o)) : 0;
}

static int start_governor(struct recorder *r)
{
	if (r->options->burst) {
		r->burst = burst_new(r->options, r->maps.controls, r->maps.targets, &r->flush);
		return r->burst ? loop_add_tick(r->loop, burst_tick, r->burst) : -ENOMEM;
	}
	if (!(r->options->overhead > 0))
		return 0;
	r->governor = governor_new(r->options, &r->flush);
	return r->governor ? loop_add_tick(r->loop, governor_tick, r->governor) : -ENOMEM;
}

static int look_for_misses(struct recorder *r)
{
	r->misses = misses_new(r->probes, &r->maps, r->flush.drain);
	return r->misses ? loop_add_tick(r->loop, misses_tick, r->misses) : -ENOMEM;
}

static int start_slow(struct recorder *r, struct error *err)
{
	if (!r->take_slow)
		return 0;
	r->slow_ring = ring_buffer__new(r->maps.slow_calls, recorder_slow_call, r, NULL);
	if (!r->slow_ring)
		return error_set(err, errno, "can't read the BPF maps: %s", strerror(errno));
	return recorder_watch_fd(r, ring_buffer__epoll_fd(r->slow_ring), recorder_take_slow, err);
}

/* A library that can't be probed is no reason to end. */
static int start_sql(struct recorder *r, struct error *err)
{
	int rc;

	if (!r->options->sql)
		return 0;
	rc = recorder_watch_fd(r, drain_sql_fd(r->flush.drain), take_sql, err);
	r->sql = rc ? NULL : sql_libraries_new(r->probes, err);
	if (!r->sql)
		return -errno;
	if (loop_add_tick(r->loop, sql_libraries_tick, r->sql))
		return error_set(err, ENOMEM, "out of memory");
	rc = recorder_watch_fd(r, sql_libraries_looks_fd(r->sql), take_libraries, err);
	if (!rc && sql_libraries_fd(r->sql) >= 0)
		rc = recorder_watch_fd(r, sql_libraries_fd(r->sql), look_at_libraries, err);
	return rc;
}

static int start_malloc(struct recorder *r, struct error *err)
{
	int rc;

	if (!(r->options->event.events & KEVENT_BIT(KEVENT_MALLOC)))
		return 0;
	r->allocators = allocators_new(r->probes, r->maps.malloc_lives);
	rc = r->allocators ? loop_add_tick(r->loop, allocators_tick, r->allocators) : -ENOMEM;
	if (rc)
		return error_set(err, ENOMEM, "out of memory");
	return recorder_watch_fd(r, allocators_fd(r->allocators), take_looks, err);
}

int recorder_start(struct recorder *r, struct error *err)
{
	const struct naming naming = { .evals = r->options->nytprof.nameevals,
				       .anon_subs = r->options->nytprof.nameanonsubs,
				       .code = r->options->nytprof.savesrc,
				       .period_ns = sample_period_ns(r->options),
				       .own = r->options->live,
				       .cpu_time = r->options->nytprof.cpu_time,
				       .clock = r->options->nytprof.clock,
				       .events = r->options->event.events,
				       .tracepoints = r->options->event.tracepoints };
	int rc;

	probes_maps(r->probes, &r->maps);
	r->flush.drain = drain_new(&r->maps, &naming);
	r->ring = ring_buffer__new(r->maps.events, recorder_notice, r, NULL);
	if (!r->flush.drain || !r->ring)
		return error_set(err, errno, "can't read the BPF maps: %s", strerror(errno));
	traces_know(r->traces, r->flush.drain);
	if (r->options->sampled) {
		r->flush.mark = traces_mark;
		r->flush.mark_arg = r->traces;
	}
	r->uncalled = uncalled_new(r->probes, &r->maps, r->flush.drain, r->options->nytprof.clock);
	r->early_waits = early_waits_new(&r->maps, r->flush.drain, r->options->nytprof.clock);
	if (!r->uncalled || !r->early_waits || start_governor(r) || look_for_misses(r))
		return error_set(err, ENOMEM, "out of memory");
	if (r->options->nytprof.subs && !r->options->live)
		drain_when_met(r->flush.drain, uncalled_met, r->uncalled);
	if ((r->options->trace.cpu || r->options->trace.open > 0) && !r->trigger)
		r->trigger = trigger_new(r->loop, r->options, r->traces, &r->flush);
	r->coro = coro_watch_new(r->probes, r->maps.alarms);
	if (!r->coro)
		return error_set(err, errno, "can't start a thread: %s", strerror(errno));
	rc = recorder_watch_fd(r, ring_buffer__epoll_fd(r->ring), recorder_take_notices, err);
	rc = rc ?: start_slow(r, err);
	rc = rc ?: start_sql(r, err);
	rc = rc ?: start_malloc(r, err);
	rc = rc ?: r->host ? r->host->loaded(r->host->arg, &r->maps, err) : 0;
	return rc ?: probes_attach_tracepoints(r->probes, err);
}
