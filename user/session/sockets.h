/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where recorders listen: CONTROL_DIR/PID.sock, which one that was killed leaves behind. */
#ifndef NYTPROF_SOCKETS_H
#define NYTPROF_SOCKETS_H

#include <dirent.h>

struct sockaddr_un;

#define CONTROL_DIR "/run/nytprof-bpf"

void socket_address(struct sockaddr_un *address, int pid);

/* Whose socket is the next one of the directory; 0: there is none. */
int socket_next(DIR *dir);

/* flags: SOCK_NONBLOCK or 0.  -errno.  Removes the socket if nobody listens and the process has gone. */
int socket_connect(int pid, int flags);

/* The sockets of all that were killed. */
void sockets_remove_left(void);

#endif
