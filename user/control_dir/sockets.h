/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The sockets that recorders listen at: CONTROL_DIR/PID.sock for root, and GROUP_DIR/PID.sock for the
 * members of groups. A killed recorder leaves its socket behind.
 */
#ifndef NYTPROF_SOCKETS_H
#define NYTPROF_SOCKETS_H

#include <dirent.h>

struct sockaddr_un;

#define CONTROL_DIR "/run/nytprof-bpf"

/* Beside it, and not in it: what root's directory has is not for others. */
#define GROUP_DIR "/run/nytprof-bpf-group"

/* dir: one of these. */
void socket_address(struct sockaddr_un *address, const char *dir, int pid);

/* The pid of the next socket in the directory; 0: no more. */
int socket_next(DIR *dir);

/*
 * flags: SOCK_NONBLOCK or 0. -errno. Removes the socket if nobody listens and the process has
 * ended.
 */
int socket_connect(const char *dir, int pid, int flags);

/* Removes the sockets of killed recorders. */
void sockets_remove_left(const char *name);

#endif
