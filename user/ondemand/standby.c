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

#include "control_dir/lender.h"
#include "log/log.h"
#include "ondemand/order.h"
#include "ondemand/tracer.h"
#include "util/cleanup.h"
#include "util/clock.h"
#include "util/error.h"

#define ORDER_TEXT (ORDER_NAME + 64)
#define AGAIN_NS   (60 * 1000000000ull) /* after one that has ended by itself */
#define LENT_NS	   1000000000ull /* after one whose programs were taken: they are about to be used */
#define STALE_NS   (3600 * 1000000000ull) /* its prices are of another time (measurements.h) */
#define LEND	   "lend" /* in place of an order */

struct standby {
	pid_t pid; /* 0: none waits */
	int to; /* the socket; -1: none */
	bool ready; /* its programs are loaded, and it waits */
	bool lends; /* it offers them, and has not had an answer */
	uint64_t since_ns; /* it was started */
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

/* It is not the recorder's any more. */
static void let_go(struct standby *s)
{
	close_fd(&s->to);
	s->to = -1;
	s->lends = false;
	if (s->ready)
		lender_withdraw();
	s->ready = false;
}

/* It has nothing to write. */
static void end(struct standby *s)
{
	let_go(s);
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

/* It has loaded its programs, or nobody has taken them. */
static void get_ready(struct standby *s)
{
	if (!s->lends)
		log_verbose("a tracer stands by (process %d)", s->pid);
	s->lends = false;
	s->ready = true;
	lender_announce();
}

/* By itself. */
static void has_left(struct standby *s, uint64_t now_ns)
{
	const uint64_t wait_ns = s->lends ? LENT_NS : AGAIN_NS;

	if (s->lends)
		log_verbose("process %d has given its programs to another agent", s->pid);
	s->pid = 0;
	end(s);
	s->not_before_ns = now_ns + wait_ns;
}

static void look_after(struct standby *s, uint64_t now_ns)
{
	char ready;

	if (s->pid && has_ended(s))
		has_left(s, now_ns);
	else if (s->pid && recv(s->to, &ready, 1, MSG_DONTWAIT) == 1)
		get_ready(s);
	if (s->ready && now_ns - s->since_ns > STALE_NS)
		end(s);
}

void standby_keep(struct standby *s, pid_t like, uint64_t now_ns, uint64_t not_before_ns,
		  const struct nytprof_options *options)
{
	look_after(s, now_ns);
	if (s->pid || now_ns < not_before_ns || now_ns < s->not_before_ns)
		return;
	s->not_before_ns = now_ns + AGAIN_NS; /* if it can't be started */
	start(s, like, options);
	if (!s->pid)
		return;
	s->since_ns = now_ns;
	s->not_before_ns = 0;
}

/* len: of the text. */
static int send_with(int to, struct with_fds *w, size_t len, const int *fds, size_t fd_cnt)
{
	struct cmsghdr *head;

	w->all.iov_len = len;
	w->msg.msg_controllen = CMSG_SPACE(fd_cnt * sizeof(int));
	head = CMSG_FIRSTHDR(&w->msg);
	head->cmsg_level = SOL_SOCKET;
	head->cmsg_type = SCM_RIGHTS;
	head->cmsg_len = CMSG_LEN(fd_cnt * sizeof(int));
	memcpy(CMSG_DATA(head), fds, fd_cnt * sizeof(int));
	return sendmsg(to, &w->msg, MSG_NOSIGNAL | MSG_DONTWAIT) < 0 ? -errno : 0;
}

static int send_order(int to, const struct order *order)
{
	const int fds[2] = { order->profile,
			     order->messages < 0 ? STDERR_FILENO : order->messages };
	struct with_fds w;

	with_fds_init(&w);
	return send_with(to, &w, (size_t)order_print(order, w.text, sizeof(w.text)), fds, 2);
}

pid_t standby_take(struct standby *s, const struct order *order)
{
	pid_t pid = s->pid;

	if (!pid || s->lends) /* it may be about to end */
		return 0;
	if (has_ended(s)) {
		has_left(s, mono_ns());
		return 0;
	}
	if (send_order(s->to, order)) {
		end(s);
		return 0;
	}
	let_go(s);
	s->pid = 0;
	return pid;
}

int standby_lend(struct standby *s, int connection)
{
	struct with_fds w;
	int rc;

	if (!s->ready)
		return -EAGAIN;
	with_fds_init(&w);
	memcpy(w.text, LEND, sizeof(LEND));
	rc = send_with(s->to, &w, sizeof(LEND), &connection, 1);
	if (rc)
		return rc;
	lender_withdraw();
	s->ready = false;
	s->lends = true;
	return 0;
}

/* --------------------------------------------------------------------- the tracer */

/* Those that came with the message, which the caller closes; -1: none. */
static void take_fds(const struct with_fds *w, int fds[2])
{
	const struct cmsghdr *head = CMSG_FIRSTHDR(&w->msg);

	fds[0] = fds[1] = -1;
	if (head && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS &&
	    head->cmsg_len <= CMSG_LEN(2 * sizeof(int)))
		memcpy(fds, CMSG_DATA(head), head->cmsg_len - CMSG_LEN(0));
}

static int take_order(const struct with_fds *w, const int fds[2], struct order *order,
		      struct error *err)
{
	if (order_parse(w->text, order, err))
		return -EINVAL;
	if (fds[0] < 0 || fds[1] < 0)
		return error_set(err, EINVAL, "the order has no descriptors");
	if (dup2(fds[0], STDOUT_FILENO) < 0 || dup2(fds[1], STDERR_FILENO) < 0)
		return error_set(err, errno, "can't write: %s", strerror(errno));
	return 0;
}

static ssize_t receive(struct with_fds *w)
{
	ssize_t got;

	with_fds_init(w);
	do {
		got = recvmsg(STDIN_FILENO, &w->msg, MSG_CMSG_CLOEXEC);
	} while (got < 0 && errno == EINTR);
	return got;
}

int standby_receive(struct order *order, bool (*lend)(void *arg, int connection), void *arg,
		    struct error *err)
{
	struct with_fds w;
	bool lent = false;
	int fds[2], rc = 1;

	while (rc > 0 && !lent) {
		send(STDIN_FILENO, "", 1, MSG_NOSIGNAL | MSG_DONTWAIT); /* ready */
		if (receive(&w) <= 0)
			return error_set(err, ECANCELED, "there is no order");
		take_fds(&w, fds);
		if (strcmp(w.text, LEND) != 0)
			rc = take_order(&w, fds, order, err);
		else
			lent = fds[0] >= 0 && lend(arg, fds[0]);
		close_fd(&fds[0]);
		close_fd(&fds[1]);
	}
	return lent ? error_set(err, ECANCELED, "another agent has the programs") : rc;
}
