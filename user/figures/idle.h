/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What waits for events, so that its time is no work: accept, and the calls of select, poll and
 * epoll_wait in the event loops that are known by name.
 */
#ifndef NYTPROF_IDLE_H
#define NYTPROF_IDLE_H

#include <stdbool.h>

/* Does the sub of this name wait for events? */
bool sub_is_idle(const char *name);

/*
 * Is this wait that of a process that has nothing to do? It sleeps, or waits for events, for a
 * signal, for any child, or for a client. reason, object: words of user/waits; "": no object. A
 * wait for one file, one server, one child or a lock is none.
 */
bool wait_is_idle(const char *reason, const char *object);

#endif
