/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Processes that are followed fork, and become other programs: are their perls probed, and what did they run
 * before that?  A child that has executed a program at once has lost nothing, as most have that system() makes.
 */
#ifndef NYTPROF_CHILDREN_H
#define NYTPROF_CHILDREN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "output/losses.h"

struct probes;
struct child;
struct event;

struct children {
	struct probes *probes;
	bool each; /* probes are for single processes: a child has none before it is attached to */
	bool none; /* nor is it to get any: what is forked is not followed */
	struct child *all; /* those of which something may be missing */
	struct missed missed; /* by those that are not in all any more */
	unsigned programs; /* executed, and over before they were looked at */
};

void children_forked(struct children *c, const struct event *ev);
void children_execed(struct children *c, const struct event *ev);
void children_release(struct children *c);

/* A process has a profile: how much of its begin is missing there, ns.  forked: as struct tracee has it. */
uint64_t children_begin_lost(struct children *c, pid_t pid, bool forked);

/* When all profiles are written: what is missing in them, or has none. */
void children_missed(const struct children *c, struct missed *missed);

#endif
