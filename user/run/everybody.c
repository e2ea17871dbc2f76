// SPDX-License-Identifier: GPL-2.0-or-later
/* The filters' answers, into the map targets; numbers for systemd. */
#include "everybody.h"

#include <bpf/bpf.h>
#include <stdint.h>

#include "attach/object.h"
#include "drain/drain.h"
#include "drain/tracee.h"
#include "nytprof_bpf.h"
#include "options.h"
#include "run/attached.h"
#include "run/census.h"
#include "run/harvest.h"
#include "run/merged.h"
#include "run/outputs.h"
#include "run/service.h"
#include "run/store.h"
#include "run/targets.h"
#include "target/process.h"
#include "util/log.h"

/* Has it ended by itself since?  By an exec the process is another program now, which will be asked about as such. */
static bool has_ended(const struct everybody *e, uint32_t id, pid_t pid)
{
	struct interp now;

	return bpf_map_lookup_elem(e->maps->interps, &id, &now) ||
	       (now.end != END_NONE && now.end != END_STOP) || !process_is_alive(pid);
}

bool everybody_lets_in(uint32_t id, const struct interp *in, void *arg)
{
	const struct everybody *e = arg;
	pid_t pid = (pid_t)in->tgid;

	if (census_wants(e->census, in)) {
		if (e->harvest->merged)
			merged_meet(e->harvest->merged, pid, in->cgroup, (pid_t)in->ppid);
		return true;
	}
	if (in->end != END_NONE)
		return false;
	targets_turn_away(e->maps->targets, pid);
	attached_close_interp(e->attached, in);
	/* Before it was turned away?  What the BPF side forgets at an end, it has. */
	if (has_ended(e, id, pid))
		targets_forget(e->maps->targets, pid);
	return false;
}

/* Its next event, if it has one, is asked about as if it were the first. */
static void close_if_left_out(const struct interp *in, struct tracee *tracee, void *arg)
{
	const struct everybody *e = arg;

	(void)tracee;
	if (census_leaves_out(e->census, (pid_t)in->tgid))
		attached_close_interp(e->attached, in);
}

static int use_filters(void *arg, const struct options *fresh, struct error *err)
{
	struct everybody *e = arg;
	int rc = census_filter(e->census, &fresh->all, err);

	if (rc || !e->harvest->drain)
		return rc;
	targets_forget_turned_away(e->maps->targets);
	drain_each_interp(e->harvest->drain, close_if_left_out, e);
	return 0;
}

void everybody_reload(struct everybody *e)
{
	double interval = e->reloadable->all.interval;

	service_reload(e->reloadable, use_filters, e);
	if (e->reloadable->all.interval != interval)
		e->harvest->flush_at_ns = 0; /* another one begins */
	store_trim(e->harvest->store);
}

static bool is_recorded(const struct tracee *t)
{
	return t->running && !t->unwanted;
}

static const struct tracee *first_tracee(const struct everybody *e)
{
	return e->harvest->drain ? drain_tracees(e->harvest->drain) : NULL;
}

bool everybody_records(const struct everybody *e, pid_t pid)
{
	const struct tracee *t = first_tracee(e);

	while (t && (t->tgid != (uint32_t)pid || !is_recorded(t)))
		t = t->next;
	return t != NULL;
}

static void tell_service(const struct everybody *e)
{
	struct service_counts counts = { .perls = attached_files(e->attached),
					 .profiles = outputs_cnt(e->harvest->outputs) };
	const struct tracee *t;

	for (t = first_tracee(e); t; t = t->next)
		counts.processes += is_recorded(t);
	service_status(&counts);
}

void everybody_tick(struct everybody *e, uint64_t now_ns)
{
	if (service_tick(now_ns))
		tell_service(e);
	census_tick(e->census, now_ns);
}
