// SPDX-License-Identifier: GPL-2.0-or-later
/* The filters' answers, into the map targets; numbers for systemd. */
#include "host/admission.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "attach/object_maps.h"
#include "drain/drain.h"
#include "host/census.h"
#include "nytprof/interp.h"
#include "options/options.h"
#include "output/flush.h"
#include "output/group_sums.h"
#include "output/outputs.h"
#include "probes/probes.h"
#include "probes/targets.h"
#include "session/recorder.h"
#include "session/service.h"
#include "store/store.h"
#include "target/process.h"
#include "tracee/tracee.h"
#include "util/error.h"
#include "util/loop.h"

struct admission {
	struct recorder *recorder;
	struct census *census;
	struct probes *probes;
	struct flush *flush;
	const struct maps *maps; /* NULL: there are none yet */
	struct options *options;
	struct recorder_host host;
};

/*
 * Has it ended by itself since?  By an exec the process is another program now, which will be asked
 * about as such.
 */
static bool has_ended(const struct admission *e, uint32_t id, pid_t pid)
{
	struct interp now;

	return bpf_map_lookup_elem(e->maps->interps, &id, &now) ||
	       (now.end != END_NONE && now.end != END_STOP) || !process_is_alive(pid);
}

/* Of one that was met: is it to be recorded?  If not, it is turned away. */
static bool lets_in(uint32_t id, const struct interp *in, void *arg)
{
	const struct admission *e = arg;
	pid_t pid = (pid_t)in->tgid;

	if (census_wants(e->census, in)) {
		if (e->flush->group_sums)
			group_sums_meet(e->flush->group_sums, pid, in->cgroup, (pid_t)in->ppid);
		return true;
	}
	if (in->end != END_NONE)
		return false;
	targets_turn_away(e->maps->targets, pid);
	probes_close_interp(e->probes, in, END_STOP);
	/* Before it was turned away?  What the BPF side forgets at an end, it has. */
	if (has_ended(e, id, pid))
		targets_forget(e->maps->targets, pid);
	return false;
}

/* Its next event, if it has one, is asked about as if it were the first. */
static void close_if_left_out(const struct interp *in, struct tracee *tracee, void *arg)
{
	const struct admission *e = arg;

	(void)tracee;
	if (census_leaves_out(e->census, (pid_t)in->tgid))
		probes_close_interp(e->probes, in, END_STOP);
}

static int use_filters(void *arg, const struct options *fresh, struct error *err)
{
	struct admission *e = arg;
	int rc = census_filter(e->census, &fresh->all, err);

	if (rc || !e->flush->drain)
		return rc;
	targets_forget_turned_away(e->maps->targets);
	drain_each_interp(e->flush->drain, close_if_left_out, e);
	return 0;
}

/*
 * Who is recorded and is left out by other filters is not recorded any more; who was turned away is
 * asked for again.
 */
static int reload(void *arg, struct error *err)
{
	struct admission *e = arg;
	double interval = e->options->all.interval;
	int rc = service_reload(e->options, use_filters, e, err);

	if (e->options->all.interval != interval)
		e->flush->flush_at_ns = 0; /* another one begins */
	store_trim(e->flush->store);
	return rc;
}

static bool is_recorded(const struct tracee *t)
{
	return t->running && !t->unwanted;
}

static const struct tracee *first_tracee(const struct admission *e)
{
	return e->flush->drain ? drain_tracees(e->flush->drain) : NULL;
}

/* A process that was met, is wanted, and has not ended. */
static bool records(const void *arg, pid_t pid)
{
	const struct admission *e = arg;
	const struct tracee *t = first_tracee(e);

	while (t && (t->tgid != (uint32_t)pid || !is_recorded(t)))
		t = t->next;
	return t != NULL;
}

static bool may_record(const void *arg, pid_t pid)
{
	const struct admission *e = arg;

	return !census_leaves_out(e->census, pid);
}

/* One that is 0 if nobody is left out. */
static size_t list(const void *arg, pid_t *pids, size_t max)
{
	const struct admission *e = arg;
	const struct tracee *t;
	size_t cnt = 0;

	if (!census_filters(e->census)) {
		pids[0] = 0;
		return 1;
	}
	for (t = first_tracee(e); t && cnt < max; t = t->next) {
		if (is_recorded(t))
			pids[cnt++] = (pid_t)t->tgid;
	}
	return cnt;
}

static void tell_service(const struct admission *e)
{
	struct service_counts counts = { .perls = probes_files(e->probes),
					 .profiles = outputs_cnt(e->flush->outputs) };
	const struct tracee *t;

	for (t = first_tracee(e); t; t = t->next)
		counts.processes += is_recorded(t);
	service_status(&counts);
}

static int tick(void *arg, uint64_t now_ns, struct error *err)
{
	struct admission *e = arg;

	(void)err;
	if (service_tick(now_ns))
		tell_service(e);
	census_tick(e->census, now_ns);
	return 0;
}

static void take_mapped(void *arg)
{
	struct admission *e = arg;

	census_take(e->census);
}

static int loaded(void *arg, const struct maps *maps, struct error *err)
{
	struct admission *e = arg;

	e->maps = maps;
	drain_when_asked(e->flush->drain, lets_in, e);
	return census_maps(e->census, maps, err);
}

static void missed(void *arg, struct missed *missed)
{
	const struct admission *e = arg;

	census_missed(e->census, missed);
}

static int begin(struct admission *e, struct store *store, struct error *err)
{
	struct loop *loop = recorder_loop(e->recorder);
	int rc = store ? flush_use_store(e->flush, store, e->options) : 0;

	if (rc)
		return error_set(err, -rc, "out of memory");
	e->census = census_new(e->recorder, e->probes, e->options, err);
	if (!e->census)
		return -errno;
	rc = loop_add_fd(loop, census_fd(e->census), take_mapped, e);
	rc = rc ?: loop_add_tick(loop, tick, e);
	if (rc)
		return error_set(err, -rc, "can't start: %s", strerror(-rc));
	if (e->options->config)
		recorder_reload_at_hup(e->recorder);
	recorder_follow_all(e->recorder, &e->host);
	return census_begin(e->census, err) ?: recorder_failed(e->recorder, err);
}

struct admission *admission_new(struct recorder *r, struct options *options, struct store *store,
				struct error *err)
{
	struct admission *e = calloc(1, sizeof(*e));
	int rc;

	if (!e) {
		error_set(err, ENOMEM, "out of memory");
		return NULL;
	}
	*e = (struct admission){ .recorder = r,
				 .probes = recorder_attached(r),
				 .flush = recorder_harvest(r),
				 .options = options,
				 .host = { .loaded = loaded,
					   .records = records,
					   .may_record = may_record,
					   .list = list,
					   .reload = reload,
					   .missed = missed,
					   .arg = e } };
	rc = begin(e, store, err);
	if (!rc)
		return e;
	admission_free(e);
	errno = -rc;
	return NULL;
}

void admission_free(struct admission *e)
{
	if (!e)
		return;
	recorder_follow_all(e->recorder, NULL);
	census_free(e->census);
	free(e);
}

const struct census *admission_census(const struct admission *e)
{
	return e->census;
}
