// SPDX-License-Identifier: GPL-2.0-or-later
/* The agent's side of the sender: its begin, what it is given, its end. */
#include "push/sender.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "log/log.h"
#include "options/push_options.h"
#include "push/auth.h"
#include "push/curl.h"
#include "push/request.h"
#include "push/sender_parts.h"
#include "rights/rights.h"
#include "sandbox/sandbox.h"
#include "util/cleanup.h"
#include "util/error.h"
#include "util/forked.h"

struct sender {
	pid_t pid; /* 0: it has ended */
	int socket;
	struct shared *shared;
	bool gone; /* said */
};

/* ---------------------------------------------------------------------------- begin */

/* Signals of a terminal are the agent's; it tells the end by closing the socket. */
static void become_sender(int other_end)
{
	const struct rlimit none = {};
	sigset_t all;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	log_begin_child();
	forked_begin();
	close(other_end);
	if (sandbox_socket() >= 0)
		close(sandbox_socket());
	prctl(PR_SET_NAME, "nytprof-push");
	prctl(PR_SET_DUMPABLE, 0); /* it has secrets */
	setrlimit(RLIMIT_CORE, &none);
	if (drop_all_rights())
		log_warning("push: can't drop the rights of the process that sends: %s",
			    strerror(errno));
}

static int start(struct sender *s, const struct push_options *o, struct queue *q, struct error *err)
{
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
		return error_set(err, errno, "push: can't make a socket: %s", strerror(errno));
	s->pid = fork();
	if (!s->pid) {
		become_sender(ends[0]);
		send_loop(o, q, ends[1], s->shared);
		queue_free(q);
		log_end();
		_exit(0);
	}
	close(ends[1]);
	s->socket = ends[0];
	if (s->pid > 0)
		return 0;
	s->pid = 0;
	return error_set(err, errno, "push: can't start a process: %s", strerror(errno));
}

/* All that can be wrong is found here, and not an hour later. */
static struct queue *check_all(const struct push_options *o, struct error *err)
{
	const struct queue_limits limits = { o->queue_size, (uint64_t)(o->queue_age * 1e9) };
	char receiver[RECEIVER_ROOM];
	struct auth auth;

	if (o->auth && auth_read(&auth, o->auth, err))
		return NULL;
	if (o->ca && access(o->ca, R_OK)) {
		error_set(err, errno, "--push-ca=%s: can't read it: %s", o->ca, strerror(errno));
		return NULL;
	}
	if (curl_load(err) || request_check(o, err))
		return NULL;
	request_receiver(o, receiver);
	return queue_new(o->queue, receiver, &limits, err);
}

struct sender *sender_new(const struct push_options *o, struct error *err)
{
	struct queue *q = check_all(o, err);
	struct sender *s = q ? calloc(1, sizeof(*s)) : NULL;
	int rc = 0;

	if (s) {
		s->socket = -1;
		s->shared = mmap(NULL, sizeof(*s->shared), PROT_READ | PROT_WRITE,
				 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
		rc = s->shared == MAP_FAILED ? error_set(err, ENOMEM, "out of memory") :
					       start(s, o, q, err);
	} else if (q) {
		error_set(err, ENOMEM, "out of memory");
	}
	if (s && !rc) {
		queue_leave(q);
		return s;
	}
	queue_free(q);
	sender_free(s);
	return NULL;
}

/* ------------------------------------------------------------------------------ use */

static int hand_over(int socket, int request, const struct handed *head)
{
	union {
		struct cmsghdr align;
		char room[CMSG_SPACE(sizeof(int))];
	} with = {};
	struct iovec text = { (void *)(uintptr_t)head, sizeof(*head) };
	struct msghdr msg = { .msg_iov = &text,
			      .msg_iovlen = 1,
			      .msg_control = with.room,
			      .msg_controllen = sizeof(with.room) };
	struct cmsghdr *c = CMSG_FIRSTHDR(&msg);

	c->cmsg_level = SOL_SOCKET;
	c->cmsg_type = SCM_RIGHTS;
	c->cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(c), &request, sizeof(int));
	return sendmsg(socket, &msg, MSG_DONTWAIT | MSG_NOSIGNAL) < 0 ? -errno : 0;
}

void sender_give(struct sender *s, int request, uint64_t values)
{
	const struct handed head = { .values = values };
	const struct queue_sum lost = { 1, values };
	int rc = hand_over(s->socket, request, &head);

	if (!rc)
		return;
	sums_add(&s->shared->sums.dropped, &lost);
	if (rc == -EAGAIN) {
		log_warning("push: a profile is dropped: the process that sends hangs; check the "
			    "disk of --push-queue");
		return;
	}
	if (!s->gone)
		log_error("push: the process that sends has ended; profiles are no longer sent");
	s->gone = true;
}

void sender_note_unmade(struct sender *s)
{
	const struct queue_sum lost = { .cnt = 1 };

	sums_add(&s->shared->sums.dropped, &lost);
}

void sender_sum(const struct sender *s, struct sender_sums *sums)
{
	*sums = s->shared->sums;
}

const char *sender_why(const struct sender *s)
{
	s->shared->why[WHY_MAX - 1] = '\0';
	return s->shared->why;
}

void sender_end(struct sender *s)
{
	close_fd(&s->socket);
	s->socket = -1;
	if (s->pid)
		waitpid(s->pid, NULL, 0);
	s->pid = 0;
}

void sender_free(struct sender *s)
{
	if (!s)
		return;
	sender_end(s);
	if (s->shared && s->shared != MAP_FAILED)
		munmap(s->shared, sizeof(*s->shared));
	free(s);
}
