// SPDX-License-Identifier: GPL-2.0-or-later
/* Who has no return probes, because they would kill the process. */
#include "probes/probes_parts.h"

#include "attach/object.h"
#include "attach/object_maps.h"
#include "log/log.h"
#include "nytprof/kevents.h"
#include "options/options.h"
#include "probes/switchers.h"

/* See bpf/state/switcher.bpf.h. */
void probes_spare_returns(struct probes *a, pid_t pid)
{
	struct maps maps;
	bool was_done;

	if (a->options->sampled)
		return; /* there are no return probes */
	if (a->sessions) {
		if (!pid || !a->object_cnt)
			return;
		probes_maps(a, &maps);
		switchers_add(&maps, pid);
		return;
	}
	pthread_mutex_lock(&a->lock);
	was_done = a->no_returns;
	__atomic_store_n(&a->no_returns, true, __ATOMIC_RELAXED);
	if (!was_done)
		objects_detach_returns(a->objects, (size_t)a->object_cnt);
	pthread_mutex_unlock(&a->lock);
	if (!was_done && pid)
		switchers_say(pid, "the ends of builtins are no longer probed in any "
				   "process: the time of a builtin lasts until the next "
				   "statement or call");
	if (!was_done && a->options->sql && !a->sql_sessions)
		log_warning("--sql: no statements are recorded any more: this takes return probes");
	if (!was_done && a->options->event.events & KEVENT_BIT(KEVENT_MALLOC))
		log_warning(
			"--event=malloc: no allocations are followed any more: this takes return probes");
}

bool probes_spare_sql(struct probes *a, pid_t pid)
{
	struct maps maps;

	if (!a->sql_sessions || a->sessions)
		return true;
	if (!a->object_cnt)
		return false;
	probes_maps(a, &maps);
	switchers_add(&maps, pid);
	log_warning(
		"--sql: no statements of process %d are recorded any more: the kernel would end it",
		pid);
	return true;
}

/*
 * Without the lock: whoever was forked to write may have it locked for good, by a thread that it
 * has not.
 */
bool probes_spares_returns(const struct probes *a)
{
	struct maps maps;

	if (!a->sessions || !a->object_cnt)
		return __atomic_load_n(&a->no_returns, __ATOMIC_RELAXED);
	probes_maps(a, &maps);
	return switchers_overflowed(&maps);
}
