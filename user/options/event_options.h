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
 * Calls visit with the name of each event that was asked for: "syscalls",
 * "tracepoint:sched:sched_wakeup". Stops at what it returns if that is not 0.
 */
int event_options_each(const struct event_options *o, int (*visit)(const char *name, void *arg),
		       void *arg);

/* One more than the longest one needs, so that a longer one can be told from it. */
#define EVENT_NAME_SIZE (sizeof(TRACEPOINT_PREFIX) + TRACEPOINT_NAME_MAX + 1)

/*
 * Takes an event apart from what of it is meant: "syscalls:time". measure: of the words "count", "time",
 * "bytes", "errors" the number from 1; 0: there is none. False: there is no such event.
 */
bool event_option_split(const char *text, char name[EVENT_NAME_SIZE], unsigned *measure);

#endif
