/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a fork of the agent has to give up: else who waits for the end of a connection or a probe waits for the fork, too.
 */
#ifndef NYTPROF_FORKED_H
#define NYTPROF_FORKED_H

/* give_up is called in each process that says forked_begin.  Registered once for the agent's life. */
void forked_add(void (*give_up)(void));

/* In a process that was forked, before it does anything else. */
void forked_begin(void);

#endif
