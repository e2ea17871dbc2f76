/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The limited number of connections of metrics clients. A new client always gets one. If none is
 * free, the address with the most connections loses its oldest one. So neither a slow client nor
 * one that connects again and again keeps others out.
 */
#ifndef NYTPROF_CLIENT_SLOTS_H
#define NYTPROF_CLIENT_SLOTS_H

#include <netinet/in.h>
#include <stdint.h>

struct sockaddr;

#define PLACES_MAX 16

struct place {
	int fd;
	struct in6_addr from; /* IPv4 mapped to IPv6; of IPv6 the network only */
	uint64_t nr; /* ascending */
};

struct client_slots {
	struct place all[PLACES_MAX];
	unsigned cnt;
	uint64_t nr; /* of the newest one */
};

/* Returns the connection that loses its place to the new one; -1: none. */
int client_slots_take(struct client_slots *p, int fd, const struct sockaddr *from);

/* A connection is closed. It may have lost its place before. */
void client_slots_leave(struct client_slots *p, int fd);

#endif
