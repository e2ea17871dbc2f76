/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Open files, most of all the agent's own. */
#ifndef NYTPROF_FDS_H
#define NYTPROF_FDS_H

#include <stdbool.h>

/*
 * Visits each of them. kind is what /proc/self/fd shows: a path, or a kind like anon_inode:bpf-map.
 * It is one pass, as there may be thousands. visit may close the file.
 */
void fds_each(void (*visit)(int fd, const char *kind, void *arg), void *arg);

/*
 * Opens /dev/null for stdin, stdout or stderr if they are closed. Otherwise the first opened files
 * would get their numbers, and messages would go into a profile. A command gets them closed, as
 * before.
 */
void fds_fill_standard(void);

/*
 * Does a program serve the file (FUSE)? Who reads it may wait for that program for ever. Also true if it
 * can't be told. fd: may be O_PATH.
 */
bool fd_is_served(int fd);

#endif
