// SPDX-License-Identifier: GPL-2.0-or-later
/* start, stop, flush, status, reload, trace, watch: from a socket to the recorder. */
#include "session/server.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "control_dir/sockets.h"
#include "drain/drain.h"
#include "log/log.h"
#include "ondemand/order.h"
#include "ondemand/traces.h"
#include "output/flush.h"
#include "output/outputs.h"
#include "session/clients.h"
#include "session/others.h"
#include "session/recorder.h"
#include "session/status.h"
#include "util/cleanup.h"
#include "util/error.h"
#include "util/loop.h"

struct server {
	int fd;
	pid_t pid; /* whose socket it is: a process that was forked must not remove it */
	struct sockaddr_un address;
	struct clients clients;
	struct recorder *recorder;
};

static int server_listen(struct server *s)
{
	if (mkdir(CONTROL_DIR, 0700) && errno != EEXIST)
		return -errno;
	sockets_remove_left(CONTROL_DIR);
	unlink(s->address.sun_path); /* of one that had this id and was killed */
	s->fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (s->fd < 0 || fchmod(s->fd, 0600) ||
	    bind(s->fd, (struct sockaddr *)&s->address, sizeof(s->address)) || listen(s->fd, 16))
		return -errno;
	return clients_listen(&s->clients, s->fd);
}

static struct server *server_alloc(struct recorder *r)
{
	struct server *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->fd = -1;
	s->pid = getpid();
	s->recorder = r;
	if (!clients_begin(&s->clients))
		return s;
	free(s);
	return NULL;
}

static void take(void *arg);

struct server *server_new(struct recorder *r)
{
	struct server *s = server_alloc(r);
	int rc;

	if (!s)
		return NULL;
	socket_address(&s->address, CONTROL_DIR, s->pid);
	rc = server_listen(s);
	rc = rc ?: loop_add_fd(recorder_loop(r), s->clients.epoll, take, s);
	if (!rc) {
		clients_close_in_forks();
		return s;
	}
	log_verbose("nytprof-bpf ctl can't reach this recording: %s: %s", s->address.sun_path,
		    strerror(-rc));
	server_free(s);
	return NULL;
}

void server_free(struct server *s)
{
	if (!s)
		return;
	if (s->fd >= 0 && s->pid == getpid())
		unlink(s->address.sun_path);
	close_fd(&s->fd);
	clients_release(&s->clients);
	free(s);
}

/* ----------------------------------------------------------------------- requests */

static void say_files(const struct outputs *out, int rc, void *arg)
{
	struct reply *reply = arg;
	FILE *to = reply->to;

	fprintf(to, "%d\n", rc ? 1 : 0);
	if (rc)
		fprintf(to, "some profiles could not be written: see the recorder's messages\n");
	if (!rc && !outputs_cnt(out))
		fprintf(to, "nothing is recorded so far\n");
	outputs_print_files(out, to);
	reply_send(reply);
}

static int obey(struct recorder *r, const char *verb, pid_t pid, struct reply *reply,
		struct error *err)
{
	int rc;

	if (!strcmp(verb, "reload")) {
		rc = recorder_reload(r, err);
		if (!rc)
			fprintf(reply->to, "0\nrecorder %d: reloaded the configuration\n",
				getpid());
		return rc;
	}
	if (!recorder_harvest(r)->drain) /* with --all, on a host without a perl */
		return error_set(err, ENODATA, "no perl has run yet");
	if (!strcmp(verb, "watches")) {
		fprintf(reply->to, recorder_can_be_watched(r) ? "0\n" : "2\n");
		return 0;
	}
	if (!strcmp(verb, "traces")) {
		rc = traces_check(recorder_traces(r), pid, err);
		if (!rc)
			fprintf(reply->to, "0\n");
		return rc;
	}
	if (!strcmp(verb, "flush"))
		return flush_start(recorder_harvest(r), say_files, reply, err);
	if (!strcmp(verb, "start") || !strcmp(verb, "stop"))
		rc = recorder_turn(r, !strcmp(verb, "start"), err);
	else if (!strcmp(verb, "status"))
		rc = 0;
	else
		return error_set(err, EINVAL, "unknown request \"%s\"", verb);
	if (rc)
		return rc;
	return status_describe(r, reply->to, err);
}

static bool peer_of(int fd, struct ucred *peer)
{
	socklen_t len = sizeof(*peer);

	return !getsockopt(fd, SOL_SOCKET, SO_PEERCRED, peer, &len);
}

/* Whoever may connect is root already; this is the second lock. */
static bool is_allowed(int fd)
{
	struct ucred peer;

	return peer_of(fd, &peer) && (peer.uid == 0 || peer.uid == geteuid());
}

/* A word of another recorder; false: it is none. */
static bool hear(struct recorder *r, int fd, const char *word, const char *list)
{
	pid_t pids[OTHERS_PIDS];
	size_t cnt, i = 0;
	struct ucred peer;

	if (!peer_of(fd, &peer))
		return false;
	cnt = others_parse(list, pids);
	if (!strcmp(word, "whom")) {
		others_tell_one(peer.pid, "join", pids, recorder_whom(r, pids));
	} else if (!strcmp(word, "join")) {
		while (i < cnt && !recorder_shares(r, pids[i]))
			i++;
		if (i == cnt || recorder_owns(r, peer.pid))
			return true;
		others_warn(peer.pid, pids[i]);
		others_tell_one(peer.pid, "joined", &pids[i], 1);
	} else if (!strcmp(word, "joined") && cnt) {
		others_warn(peer.pid, pids[0]);
	} else {
		return false;
	}
	return true;
}

/* "trace": takes a copy of the connection, which gets its reply from traces.c. */
static int trace(struct recorder *r, const char *text, const int fds[2], int connection,
		 struct error *err)
{
	struct order order;
	struct trace_client client = {};
	int rc = order_parse(text, &order, err);

	if (rc)
		return rc;
	if (fds[0] < 0 || fds[1] < 0)
		return error_set(err, EINVAL, "the request has no descriptors");
	if (!recorder_harvest(r)->drain || !recorder_is_about(r, order.pid))
		return error_set(err, ESRCH, "process %d is not recorded", order.pid);
	order.profile = fds[0];
	order.messages = fds[1];
	client.connection = fcntl(connection, F_DUPFD_CLOEXEC, 0);
	if (client.connection < 0)
		return error_set(err, errno, "can't keep the connection: %s", strerror(errno));
	rc = traces_start(recorder_traces(r), &order, &client, err);
	if (rc)
		close(client.connection);
	return rc;
}

/* "lend": the answer comes from the tracer that stands by. */
static void lend(struct recorder *r, struct reply *reply)
{
	if (traces_lend(recorder_traces(r), reply->fd))
		fprintf(reply->to, "2\n");
}

/* "watch": takes over the first descriptor. */
static int let_watch(struct recorder *r, int fds[2], struct reply *reply, struct error *err)
{
	int rc = recorder_harvest(r)->drain ? recorder_add_watcher(r, fds[0], NULL, err) :
					      error_set(err, ENODATA, "no perl has run yet");

	if (rc)
		return rc;
	fds[0] = -1;
	fprintf(reply->to, "0\n");
	return 0;
}

static int obey_with(struct recorder *r, const char *verb, const char *rest, pid_t pid, int fds[2],
		     struct reply *reply, struct error *err)
{
	if (!strcmp(verb, "trace"))
		return trace(r, rest, fds, reply->fd, err);
	if (!strcmp(verb, "watch"))
		return let_watch(r, fds, reply, err);
	return obey(r, verb, pid, reply, err);
}

static void answer(void *arg, const struct client *from, const char *request, int fds[2],
		   struct reply *reply)
{
	struct recorder *r = arg;
	char verb[16] = "";
	struct error err;
	int pid = 0, end = 0;

	(void)from;
	if (sscanf(request, "%15s %n%d", verb, &end, &pid) < 1 ||
	    hear(r, reply->fd, verb, request + end))
		return;
	if (!strcmp(verb, "lend")) {
		lend(r, reply);
		return;
	}
	if (pid && !recorder_is_about(r, pid))
		fprintf(reply->to, "2\n");
	else if (obey_with(r, verb, request + end, pid, fds, reply, &err))
		fprintf(reply->to, "1\n%s\n", err.text);
}

static void client_add(struct server *s, int connection)
{
	if (connection >= 0 && !is_allowed(connection))
		close(connection);
	else if (connection >= 0)
		clients_add(&s->clients, connection, 0);
}

static void take(void *arg)
{
	struct server *s = arg;
	struct epoll_event evs[8];
	int cnt = epoll_wait(s->clients.epoll, evs, 8, 0), i;

	for (i = 0; i < cnt; i++) {
		if (evs[i].data.u32 == CLIENTS_LISTENER)
			client_add(s, accept4(s->fd, NULL, NULL, SOCK_CLOEXEC));
		else
			clients_serve(&s->clients, &evs[i], answer, s->recorder);
	}
}
