/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The connections of nytprof-bpf ctl at a recorder: each has one request and gets one reply. Nobody
 * waits for one: it has said nothing so far, or there is no room for more of its answer.
 */
#ifndef NYTPROF_CLIENTS_H
#define NYTPROF_CLIENTS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

struct epoll_event;

#define CLIENTS_MAX	 32
#define CLIENTS_LISTENER CLIENTS_MAX /* in epoll, where clients have their index */

struct client {
	int fd; /* -1: none */
	uint64_t nr; /* ascending */
	uid_t uid; /* whose it is */
	uint32_t rules; /* only group_server.c uses it */
	char *text; /* its answer; NULL: none yet */
	size_t size;
	size_t at; /* how much of it was sent */
};

struct clients {
	int epoll; /* the clients, and the socket where they connect */
	uint64_t nr; /* of the last one */
	struct client all[CLIENTS_MAX];
};

/* What is to be said is collected first. */
struct reply {
	int fd;
	FILE *to;
	char *text;
	size_t size;
};

/* Takes a request, and the descriptors that came with it (-1: none): it sets to -1 what it keeps. */
typedef void clients_answer(void *arg, const struct client *from, const char *request, int fds[2],
			    struct reply *reply);

int clients_begin(struct clients *c); /* -errno */
void clients_close(struct clients *c); /* the connections; all may begin anew */
void clients_release(struct clients *c);

int clients_listen(const struct clients *c, int fd); /* -errno */

/*
 * Takes a connection over, in a free place. If there is none, whoever has most connections loses the
 * oldest one. NULL: it can't be watched, and is closed.
 */
struct client *clients_add(struct clients *c, int connection, uid_t uid);

/* Something has happened to a client: there is a request, its end, or room for more of the answer. */
void clients_serve(struct clients *c, const struct epoll_event *ev, clients_answer *answer,
		   void *arg);

/* In a process that is there for this only.  Frees it, too. */
void reply_send(struct reply *y);

/*
 * Forks of the agent close all sockets, but for the connection of the request that they were made for.
 * Once for the agent's life.
 */
void clients_close_in_forks(void);

#endif
