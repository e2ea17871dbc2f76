/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The other recorders of this host.  Where two record one process the probes of each stop it within those of the other, so
 * the times of both are wrong, and both are to say so.  Nobody waits for another one, who may be busy with its beginning,
 * or hang: words are sent to the sockets of ctl, and heard in the main loop.
 *
 *   whom 0      what do you record?  The answer is a join.
 *   join PIDS   I record these; 0: all perls
 *   joined PID  you have said join, and I record this one, too
 */
#ifndef NYTPROF_OTHERS_H
#define NYTPROF_OTHERS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define OTHERS_PIDS 128 /* that fit into one request */

/* To all of them, */
void others_tell(const char *word, const pid_t *pids, size_t cnt);

/* or to one. */
void others_tell_one(int recorder, const char *word, const pid_t *pids, size_t cnt);

/* The numbers of such a list; how many. */
size_t others_parse(const char *text, pid_t pids[OTHERS_PIDS]);

/* Another one records that process (0: all), too: says so, of each recorder once. */
void others_warn(int recorder, pid_t pid);

#endif
