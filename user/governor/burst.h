/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * --mode=burst: everything is recorded in short windows at random times, and nothing between them. How
 * often a window opens depends on what windows have cost so far: so the recording costs the share of
 * the programs' processor time that --overhead allows. profile/estimates.h has what
 * follows for the whole program.
 *
 * With --all, a window is for all perls of the host, and the budget is for each of them.
 *
 * Between windows there are no probes. While they are set and removed, which takes some ms, they do
 * nothing (CONTROL_BURST). In a window it is known which calls are under way, as at an attach.
 */
#ifndef NYTPROF_BURST_H
#define NYTPROF_BURST_H

#include <stdint.h>

struct burst;
struct error;
struct flush;
struct options;

/*
 * Before the first probe is set. controls, targets: maps. All must outlive it, and h must have a drain.
 * NULL with errno.
 */
struct burst *burst_new(const struct options *options, int controls, int targets, struct flush *h);
void burst_free(struct burst *b);

/* With each tick of the loop. It takes as long as a window, if one opens. */
int burst_tick(void *burst, uint64_t now_ns, struct error *err);

/* The recording ends. Says so if there was no window. */
void burst_end(const struct burst *b);

#endif
