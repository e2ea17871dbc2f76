/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a fork of the agent must give up. Otherwise whoever waits for the end of a connection or a
 * probe waits for the fork, too.
 */
#ifndef NYTPROF_FORKED_H
#define NYTPROF_FORKED_H

/* forked_begin() calls give_up in each fork. Registered once for the agent's life. */
void forked_add(void (*give_up)(void));

/* To be called in a fork, before it does anything else. */
void forked_begin(void);

#endif
