// SPDX-License-Identifier: GPL-2.0-or-later
/* What the BPF side tells of processes and of slow calls, and who is told of it. */
#include <bpf/libbpf.h>

#include "drain/drain.h"
#include "governor/governor.h"
#include "malloc/allocators.h"
#include "nytprof/events.h"
#include "nytprof/slow.h"
#include "ondemand/trigger.h"
#include "probes/children.h"
#include "probes/targets.h"
#include "session/recorder_parts.h"

static void take_fork(struct recorder *r, const struct event *ev)
{
	children_forked(&r->children, ev);
	allocators_forked(r->allocators, (pid_t)ev->tgid, (pid_t)ev->arg);
}

int recorder_notice(void *arg, void *data, size_t size)
{
	struct recorder *r = arg;
	const struct event *ev = data;

	if (size < sizeof(*ev))
		return 0;
	switch (ev->type) {
	case EVENT_FORK:
		if (r->children.none)
			targets_forget(r->maps.targets, (pid_t)ev->arg);
		else
			take_fork(r, ev);
		governor_forked(r->governor, (pid_t)ev->tgid, (pid_t)ev->arg);
		return 0;
	case EVENT_EXEC:
		drain_event(r->flush.drain, ev);
		children_execed(&r->children, ev);
		allocators_execed(r->allocators, (pid_t)ev->tgid);
		return 0;
	case EVENT_LONG_OPEN:
	case EVENT_LONG_BUSY:
	case EVENT_LONG_ENDED:
		trigger_long(r->trigger, ev);
		return 0;
	case EVENT_PART:
		r->flush.awaited = true;
		/* fall through */
	case EVENT_END:
		r->flush.ended = true;
		break;
	case EVENT_START:
		allocators_look(r->allocators, (pid_t)ev->tgid);
		break;
	default:
		break;
	}
	drain_event(r->flush.drain, ev);
	return 0;
}

int recorder_slow_call(void *arg, void *data, size_t size)
{
	struct recorder *r = arg;

	if (size >= sizeof(struct slow))
		r->take_slow(r->slow_arg, data);
	return 0;
}

void recorder_take_notices(void *arg)
{
	struct recorder *r = arg;

	if (r->ring)
		ring_buffer__consume(r->ring);
}

/* The begin of a process comes before its calls. */
void recorder_take_slow(void *arg)
{
	struct recorder *r = arg;

	recorder_take_notices(r);
	ring_buffer__consume(r->slow_ring);
}
