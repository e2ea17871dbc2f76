// SPDX-License-Identifier: GPL-2.0-or-later
/* start, stop, flush, status, reload, trace, watch: from a socket to the recorder. */
#include "session/server.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/param.h>
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
#include "sandbox/sandbox.h"
#include "session/others.h"
#include "session/recorder.h"
#include "session/status.h"
#include "util/cleanup.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/fds.h"
#include "util/forked.h"
#include "util/loop.h"

#define PATIENCE_MS 5000 /* of a process that has nothing else to do */
#define CLIENTS_MAX 32
#define LISTENER    CLIENTS_MAX /* in epoll, where clients have their index */

/* Nobody waits for one: it has said nothing so far, or there is no room for more of its answer. */
struct client {
	int fd; /* -1: none */
	uint64_t nr; /* ascending */
	char *text; /* its answer; NULL: none yet */
	size_t size;
	size_t at; /* how much of it was sent */
};

struct server {
	int fd;
	int epoll; /* it, and the clients */
	pid_t pid; /* whose socket it is: a process that was forked must not remove it */
	struct sockaddr_un address;
	struct client clients[CLIENTS_MAX];
	uint64_t nr; /* of the last one */
	struct recorder *recorder;
};

/* The connection whose request is obeyed; -1: none. */
static int answered = -1;

/* What is to be said is collected first. */
struct reply {
	int fd;
	FILE *to;
	char *text;
	size_t size;
};

static int watch(const struct server *s, int op, int fd, uint32_t events, uint32_t index)
{
	struct epoll_event ev = { .events = events, .data.u32 = index };

	return epoll_ctl(s->epoll, op, fd, &ev) ? -errno : 0;
}

static int server_listen(struct server *s)
{
	if (mkdir(CONTROL_DIR, 0700) && errno != EEXIST)
		return -errno;
	sockets_remove_left();
	unlink(s->address.sun_path); /* of one that had this id and was killed */
	s->fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (s->fd < 0 || fchmod(s->fd, 0600) ||
	    bind(s->fd, (struct sockaddr *)&s->address, sizeof(s->address)) || listen(s->fd, 16))
		return -errno;
	s->epoll = epoll_create1(EPOLL_CLOEXEC);
	return s->epoll < 0 ? -errno : watch(s, EPOLL_CTL_ADD, s->fd, EPOLLIN, LISTENER);
}

static struct server *server_alloc(struct recorder *r)
{
	struct server *s = calloc(1, sizeof(*s));
	unsigned i;

	if (!s)
		return NULL;
	s->fd = s->epoll = -1;
	s->pid = getpid();
	s->recorder = r;
	for (i = 0; i < CLIENTS_MAX; i++)
		s->clients[i].fd = -1;
	return s;
}

static void take(void *arg);
static void close_in_child(void);

struct server *server_new(struct recorder *r)
{
	struct server *s = server_alloc(r);
	int rc;

	if (!s)
		return NULL;
	socket_address(&s->address, s->pid);
	rc = server_listen(s);
	rc = rc ?: loop_add_fd(recorder_loop(r), s->epoll, take, s);
	if (!rc) {
		forked_add(close_in_child);
		return s;
	}
	log_verbose("nytprof-bpf ctl can't reach this recording: %s: %s", s->address.sun_path,
		    strerror(-rc));
	server_free(s);
	return NULL;
}

/* A flush may keep it open in another process: closing it here would not end its notices. */
static void client_close(const struct server *s, struct client *c)
{
	if (c->fd >= 0)
		epoll_ctl(s->epoll, EPOLL_CTL_DEL, c->fd, NULL);
	close_fd(&c->fd);
	free(c->text);
	*c = (struct client){ .fd = -1 };
}

void server_free(struct server *s)
{
	unsigned i;

	if (!s)
		return;
	for (i = 0; i < CLIENTS_MAX; i++)
		client_close(s, &s->clients[i]);
	if (s->fd >= 0 && s->pid == getpid())
		unlink(s->address.sun_path);
	close_fd(&s->fd);
	close_fd(&s->epoll);
	free(s);
}

/* stderr may be one, too: the journal's. */
static void close_if_socket(int fd, const char *kind, void *arg)
{
	(void)arg;
	if (fd > STDERR_FILENO && fd != answered && fd != sandbox_socket() &&
	    !strncmp(kind, "socket:", 7))
		close(fd);
}

/*
 * All but the one of the request that it was forked for.  Else who connected there would wait for its end, and nobody
 * else could listen where the recorder does.
 */
static void close_in_child(void)
{
	fds_each(close_if_socket, NULL);
}

/* ----------------------------------------------------------------------- requests */

/* In a process that is there for this only.  Frees it, too. */
static void reply_send(struct reply *y)
{
	uint64_t end = mono_ns() + PATIENCE_MS * 1000000ull, now;
	struct pollfd room = { .fd = y->fd, .events = POLLOUT };
	size_t at = 0;
	ssize_t sent;
	int lost = fclose(y->to);

	while (!lost && at < y->size) {
		sent = send(y->fd, y->text + at, MIN(y->size - at, (size_t)CONTROL_PART),
			    MSG_NOSIGNAL | MSG_DONTWAIT);
		now = mono_ns();
		if (sent > 0)
			at += (size_t)sent;
		else if (errno == EAGAIN && now < end)
			poll(&room, 1, (int)((end - now) / 1000000) + 1);
		else
			lost = errno;
	}
	if (lost == EAGAIN)
		log_warning("ctl: a client did not read its whole reply");
	free(y->text);
}

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

/* "watch": takes over the first descriptor. */
static int let_watch(struct recorder *r, int fds[2], struct reply *reply, struct error *err)
{
	int rc = recorder_harvest(r)->drain ? recorder_add_watcher(r, fds[0], err) :
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

static void answer(struct recorder *r, const char *request, int fds[2], struct reply *reply)
{
	char verb[16] = "";
	struct error err;
	int pid = 0, end = 0;

	if (sscanf(request, "%15s %n%d", verb, &end, &pid) < 1 ||
	    hear(r, reply->fd, verb, request + end))
		return;
	if (pid && !recorder_is_about(r, pid))
		fprintf(reply->to, "2\n");
	else if (obey_with(r, verb, request + end, pid, fds, reply, &err))
		fprintf(reply->to, "1\n%s\n", err.text);
}

/* A place for one more: a free one, or that of who has been there the longest. */
static struct client *client_place(struct server *s)
{
	struct client *oldest = s->clients, *c;

	for (c = s->clients; c < s->clients + CLIENTS_MAX; c++) {
		if (c->fd < 0)
			return c;
		if (c->nr < oldest->nr)
			oldest = c;
	}
	if (oldest->text)
		log_warning("ctl: a client did not read its whole reply");
	client_close(s, oldest);
	return oldest;
}

static void client_add(struct server *s, int connection)
{
	int fd __cleanup(close_fd) = connection;
	struct client *c;

	if (fd < 0 || !is_allowed(fd))
		return;
	c = client_place(s);
	if (watch(s, EPOLL_CTL_ADD, fd, EPOLLIN, (uint32_t)(c - s->clients)))
		return;
	c->fd = take_fd(&fd);
	c->nr = ++s->nr;
}

/* As much as there is room for. */
static void client_send(const struct server *s, struct client *c)
{
	ssize_t sent = 0;

	while (c->at < c->size && sent >= 0) {
		sent = send(c->fd, c->text + c->at, MIN(c->size - c->at, (size_t)CONTROL_PART),
			    MSG_NOSIGNAL | MSG_DONTWAIT);
		c->at += sent > 0 ? (size_t)sent : 0;
	}
	if (c->at == c->size || errno != EAGAIN ||
	    watch(s, EPOLL_CTL_MOD, c->fd, EPOLLOUT, (uint32_t)(c - s->clients)))
		client_close(s, c);
}

/* A request, and the descriptors that came with it; -1: none. */
static ssize_t receive(int from, char request[CONTROL_REQUEST], int fds[2])
{
	union {
		struct cmsghdr align;
		char room[CMSG_SPACE(2 * sizeof(int))];
	} with;
	struct iovec text = { request, CONTROL_REQUEST };
	struct msghdr msg = { .msg_iov = &text,
			      .msg_iovlen = 1,
			      .msg_control = with.room,
			      .msg_controllen = sizeof(with.room) };
	ssize_t got = recvmsg(from, &msg, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
	const struct cmsghdr *c = got < 0 ? NULL : CMSG_FIRSTHDR(&msg);

	fds[0] = fds[1] = -1;
	if (c && c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS)
		memcpy(fds, CMSG_DATA(c), MIN(c->cmsg_len - CMSG_LEN(0), 2 * sizeof(int)));
	return got;
}

/* There is a request, or its end. */
static void client_answer(const struct server *s, struct client *c)
{
	char request[CONTROL_REQUEST + 1] = "";
	int fds[2];
	ssize_t got = receive(c->fd, request, fds);
	struct reply reply = { .fd = c->fd };

	if (got < 0 && errno == EAGAIN)
		return; /* that was for who had this place before */
	if (got > 0 && (reply.to = open_memstream(&reply.text, &reply.size))) {
		answered = c->fd;
		answer(s->recorder, request, fds, &reply);
		answered = -1;
		if (fclose(reply.to))
			reply.size = 0;
	}
	close_fd(&fds[0]);
	close_fd(&fds[1]);
	c->text = reply.text;
	c->size = reply.size;
	client_send(s, c);
}

static void take(void *arg)
{
	struct server *s = arg;
	struct epoll_event evs[8];
	int cnt = epoll_wait(s->epoll, evs, 8, 0), i;

	for (i = 0; i < cnt; i++) {
		struct client *c = &s->clients[evs[i].data.u32 % CLIENTS_MAX];

		if (evs[i].data.u32 == LISTENER)
			client_add(s, accept4(s->fd, NULL, NULL, SOCK_CLOEXEC));
		else if (c->text)
			client_send(s, c);
		else if (c->fd >= 0)
			client_answer(s, c);
	}
}
