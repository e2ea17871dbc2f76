/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A socket that root and the members of some groups can connect to, and the kernel lets nobody else. */
#ifndef NYTPROF_GROUP_SOCKET_H
#define NYTPROF_GROUP_SOCKET_H

#include <stddef.h>
#include <sys/types.h>

struct error;
struct sockaddr_un;

#define SOCKET_GROUPS_MAX 32

/*
 * Listens there, in GROUP_DIR, which it makes if need be: all users can list it. A group may be named
 * twice. Returns the descriptor, or -errno with err set.
 */
int group_socket_listen(const struct sockaddr_un *address, const gid_t *groups, size_t cnt,
			struct error *err);

#endif
