/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What processes may do with files. A process may have other rights at its end than at its first
 * event, and files are read for it even later. So only rights that it had all the time count.
 */
#ifndef NYTPROF_CREDS_H
#define NYTPROF_CREDS_H

#include <stdbool.h>
#include <sys/types.h>

#include "nytprof/interp.h"
#include "nytprof/rights.h"

/* The rights of a running process, from /proc. False: it has ended. */
bool creds_of(pid_t pid, struct creds *c);

/*
 * The rights of an interpreter when it ended. After an exec they are those of the new program,
 * except for the real ids.
 */
struct creds creds_at_end(const struct interp *in);

/*
 * Does the process have the ids of one user and one group? A set-user-ID program does not, nor does
 * one with unknown rights: nothing is read or written for those.
 */
bool creds_are_plain(const struct creds *c);

/* Was that so all the time? If not, its present user may not see what is known of it. */
bool creds_are_constant(const struct creds *c);

/*
 * Reduces c to the rights that both have. Root and another user: the other user's. Two users:
 * nobody's.
 */
void creds_lessen(struct creds *c, const struct creds *other);

/*
 * Why the process may do less than its user, as far as that can be seen; NULL: nothing is seen. The
 * agent can take on a user's ids, but not what confines a process.
 */
const char *creds_confined_by(const struct creds *c);

enum label {
	LABEL_UNKNOWN, /* the process is gone */
	LABEL_FREE, /* none, the agent's own, or one that confines nothing */
	LABEL_CONFINED,
};

/* Does SELinux, AppArmor or Smack confine the process? */
enum label label_of(pid_t pid);

#endif
