/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
#ifndef NYTPROF_SHARED_EVENTS_H
#define NYTPROF_SHARED_EVENTS_H

#include <linux/types.h>

enum event_type {
	EVENT_START, /* an interpreter was seen for the first time */
	EVENT_END, /* an interpreter ended; enum interp_end in .arg */
	EVENT_EXEC, /* a process of targets replaced its image */
	EVENT_FORK, /* a process of targets forked; the child in .arg */
	/* A call was open for longer than settings.long_ns; its sub in .arg: sample/longs.bpf.h */
	EVENT_LONG_OPEN, /* it still is */
	EVENT_LONG_BUSY, /* it still is, is the innermost one, and has used a processor */
	EVENT_LONG_ENDED,
	EVENT_PART, /* a part of an interpreter is complete, and the interpreter goes on */
};

/* Wakes the agent.  The maps hold the facts: a lost event causes a delay and no loss. */
struct event {
	__u64 ns;
	__u32 type;
	__u32 tgid;
	__u32 interp;
	__u32 arg;
};

/* A process is loading Coro and will change C stacks at once. */
struct alarm {
	__u32 tgid;
	__u32 pad;
};

#endif
