/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Followed processes fork, and execute other programs. Are their perls probed, and what ran before
 * that? A child that executes a program at once has lost nothing; most children of system() do
 * that.
 */
#ifndef NYTPROF_CHILDREN_H
#define NYTPROF_CHILDREN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct probes;
struct child;
struct event;

/* Processes that were missed, in whole or in part. Their counts are unknown. */
struct missed {
	unsigned refused; /* named or forked processes that can't be attached to */
	unsigned ended; /* forked processes that ended before they had probes */
	unsigned late; /* processes that the agent attached to some time after their beginning, */
	double late_ms; /* the longest such time */
	uint64_t met_late; /* --all: processes that ran before their perl was known, */
	uint64_t unknown; /* or had ended before it was known whether they are wanted */
	unsigned perls; /* --all: perl binaries that can't be profiled */
};

struct children {
	struct probes *probes;
	bool each; /* probes are per process: a child has none until the agent attaches */
	bool none; /* nor does it get any: children are not followed */
	struct child *all; /* the children whose profiles may lack something */
	struct missed missed; /* of children that are no longer in all */
	unsigned programs; /* executed programs that ended before the agent looked at them */
};

void children_forked(struct children *c, const struct event *ev);
void children_execed(struct children *c, const struct event *ev);
void children_release(struct children *c);

/*
 * How much of the beginning is missing in a process's profile, in nanoseconds. forked: as in struct
 * tracee.
 */
uint64_t children_begin_lost(struct children *c, pid_t pid, bool forked);

/* When all profiles are written: adds what is missing in them, and the children without one. */
void children_missed(const struct children *c, struct missed *missed);

#endif
