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

/* Can a profile have events of this name? */
bool event_option_is_event(const char *name);

#endif
