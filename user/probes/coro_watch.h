/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Takes the return probes away as soon as a process loads Coro (see probes_spare_returns). The
 * process can switch between C stacks some 20 ms later. The agent may be busy for longer than that,
 * with another process's perl for example, so a thread does it.
 */
#ifndef NYTPROF_CORO_WATCH_H
#define NYTPROF_CORO_WATCH_H

struct probes;
struct coro_watch;

/* alarms: the map of that name. NULL with errno set. */
struct coro_watch *coro_watch_new(struct probes *probes, int alarms);
void coro_watch_free(struct coro_watch *w);

#endif
