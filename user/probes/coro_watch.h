/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Takes the return probes away as soon as a process loads Coro (see probes_spare_returns): there are
 * some 20 ms until it can change between C stacks, and the agent may be at something that takes longer,
 * such as another process's perl.  So it has a thread.
 */
#ifndef NYTPROF_CORO_WATCH_H
#define NYTPROF_CORO_WATCH_H

struct probes;
struct coro_watch;

/* alarms: the map.  NULL with errno set. */
struct coro_watch *coro_watch_new(struct probes *probes, int alarms);
void coro_watch_free(struct coro_watch *w);

#endif
