// SPDX-License-Identifier: GPL-2.0-or-later
#include "session/clients.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/param.h>
#include <sys/socket.h>
#include <unistd.h>

#include "log/log.h"
#include "sandbox/sandbox.h"
#include "session/server.h"
#include "util/cleanup.h"
#include "util/clock.h"
#include "util/fds.h"
#include "util/forked.h"

#define PATIENCE_MS 5000 /* of a process that has nothing else to do */

/* The connection whose request is obeyed; -1: none. */
static int answered = -1;

static int watch(const struct clients *c, int op, int fd, uint32_t events, uint32_t index)
{
	struct epoll_event ev = { .events = events, .data.u32 = index };

	return epoll_ctl(c->epoll, op, fd, &ev) ? -errno : 0;
}

int clients_begin(struct clients *c)
{
	unsigned i;

	for (i = 0; i < CLIENTS_MAX; i++)
		c->all[i] = (struct client){ .fd = -1 };
	c->epoll = epoll_create1(EPOLL_CLOEXEC);
	return c->epoll < 0 ? -errno : 0;
}

int clients_listen(const struct clients *c, int fd)
{
	return watch(c, EPOLL_CTL_ADD, fd, EPOLLIN, CLIENTS_LISTENER);
}

/* A flush may keep it open in another process: closing it here would not end its notices. */
static void client_close(const struct clients *c, struct client *one)
{
	if (one->fd >= 0)
		epoll_ctl(c->epoll, EPOLL_CTL_DEL, one->fd, NULL);
	close_fd(&one->fd);
	free(one->text);
	*one = (struct client){ .fd = -1 };
}

void clients_close(struct clients *c)
{
	unsigned i;

	for (i = 0; i < CLIENTS_MAX; i++)
		client_close(c, &c->all[i]);
}

void clients_release(struct clients *c)
{
	clients_close(c);
	close_fd(&c->epoll);
}

static unsigned connections_of(const struct clients *c, uid_t uid)
{
	unsigned i, cnt = 0;

	for (i = 0; i < CLIENTS_MAX; i++)
		cnt += c->all[i].uid == uid;
	return cnt;
}

/* All places are taken. */
static struct client *most_in_the_way(struct clients *c)
{
	unsigned cnt, most = 0;
	struct client *one, *found = c->all;

	for (one = c->all; one < c->all + CLIENTS_MAX; one++) {
		cnt = connections_of(c, one->uid);
		if (cnt > most || (cnt == most && one->nr < found->nr)) {
			most = cnt;
			found = one;
		}
	}
	return found;
}

static struct client *client_place(struct clients *c)
{
	struct client *one;

	for (one = c->all; one < c->all + CLIENTS_MAX; one++) {
		if (one->fd < 0)
			return one;
	}
	one = most_in_the_way(c);
	if (one->text)
		log_warning("ctl: a client did not read its whole reply");
	client_close(c, one);
	return one;
}

struct client *clients_add(struct clients *c, int connection, uid_t uid)
{
	int fd __cleanup(close_fd) = connection;
	struct client *one = client_place(c);

	if (watch(c, EPOLL_CTL_ADD, fd, EPOLLIN, (uint32_t)(one - c->all)))
		return NULL;
	one->fd = take_fd(&fd);
	one->nr = ++c->nr;
	one->uid = uid;
	return one;
}

/* As much as there is room for. */
static void client_send(const struct clients *c, struct client *one)
{
	ssize_t sent = 0;

	while (one->at < one->size && sent >= 0) {
		sent = send(one->fd, one->text + one->at,
			    MIN(one->size - one->at, (size_t)CONTROL_PART),
			    MSG_NOSIGNAL | MSG_DONTWAIT);
		one->at += sent > 0 ? (size_t)sent : 0;
	}
	if (one->at == one->size || errno != EAGAIN ||
	    watch(c, EPOLL_CTL_MOD, one->fd, EPOLLOUT, (uint32_t)(one - c->all)))
		client_close(c, one);
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
static void client_answer(const struct clients *c, struct client *one, clients_answer *answer,
			  void *arg)
{
	char request[CONTROL_REQUEST + 1] = "";
	int fds[2];
	ssize_t got = receive(one->fd, request, fds);
	struct reply reply = { .fd = one->fd };

	if (got < 0 && errno == EAGAIN)
		return; /* that was for who had this place before */
	if (got > 0 && (reply.to = open_memstream(&reply.text, &reply.size))) {
		answered = one->fd;
		answer(arg, one, request, fds, &reply);
		answered = -1;
		if (fclose(reply.to))
			reply.size = 0;
	}
	close_fd(&fds[0]);
	close_fd(&fds[1]);
	one->text = reply.text;
	one->size = reply.size;
	client_send(c, one);
}

void clients_serve(struct clients *c, const struct epoll_event *ev, clients_answer *answer,
		   void *arg)
{
	struct client *one = &c->all[ev->data.u32 % CLIENTS_MAX];

	if (one->text)
		client_send(c, one);
	else if (one->fd >= 0)
		client_answer(c, one, answer, arg);
}

void reply_send(struct reply *y)
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

/* stderr may be one, too: the journal's. */
static void close_if_socket(int fd, const char *kind, void *arg)
{
	(void)arg;
	if (fd > STDERR_FILENO && fd != answered && fd != sandbox_socket() &&
	    !strncmp(kind, "socket:", 7))
		close(fd);
}

/*
 * Else who connected there would wait for its end, and nobody else could listen where the recorder does.
 */
static void close_in_fork(void)
{
	fds_each(close_if_socket, NULL);
}

void clients_close_in_forks(void)
{
	forked_add(close_in_fork);
}
