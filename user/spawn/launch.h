/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Starts a command so that no statement is missed and no other process pays. The command gets a
 * mount namespace of its own. In it, a private copy of each perl lies over the original, and the
 * copies are probed. Its children inherit that. Paths and $^X stay the same.
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
 * Finds the command, and the account of the user who is to run it. Starts nothing. -errno with err
 * set; ENOENT and EACCES are about the command.
 */
int launch_new(struct launch **launch, char *const argv[], const struct invoker *who,
	       struct error *err);

/*
 * Begins to look for the perls that the command may run. Workers look, and the agent can do
 * something else.
 */
void launch_seek_perls(struct launch *l);

/*
 * Finds the perls that the command may run. -errno with err set. ENOTSUP: it is a perl that is not
 * supported. ENOEXEC: there is no perl.
 */
int launch_find_perls(struct launch *l, struct error *err);
void launch_free(struct launch *l);

/* The perls that the command may run. The caller may take images out after launch_fork(). */
struct found_perls *launch_perls(struct launch *l);

/*
 * Forks the process and, for copies, sets up its mounts. The process then waits. Returns its pid,
 * or -errno with err set.
 */
pid_t launch_fork(struct launch *l, bool copies, struct error *err);

/* Does the command have private copies? If not, why says what failed. */
bool launch_is_private(const struct launch *l, struct error *why);

/* Opens the private copy of a perl. The caller closes the file. -errno. */
int launch_open_copy(const struct launch *l, size_t image);

/* Lets the process execute the command. 0, or -errno of execve with err set. */
int launch_exec(struct launch *l, struct error *err);

#endif
