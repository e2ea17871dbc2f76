/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The server of nytprof-bpf ctl with a recorder that is none: requests are obeyed in no time. */
#ifndef NYTPROF_MADE_SERVER_H
#define NYTPROF_MADE_SERVER_H

#include "session/server.c"

static struct flush flush;
static unsigned status_lines; /* of eight bytes */

struct flush *recorder_harvest(struct recorder *r)
{
	(void)r;
	return &flush;
}

struct loop *recorder_loop(struct recorder *r)
{
	(void)r;
	return NULL; /* tests take what there is themselves */
}

bool recorder_is_about(const struct recorder *r, pid_t pid)
{
	(void)r;
	return pid > 1000;
}

size_t recorder_whom(const struct recorder *r, pid_t pids[OTHERS_PIDS])
{
	(void)r;
	pids[0] = 1001;
	return 1;
}

bool recorder_owns(const struct recorder *r, pid_t pid)
{
	(void)r;
	(void)pid;
	return false;
}

bool recorder_shares(const struct recorder *r, pid_t pid)
{
	return recorder_is_about(r, pid);
}

bool recorder_is_off(const struct recorder *r)
{
	(void)r;
	return false;
}

int recorder_turn(struct recorder *r, bool on, struct error *err)
{
	(void)r;
	return on ? 0 : error_set(err, EIO, "can't be turned off");
}

int recorder_reload(struct recorder *r, struct error *err)
{
	(void)r;
	return error_set(err, EINVAL, "conf:1:1: wrong; the configuration is unchanged");
}

struct traces *recorder_traces(struct recorder *r)
{
	(void)r;
	return NULL;
}

int traces_check(const struct traces *t, pid_t pid, struct error *err)
{
	(void)t;
	return pid == 1001 ? 0 : error_set(err, EBUSY, "process %d is being traced", pid);
}

int traces_start(struct traces *t, const struct order *order, const struct trace_client *client,
		 struct error *err)
{
	int rc = traces_check(t, order->pid, err);

	if (rc)
		return rc;
	/* The descriptors are those that the client has sent. */
	dprintf(order->profile, "%s for %u ms", order->name, order->ms);
	dprintf(order->messages, "messages");
	close(client->connection);
	return 0;
}

/* What stands by answers at the connection by itself. */
static bool stands_by;

int traces_lend(struct traces *t, int connection)
{
	(void)t;
	if (!stands_by)
		return -EAGAIN;
	send(connection, "programs", 8, MSG_NOSIGNAL);
	return 0;
}

int flush_start(struct flush *h, void (*say)(const struct outputs *out, int rc, void *arg),
		void *arg, struct error *err)
{
	(void)h;
	(void)say; /* in another process, which answers */
	(void)arg;
	(void)err;
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
	fprintf(to, "/tmp/nytprof.out\n");
}

int status_describe(struct recorder *r, FILE *to, struct error *err)
{
	unsigned i;

	(void)err;
	fprintf(to, "0\nrecorder %d: %s\n", getpid(), recorder_is_off(r) ? "off" : "on");
	for (i = 0; i < status_lines; i++)
		fprintf(to, "%07u\n", i);
	return 0;
}

bool recorder_can_be_watched(const struct recorder *r)
{
	(void)r;
	return true;
}

/* Says hello to the socket that the client has sent. */
int recorder_add_watcher(struct recorder *r, int fd, const struct sight *sight, struct error *err)
{
	(void)r;
	(void)sight;
	if (send(fd, "hello", 5, MSG_NOSIGNAL | MSG_DONTWAIT) != 5)
		return error_set(err, EINVAL, "the request has no stream socket");
	close(fd);
	return 0;
}

static inline struct server *made_server(void)
{
	struct server *s = server_alloc(NULL);

	flush.drain = (struct drain *)&flush; /* not NULL, which is all that is asked */
	return s;
}

/* The client's end of a new connection. */
static inline int made_client(struct server *s)
{
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
		return -1;
	client_add(s, pair[0]);
	return pair[1];
}

#endif
