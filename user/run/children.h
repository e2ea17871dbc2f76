/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Processes that are followed fork, and become other programs: are their perls probed? */
#ifndef NYTPROF_CHILDREN_H
#define NYTPROF_CHILDREN_H

#include <stdbool.h>
#include <stdint.h>

struct attached;
struct event;

struct children {
	struct attached *attached;
	bool each; /* probes are for single processes: a child has none before it is attached to */
	uint64_t most_ns; /* from a fork until the child had its probes */
};

void children_forked(struct children *c, const struct event *ev);
void children_execed(const struct children *c, const struct event *ev);

/* What is missing in the profiles of forked processes. */
void children_say_late(const struct children *c);

#endif
