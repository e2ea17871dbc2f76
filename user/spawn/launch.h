/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Starts a command so that none of its statements is missed and nobody else pays: it gets a
 * mount namespace of its own in which a private copy of each perl lies over the original, and
 * the copies are probed.  Its children inherit that.  Paths, and what $^X says, stay the same.
 *
 * Under sudo the command runs as the user who called sudo.
 */
#ifndef NYTPROF_LAUNCH_H
#define NYTPROF_LAUNCH_H

#include <stdbool.h>
#include <sys/types.h>

#include "target/find.h"

struct error;
struct invoker;
struct launch;

/*
 * Looks for the command, and for the account of who is to run it; starts nothing.  -errno with err set: ENOENT and
 * EACCES are about the command.
 */
int launch_new(struct launch **launch, char *const argv[], const struct invoker *who,
	       struct error *err);

/*
 * Looks for the perls that it may run.  -errno with err set: ENOTSUP if it is a perl that is not supported,
 * ENOEXEC if there is no perl.
 */
int launch_find_perls(struct launch *l, struct error *err);
void launch_free(struct launch *l);

/* The perls that it may run; images may be taken out after launch_fork. */
struct found_perls *launch_perls(struct launch *l);

/* Makes the process, with its mounts, which then waits; its pid, or -errno with err set. */
pid_t launch_fork(struct launch *l, struct error *err);

/* Does it have copies of its own?  If not, why says what stood in the way. */
bool launch_is_private(const struct launch *l, struct error *why);

/* An open file of its copy of a perl, which the caller closes; -errno. */
int launch_open_copy(const struct launch *l, size_t image);

/* Lets it become the command: 0 when it has, -errno of execve with err set if it can't. */
int launch_exec(struct launch *l, struct error *err);

#endif
