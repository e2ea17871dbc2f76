/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Keeps what recording costs within the budget of --overhead. What costs more for two windows in a
 * row is recorded with less detail: calls without statements, and then samples, in a profile of
 * their own. A process that has probes of its own has its own budget; else all processes of a perl
 * share one, as one cannot lose its probes alone. Nothing is ever stepped up again.
 */
#ifndef NYTPROF_GOVERNOR_H
#define NYTPROF_GOVERNOR_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct error;
struct flush;
struct governor;
struct options;

/* options and h must outlive it, and h must have a drain. NULL: out of memory. */
struct governor *governor_new(const struct options *options, struct flush *h);
void governor_free(struct governor *g);

/* With each tick of the loop. */
int governor_tick(void *governor, uint64_t now_ns, struct error *err);

/* A child is recorded as its parent is. */
void governor_forked(struct governor *g, pid_t parent, pid_t child);

/* Is it an agent that this one has started, to sample? */
bool governor_owns(const struct governor *g, pid_t pid);

/* The recording ends: ends the samplers, and waits for their profiles. */
void governor_end(struct governor *g);

#endif
