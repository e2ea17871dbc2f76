/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Takes the return probes away as soon as a process loads Coro (see probes_spare_returns). The
 * process can switch between C stacks some 20 ms later. The agent may be busy for longer than that,
 * with another process's perl for example, so a thread does it.
 *
 * That concerns processes that are not recorded, too. A return probe that is limited to a process
 * still replaces the return addresses of every process in which somebody else has a probe at the
 * same place: the kernel asks the limit when it sets breakpoints, not when one is hit
 * (handler_chain in kernel/events/uprobes.c, 6.18). So two recorders could kill a program with Coro
 * that only one of them records.
 */
#ifndef NYTPROF_CORO_WATCH_H
#define NYTPROF_CORO_WATCH_H

struct error;
struct probes;
struct coro_watch;
struct coro_elsewhere;

/* alarms: the map of that name. NULL with errno set. */
struct coro_watch *coro_watch_new(struct probes *probes, int alarms);
void coro_watch_free(struct coro_watch *w);

/*
 * Heeds all processes of the host that have a probed perl: those that have Coro when it is called,
 * and those that load it later. NULL with errno and err set if the kernel does not tell what is
 * mapped.
 */
struct coro_elsewhere *coro_elsewhere_new(struct probes *probes, struct error *err);
void coro_elsewhere_free(struct coro_elsewhere *e);

#endif
