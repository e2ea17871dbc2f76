/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The sockets that recorders listen at: CONTROL_DIR/PID.sock. A killed recorder leaves its socket
 * behind.
 */
#ifndef NYTPROF_SOCKETS_H
#define NYTPROF_SOCKETS_H

#include <dirent.h>

struct sockaddr_un;

#define CONTROL_DIR "/run/nytprof-bpf"

void socket_address(struct sockaddr_un *address, int pid);

/* The pid of the next socket in the directory; 0: no more. */
int socket_next(DIR *dir);

/*
 * flags: SOCK_NONBLOCK or 0. -errno. Removes the socket if nobody listens and the process has
 * ended.
 */
int socket_connect(int pid, int flags);

/* Removes the sockets of killed recorders. */
void sockets_remove_left(void);

#endif
