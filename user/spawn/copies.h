/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Private copies of perls: a file system of the agent, mounted file by file over the originals, in
 * a mount namespace of the process that will become the command.
 *
 * A copy gives nobody a right that the original does not give. It has the owner, mode, access list,
 * capabilities and label of its original, and is mounted nosuid, noexec and nodev where its
 * original is. Its code differs where the image has stubs. All copies are read-only: a write to a
 * perl fails, as it would otherwise be lost with the namespace.
 */
#ifndef NYTPROF_COPIES_H
#define NYTPROF_COPIES_H

#include <sys/types.h>

struct error;
struct found_perls;

/*
 * Mounts the copies. The process must have a single thread. dev: the file system of the copies, by
 * which an opened file can be recognized as a copy. -errno with err set; what is mounted by then
 * stays in the namespace.
 */
int copies_lay(const struct found_perls *perls, dev_t *dev, struct error *err);

#endif
