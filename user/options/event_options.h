/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --event: which events of the kernel are counted. */
#ifndef NYTPROF_EVENT_OPTIONS_H
#define NYTPROF_EVENT_OPTIONS_H

#include <stdbool.h>

#include "nytprof/tracepoints.h"

struct error;

struct event_options {
	unsigned events; /* KEVENT_BIT() of include/nytprof/kevents.h; 0: none */
	struct tracepoint tracepoints[TRACEPOINTS_MAX]; /* of KEVENT_TRACEPOINT */
	unsigned tracepoint_cnt;
};

/* -EINVAL with err set. */
int event_option_set(struct event_options *o, const char *arg, struct error *err);

/*
 * Calls visit with the name of each event that was asked for: "syscalls", "tracepoint:sched:sched_wakeup".
 * Stops at what it returns if that is not 0.
 */
int event_options_each(const struct event_options *o, int (*visit)(const char *name, void *arg),
		       void *arg);

/* Can a profile have events of this name? */
bool event_option_is_event(const char *name);

#endif
