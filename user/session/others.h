/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The other recorders of this host. If two recorders record one process, each stops the process
 * within the other's probes. The times of both are then wrong, and both warn. No recorder waits for
 * another one, which may be busy or hang: they send words to each other's ctl sockets, and read
 * them in the main loop.
 *
 *   whom 0      what do you record?  The answer is a join.
 *   join PIDS   I record these; 0: all perls
 *   joined PID  you have sent join, and I record this one, too
 */
#ifndef NYTPROF_OTHERS_H
#define NYTPROF_OTHERS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define OTHERS_PIDS 128 /* that fit into one request */

/* Sends a word to all other recorders, */
void others_tell(const char *word, const pid_t *pids, size_t cnt);

/* or to one. */
void others_tell_one(int recorder, const char *word, const pid_t *pids, size_t cnt);

/* Parses such a list. Returns how many there are. */
size_t others_parse(const char *text, pid_t pids[OTHERS_PIDS]);

/* Warns that another recorder records this process, too (0: all); once for each recorder. */
void others_warn(int recorder, pid_t pid);

#endif
