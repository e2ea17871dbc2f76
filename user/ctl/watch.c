// SPDX-License-Identifier: GPL-2.0-or-later
#include "ctl/watch.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "control_dir/sockets.h"
#include "ctl/recorders.h"
#include "log/log.h"
#include "session/server.h"
#include "util/cleanup.h"

#define PATIENCE_NS (30 * 1000000000ull)
#define STREAM_ROOM (2 << 20) /* bytes */

static void say_nobody(const struct recorders *found, pid_t pid)
{
	if (recorders_who(found, ANSWER_NONE))
		recorders_print_silent(found);
	else if (pid)
		log_error("process %d is sampled by no recorder: use top --pid %d", pid, pid);
	else
		log_error(
			"no recorder that is running samples: use top --all, or start the service");
}

/* The one that can be watched; 0: none, and that was said. */
static int choose(struct recorders *found, pid_t pid)
{
	char list[RECORDERS_MAX * 12] = "";
	size_t i, at = 0, cnt = 0;

	for (i = 0; i < found->cnt; i++) {
		if (found->answers[i] != ANSWER_DONE)
			continue;
		at += (size_t)snprintf(list + at, sizeof(list) - at, " %d", found->pids[i]);
		cnt++;
	}
	if (cnt == 1 || (cnt && pid))
		return recorders_who(found, ANSWER_DONE);
	if (cnt)
		log_error("%zu recorders sample (%s): give --pid, too, of a process that one of "
			  "them samples",
			  cnt, list + 1);
	else if (!recorders_who(found, ANSWER_FAILED)) /* that was said */
		say_nobody(found, pid);
	return 0;
}

static int find(pid_t pid, const char **dir)
{
	struct recorders found;
	int rc = recorders_find(&found), recorder = 0;
	char request[CONTROL_REQUEST];

	if (rc) {
		recorders_print_closed(rc);
		return 0;
	}
	*dir = found.dir;
	snprintf(request, sizeof(request), "watches %d", pid);
	recorders_ask(&found, request);
	recorders_take_answers(&found, PATIENCE_NS, pid);
	recorder = choose(&found, pid);
	recorders_close(&found);
	return recorder;
}

static int ask(const char *dir, int recorder, pid_t pid, int ends[2])
{
	int connection __cleanup(close_fd) = socket_connect(dir, recorder, 0);
	char *text __cleanup(free_ptr) = NULL;
	char request[CONTROL_REQUEST];
	enum answer answer;
	int rc;

	snprintf(request, sizeof(request), "watch %d", pid);
	rc = connection < 0 ? connection : recorder_send(connection, request, &ends[1], 1);
	if (rc) {
		log_error("can't talk to recorder %d: %s", recorder, strerror(-rc));
		return rc;
	}
	answer = recorder_take_answer(connection, &text);
	if (answer == ANSWER_DONE)
		return 0;
	if (answer == ANSWER_FAILED)
		log_error("recorder %d: %.*s", recorder, (int)strcspn(text, "\n"), text);
	else
		log_error("recorder %d ended without an answer", recorder);
	return -EPROTO;
}

/* Both ends. Room for the rows of a second, so that the recorder need not keep them. */
static int make_stream(int ends[2])
{
	const int room = STREAM_ROOM;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) {
		log_error("can't make a socket: %s", strerror(errno));
		return -1;
	}
	/* Without the right to more it is what anybody gets. */
	if (setsockopt(ends[1], SOL_SOCKET, SO_SNDBUFFORCE, &room, sizeof(room)))
		setsockopt(ends[1], SOL_SOCKET, SO_SNDBUF, &room, sizeof(room));
	return 0;
}

int watch_open(pid_t pid, pid_t *recorder)
{
	const char *dir;
	int ends[2], rc;

	*recorder = find(pid, &dir);
	if (!*recorder)
		return -1;
	if (make_stream(ends))
		return -1;
	rc = ask(dir, *recorder, pid, ends);
	close_fd(&ends[1]);
	if (rc)
		close_fd(&ends[0]);
	return rc ? -1 : ends[0];
}
