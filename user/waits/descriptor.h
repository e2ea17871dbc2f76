/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Describes a process's descriptors, locks and children, from /proc. */
#ifndef NYTPROF_DESCRIPTOR_H
#define NYTPROF_DESCRIPTOR_H

#include <stddef.h>
#include <sys/types.h>

/* "/var/lock/x", "TCP 127.0.0.1:5432", "pipe:[77] with process 12 (cat)". */
void descriptor_text(pid_t pid, int fd, char *text, size_t size);

/*
 * The holder of the file lock that the process waits for, as ", held by process 12 (perl)". "": not
 * known.
 */
void lock_holder_text(pid_t pid, char *text, size_t size);

void child_text(pid_t child, char *text, size_t size);
void children_text(pid_t pid, char *text, size_t size);

/*
 * The socket with that inode number, in the process's network namespace. "socket": its kind is not
 * known.
 */
void socket_text(pid_t pid, unsigned long ino, char *text, size_t size);

#endif
