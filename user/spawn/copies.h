/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Private copies of perls: a file system of our own, mounted file by file over the originals, in a mount namespace of
 * the process that is to become the command.
 *
 * A copy gives nobody a right that the original does not give.  Each has the owner, mode, access list, capabilities and label of its
 * original, and is mounted nosuid, noexec and nodev where its original is.  It is read-only everywhere: what is written
 * to a perl is refused, where it would otherwise be gone with the namespace.
 */
#ifndef NYTPROF_COPIES_H
#define NYTPROF_COPIES_H

#include <sys/types.h>

struct error;
struct found_perls;

/*
 * In a process that has no other thread.  dev: the file system that has the copies, by which whoever opens one can tell
 * that it is one.  -errno with err set; what is mounted by then stays, in the namespace.
 */
int copies_lay(const struct found_perls *perls, dev_t *dev, struct error *err);

#endif
