/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The socket of --listen: of an IP address or of a path. */
#ifndef NYTPROF_LISTEN_H
#define NYTPROF_LISTEN_H

#include <stddef.h>
#include <sys/socket.h>

struct error;

/*
 * Returns the socket, or -errno with err set. A path gets the mode 0600; a socket that nobody
 * listens at any more is replaced.
 */
int listen_open(const struct sockaddr *address, socklen_t len, struct error *err);

/* What the socket is bound to, for people: 127.0.0.1:9811, [::1]:9811, unix:/path. */
void listen_address(int fd, char *text, size_t size);

void listen_remove(int fd); /* the path, if it has one; before the socket is closed */

#endif
