// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The process that forks workers, and what a worker does.  The former reads nothing but requests of
 * the agent: it never waits for anybody else, and has no memory of what its workers have seen.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox/confine.h"
#include "sandbox/sandbox.h"
#include "sandbox/wire.h"
#include "util/cleanup.h"

#define WORKERS_MAX 64 /* that hang, mostly */

/* ------------------------------------------------------------------------ answer */

/* A worker has one job. */
static struct {
	int socket;
	char *said;
	size_t len;
	size_t room;
	size_t sent;
	size_t answer_max;
	int fds[SANDBOX_FDS];
	size_t fd_cnt;
} answer;

int sandbox_say(struct sandbox_worker *w, const void *data, size_t len)
{
	size_t room = answer.room ?: 4096;
	char *more;

	(void)w;
	if (len > answer.answer_max || answer.sent + answer.len > answer.answer_max - len)
		return -EFBIG;
	while (room < answer.len + len)
		room *= 2;
	if (room != answer.room) {
		more = realloc(answer.said, room);
		if (!more)
			return -ENOMEM;
		answer.said = more;
		answer.room = room;
	}
	memcpy(answer.said + answer.len, data, len);
	answer.len += len;
	return 0;
}

int sandbox_give(struct sandbox_worker *w, int fd)
{
	(void)w;
	if (answer.fd_cnt == SANDBOX_FDS)
		return -EMFILE;
	answer.fds[answer.fd_cnt++] = fd;
	return 0;
}

static int send_frame(bool over, int rc)
{
	const struct wire_frame frame = { .len = (uint32_t)answer.len, .rc = rc, .over = over };
	struct iovec parts[2] = { { (void *)&frame, sizeof(frame) }, { answer.said, answer.len } };
	size_t left = sizeof(frame) + answer.len, i;
	ssize_t sent;

	while (left) {
		sent = wire_send(answer.socket, parts, 2, answer.fds, answer.fd_cnt);
		if (sent < 0)
			return (int)sent;
		answer.fd_cnt = 0;
		left -= (size_t)sent;
		for (i = 0; i < 2; i++) {
			size_t part = (size_t)sent < parts[i].iov_len ? (size_t)sent :
									parts[i].iov_len;

			parts[i].iov_base = (char *)parts[i].iov_base + part;
			parts[i].iov_len -= part;
			sent -= (ssize_t)part;
		}
	}
	answer.sent += answer.len;
	answer.len = 0;
	return 0;
}

int sandbox_flush(struct sandbox_worker *w)
{
	(void)w;
	return send_frame(false, 0);
}

/* ------------------------------------------------------------------------ worker */

static _Noreturn void run_worker(const struct wire_request *request, const int *fds, size_t fd_cnt)
{
	const struct sandbox_task *task = request->head.task;
	struct sandbox_worker w = { .request = request->data, .len = request->head.len };
	size_t i;
	int rc;

	for (i = 0; i < SANDBOX_FDS; i++)
		w.fds[i] = i + 1 < fd_cnt ? fds[i + 1] : -1;
	answer.socket = fds[0];
	answer.answer_max = task->answer_max;
	prctl(PR_SET_NAME, task->name, 0, 0, 0);
	confine_limit(task->limit_ms);
	rc = task->open ? task->open(&w) : 0;
	rc = rc ?: confine(task->memory_max);
	rc = rc ?: task->work(&w);
	_exit(send_frame(true, rc) ? 1 : 0);
}

/* ------------------------------------------------------- the process that forks them */

static void child_ended(int signal)
{
	(void)signal; /* it only wakes us */
}

/* Those that have ended; how many are left. */
static unsigned reap(unsigned workers)
{
	while (workers && waitpid(-1, NULL, WNOHANG) > 0)
		workers--;
	return workers;
}

static unsigned fork_worker(const struct wire_request *request, const int *fds, size_t fd_cnt)
{
	size_t i;
	pid_t pid = fork();

	if (!pid)
		run_worker(request, fds, fd_cnt);
	for (i = 0; i < fd_cnt; i++)
		close(fds[i]); /* without a worker the agent sees the end of the answer */
	return pid > 0;
}

static void begin_to_serve(void)
{
	const struct sigaction wake = { .sa_handler = child_ended };
	static const int ignored[] = { SIGINT,	SIGTERM, SIGHUP,  SIGQUIT,
				       SIGTSTP, SIGPIPE, SIGUSR1, SIGUSR2 };
	sigset_t none;
	size_t i;

	prctl(PR_SET_NAME, "nytprof-look", 0, 0, 0);
	for (i = 0; i < sizeof(ignored) / sizeof(ignored[0]); i++)
		signal(ignored[i], SIG_IGN); /* they are the agent's: our end is its end */
	sigaction(SIGCHLD, &wake, NULL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

void sandbox_serve(int requests)
{
	struct wire_request *request = calloc(1, sizeof(*request));
	int fds[SANDBOX_FDS + 1];
	unsigned workers = 0;
	size_t cnt, i;
	ssize_t got = 1;

	begin_to_serve();
	while (request && got) {
		got = wire_receive(requests, request, sizeof(*request), 0, fds, &cnt);
		workers = reap(workers);
		if (got >= (ssize_t)sizeof(request->head) && cnt && workers < WORKERS_MAX)
			workers += fork_worker(request, fds, cnt);
		else
			for (i = 0; i < cnt; i++)
				close(fds[i]);
	}
	_exit(0);
}
