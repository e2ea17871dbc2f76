/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Directories by names that others may change on the way. */
#ifndef NYTPROF_PATH_H
#define NYTPROF_PATH_H

/*
 * Opens a directory.  Symbolic links of root's, and ours, are followed as ever.  One of another user's may lead only to
 * a directory that is that user's: who can make a link decides with it where we write, but not in whose name.
 * -1 with errno: EPERM where such a link leads elsewhere; ELOOP, ENOENT, ... as open(2).
 */
int path_open_dir(const char *path);

#endif
