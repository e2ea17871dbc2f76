/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What processes may do with files.  A process may have other rights at its end than at its first event, and files are
 * read for it later still: what counts is what it had all the time.
 */
#ifndef NYTPROF_CREDS_H
#define NYTPROF_CREDS_H

#include <stdbool.h>
#include <sys/types.h>

#include "nytprof/interp.h"
#include "nytprof/rights.h"

/* Those of a process that runs, by /proc.  False: it is gone. */
bool creds_of(pid_t pid, struct creds *c);

/* Those of an interpreter when it ended.  An exec has put others in their place, but for the real ids. */
struct creds creds_at_end(const struct interp *in);

/*
 * Is it one user's and one group's process?  A set-user-ID program is not, nor is one whose rights are unknown: nothing is
 * read or written for those.
 */
bool creds_are_plain(const struct creds *c);

/* Was it that all the time?  If not, what is known of it is not for its user of now. */
bool creds_are_constant(const struct creds *c);

/* Leaves in c what both have: root's and another user's are the other user's; two users' are nobody's. */
void creds_lessen(struct creds *c, const struct creds *other);

/*
 * Why the process may less than its user can, as far as that can be seen; NULL: it can't be seen.  The agent
 * can take another one's user, but not what confines it.
 */
const char *creds_confined_by(const struct creds *c);

enum label {
	LABEL_UNKNOWN, /* the process is gone */
	LABEL_FREE, /* none, the agent's own, or one that confines nothing */
	LABEL_CONFINED,
};

/* What SELinux, AppArmor or Smack has given it. */
enum label label_of(pid_t pid);

#endif
