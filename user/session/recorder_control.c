// SPDX-License-Identifier: GPL-2.0-or-later
/* What a recorder is asked by others, and what it may be told to do. */
#include <bpf/bpf.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "governor/governor.h"
#include "nytprof/slow.h"
#include "probes/targets.h"
#include "session/recorder.h"
#include "session/recorder_parts.h"
#include "target/process.h"

bool recorder_is_about(const struct recorder *r, pid_t pid)
{
	return pid == getpid() || (r->host ? r->host->records(r->host->arg, pid) :
					     targets_follows(r->maps.targets, pid));
}

bool recorder_shares(const struct recorder *r, pid_t pid)
{
	if (r->host)
		return !pid || (process_is_alive(pid) && r->host->may_record(r->host->arg, pid));
	return pid && targets_follows(r->maps.targets, pid);
}

size_t recorder_whom(const struct recorder *r, pid_t pids[OTHERS_PIDS])
{
	if (r->host)
		return r->host->list(r->host->arg, pids, OTHERS_PIDS);
	return targets_list(r->maps.targets, pids, OTHERS_PIDS);
}

bool recorder_owns(const struct recorder *r, pid_t pid)
{
	return governor_owns(r->governor, pid);
}

bool recorder_links_by_perf(const struct recorder *r)
{
	return r->kernel.links != LINK_MULTI;
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

bool *recorder_end(struct recorder *r)
{
	return &r->child.stop;
}

int recorder_reload(struct recorder *r, struct error *err)
{
	if (!r->child.hup_reloads)
		return error_set(err, ENOTSUP,
				 "this recorder has no configuration file to reload: it was "
				 "started without --all and --config");
	r->flush.ended = true;
	return r->host->reload(r->host->arg, err);
}

void recorder_let_watch(struct recorder *r,
			int (*add)(void *arg, int fd, const struct sight *sight, struct error *err),
			void *arg)
{
	r->add_watcher = add;
	r->watch_arg = arg;
}

void recorder_tell_slow(struct recorder *r, void (*take)(void *arg, const struct slow *call),
			void *arg)
{
	r->take_slow = take;
	r->slow_arg = arg;
}

void recorder_missed_slow(const struct recorder *r, struct slow_budget *missed)
{
	uint32_t zero = 0;

	*missed = (struct slow_budget){};
	if (r->slow_ring)
		bpf_map_lookup_elem(r->maps.slow_budgets, &zero, missed);
}

bool recorder_can_be_watched(const struct recorder *r)
{
	return r->add_watcher;
}

int recorder_add_watcher(struct recorder *r, int fd, const struct sight *sight, struct error *err)
{
	if (!r->add_watcher)
		return error_set(err, ENOTSUP, "it does not sample: only samples can be watched");
	return r->add_watcher(r->watch_arg, fd, sight, err);
}

struct flush *recorder_harvest(struct recorder *r)
{
	return &r->flush;
}

struct traces *recorder_traces(struct recorder *r)
{
	return r->traces;
}

struct probes *recorder_attached(struct recorder *r)
{
	return r->probes;
}

struct loop *recorder_loop(struct recorder *r)
{
	return r->loop;
}
