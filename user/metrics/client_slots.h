/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The places that clients of the metrics have.  There are few, and they go to who comes: where none is left, the
 * client that has had its place for the longest time loses it, of the address that has the most.  So neither a client that
 * is slow nor one that connects again and again keeps others out.
 */
#ifndef NYTPROF_CLIENT_SLOTS_H
#define NYTPROF_CLIENT_SLOTS_H

#include <netinet/in.h>
#include <stdint.h>

struct sockaddr;

#define PLACES_MAX 16

struct place {
	int fd;
	struct in6_addr from; /* IPv4 as IPv6 has it; of IPv6 the network */
	uint64_t nr; /* ascending */
};

struct client_slots {
	struct place all[PLACES_MAX];
	unsigned cnt;
	uint64_t nr; /* of the last one */
};

/* The connection that has lost its place to this one; -1: none has. */
int client_slots_take(struct client_slots *p, int fd, const struct sockaddr *from);

/* A connection is closed, which may have lost its place before. */
void client_slots_leave(struct client_slots *p, int fd);

#endif
