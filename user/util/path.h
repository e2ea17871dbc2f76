/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Opens directories by names that others may change meanwhile. */
#ifndef NYTPROF_PATH_H
#define NYTPROF_PATH_H

/*
 * Opens a directory. Follows symbolic links that belong to root or to the agent's user. Another
 * user's link may lead only to a directory of the same user: whoever can make a link would decide
 * where the agent writes. -1 with errno: EPERM if a link leads elsewhere; ELOOP, ENOENT, ... as of
 * open(2).
 */
int path_open_dir(const char *path);

#endif
