// SPDX-License-Identifier: GPL-2.0-or-later
/* Both ends of the socket that carries the order, with its descriptors. */
#include "ondemand/standby.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "log/log.h"
#include "ondemand/order.h"
#include "ondemand/tracer.h"
#include "util/cleanup.h"
#include "util/clock.h"
#include "util/error.h"

#define ORDER_TEXT (ORDER_NAME + 64)
#define AGAIN_NS   (60 * 1000000000ull) /* after one that has ended by itself */

struct standby {
	pid_t pid; /* 0: none waits */
	int to; /* the socket; -1: none */
	uint64_t not_before_ns;
};

/* Room for two descriptors beside a message. */
struct with_fds {
	union {
		struct cmsghdr align;
		char room[CMSG_SPACE(2 * sizeof(int))];
	} control;
	char text[ORDER_TEXT];
	struct iovec all;
	struct msghdr msg;
};

static void with_fds_init(struct with_fds *w)
{
	memset(w, 0, sizeof(*w));
	w->all = (struct iovec){ w->text, sizeof(w->text) - 1 };
	w->msg = (struct msghdr){ .msg_iov = &w->all,
				  .msg_iovlen = 1,
				  .msg_control = w->control.room,
				  .msg_controllen = sizeof(w->control.room) };
}

/* ------------------------------------------------------------------- the recorder */

struct standby *standby_new(void)
{
	struct standby *s = calloc(1, sizeof(*s));

	if (s)
		s->to = -1;
	return s;
}

/* It has nothing to write. */
static void end(struct standby *s)
{
	close_fd(&s->to);
	s->to = -1;
	if (!s->pid)
		return;
	kill(s->pid, SIGKILL);
	waitpid(s->pid, NULL, 0);
	s->pid = 0;
}

void standby_free(struct standby *s)
{
	if (!s)
		return;
	end(s);
	free(s);
}

static bool has_ended(const struct standby *s)
{
	return waitpid(s->pid, NULL, WNOHANG) == s->pid;
}

static void start(struct standby *s, pid_t like, const struct nytprof_options *options)
{
	int nothing __cleanup(close_fd) = open("/dev/null", O_WRONLY | O_CLOEXEC);
	struct order order = { .pid = like,
			       .ms = 1,
			       .owner = -1,
			       .level = LOG_LEVEL_QUIET,
			       .name = "standby",
			       .profile = nothing,
			       .messages = nothing };
	int ends[2];
	struct error err;
	pid_t pid;

	if (nothing < 0 || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
		return;
	pid = tracer_start(&order, ends[1], options, &err);
	close(ends[1]);
	if (pid < 0) {
		log_verbose("no tracer stands by: %s", err.text);
		close(ends[0]);
		return;
	}
	s->pid = pid;
	s->to = ends[0];
}

void standby_keep(struct standby *s, pid_t like, uint64_t not_before_ns,
		  const struct nytprof_options *options)
{
	const uint64_t now_ns = mono_ns();
	char ready;

	if (s->pid && has_ended(s)) {
		s->pid = 0;
		end(s);
		s->not_before_ns = now_ns + AGAIN_NS;
	} else if (s->pid && recv(s->to, &ready, 1, MSG_DONTWAIT) == 1) {
		log_verbose("a tracer stands by (process %d)", s->pid);
	}
	if (s->pid || !like || now_ns < not_before_ns || now_ns < s->not_before_ns)
		return;
	s->not_before_ns = now_ns + AGAIN_NS; /* if it can't be started */
	start(s, like, options);
	if (s->pid)
		s->not_before_ns = 0;
}

static int send_order(int to, const struct order *order)
{
	const int fds[2] = { order->profile,
			     order->messages < 0 ? STDERR_FILENO : order->messages };
	struct with_fds w;
	struct cmsghdr *head;

	with_fds_init(&w);
	w.all.iov_len = (size_t)order_print(order, w.text, sizeof(w.text));
	head = CMSG_FIRSTHDR(&w.msg);
	head->cmsg_level = SOL_SOCKET;
	head->cmsg_type = SCM_RIGHTS;
	head->cmsg_len = CMSG_LEN(sizeof(fds));
	memcpy(CMSG_DATA(head), fds, sizeof(fds));
	return sendmsg(to, &w.msg, MSG_NOSIGNAL | MSG_DONTWAIT) < 0 ? -errno : 0;
}

pid_t standby_take(struct standby *s, const struct order *order)
{
	pid_t pid = s->pid;

	if (!pid)
		return 0;
	if (has_ended(s)) {
		s->pid = 0;
		end(s);
		return 0;
	}
	if (send_order(s->to, order)) {
		end(s);
		return 0;
	}
	close_fd(&s->to);
	s->to = -1;
	s->pid = 0;
	return pid;
}

/* --------------------------------------------------------------------- the tracer */

static int take_order(const struct with_fds *w, struct order *order, struct error *err)
{
	struct cmsghdr *head = CMSG_FIRSTHDR(&w->msg);
	int fds[2];

	if (order_parse(w->text, order, err))
		return -EINVAL;
	if (!head || head->cmsg_type != SCM_RIGHTS || head->cmsg_len != CMSG_LEN(sizeof(fds)))
		return error_set(err, EINVAL, "the order has no descriptors");
	memcpy(fds, CMSG_DATA(head), sizeof(fds));
	if (dup2(fds[0], STDOUT_FILENO) < 0 || dup2(fds[1], STDERR_FILENO) < 0)
		return error_set(err, errno, "can't write: %s", strerror(errno));
	close(fds[0]);
	close(fds[1]);
	return 0;
}

int standby_receive(struct order *order, struct error *err)
{
	struct with_fds w;
	ssize_t got;

	with_fds_init(&w);
	send(STDIN_FILENO, "", 1, MSG_NOSIGNAL | MSG_DONTWAIT); /* ready */
	do {
		got = recvmsg(STDIN_FILENO, &w.msg, MSG_CMSG_CLOEXEC);
	} while (got < 0 && errno == EINTR);
	return got > 0 ? take_order(&w, order, err) :
			 error_set(err, ECANCELED, "there is no order");
}
