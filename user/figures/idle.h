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

#endif
