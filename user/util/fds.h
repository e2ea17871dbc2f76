/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Our own open files. */
#ifndef NYTPROF_FDS_H
#define NYTPROF_FDS_H

/*
 * Each of them, with what /proc/self/fd says that it is: a path, or a kind like
 * anon_inode:bpf-map.  One pass: there may be thousands.  visit may close it.
 */
void fds_each(void (*visit)(int fd, const char *kind, void *arg), void *arg);

/*
 * Where stdin, stdout or stderr are closed, something takes their places, or the first files that are opened would:
 * messages would be written into a profile.  A command has them closed, as ever.
 */
void fds_fill_standard(void);

#endif
