/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The server of ctl for groups, with a recorder that is none, and two processes: 1001 of shop, 1002 of mail. */
#ifndef NYTPROF_MADE_GROUP_SERVER_H
#define NYTPROF_MADE_GROUP_SERVER_H

#include "session/group_server.c"
#include "session/server.h"

#define SHOP 1u /* rules */
#define MAIL 2u

static struct options options;
static struct flush flush_of_none;
static struct tracee shop = { .tgid = 1001, .cgroup = (char *)"/system.slice/shop.service" },
		     mail = { .tgid = 1002, .cgroup = (char *)"/system.slice/mail.service" };

struct flush *recorder_harvest(struct recorder *r)
{
	(void)r;
	return &flush_of_none;
}

struct loop *recorder_loop(struct recorder *r)
{
	(void)r;
	return NULL;
}

struct tracee *drain_tracees(struct drain *d)
{
	(void)d;
	return &shop;
}

int flush_update(struct flush *h, struct error *err)
{
	(void)h;
	(void)err;
	return 0;
}

/* Writes to the client which processes are chosen. */
int flush_start_some(struct flush *h, const struct flush_choice *choice,
		     void (*say)(const struct outputs *out, int rc, void *arg), void *arg,
		     struct error *err)
{
	struct reply *reply = arg;
	const struct tracee *t;

	(void)h;
	(void)say; /* in another process, which answers */
	(void)err;
	fputs("0\n", reply->to);
	for (t = &shop; t; t = t->next) {
		if (choice->has(t, choice->arg))
			fprintf(reply->to, "%u\n", t->tgid);
	}
	return 0;
}

unsigned outputs_cnt(const struct outputs *out)
{
	(void)out;
	return 1;
}

void outputs_print_files(const struct outputs *out, FILE *to)
{
	(void)out;
	(void)to;
}

int status_describe_some(struct recorder *r, const struct sight *sight, FILE *to, struct error *err)
{
	const struct tracee *t;

	(void)r;
	(void)err;
	fputs("0\n", to);
	for (t = &shop; t; t = t->next) {
		if (sight_has(sight, t))
			fprintf(to, "%u\n", t->tgid);
	}
	return 0;
}

bool recorder_can_be_watched(const struct recorder *r)
{
	(void)r;
	return true;
}

int recorder_add_watcher(struct recorder *r, int fd, const struct sight *sight, struct error *err)
{
	(void)r;
	if (fd < 0 || !sight)
		return error_set(err, EINVAL, "the request has no stream socket");
	close(fd);
	return 0;
}

static inline struct group_server *made_group_server(void)
{
	struct group_server *g = calloc(1, sizeof(*g));
	struct error err;

	shop.next = &mail;
	flush_of_none.drain =
		(struct drain *)&flush_of_none; /* not NULL, which is all that is asked */
	if (!g || clients_begin(&g->clients) ||
	    readers_parse(&options.all.readers, "shop:1,mail:2", &err))
		return NULL;
	g->options = &options;
	/* It listens to nobody, but has a descriptor that says so. */
	g->fd = dup(STDERR_FILENO);
	return g;
}

/* The client's end of a new connection of who has these rules. */
static inline int made_guest(struct group_server *g, uint32_t rules)
{
	struct client *client;
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
		return -1;
	client = clients_add(&g->clients, pair[0], 54321);
	if (client)
		client->rules = rules;
	return pair[1];
}

#endif
