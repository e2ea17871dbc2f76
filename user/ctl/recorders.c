// SPDX-License-Identifier: GPL-2.0-or-later
#include "ctl/recorders.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>
#include <sys/socket.h>

#include "control_dir/sockets.h"
#include "log/log.h"
#include "session/server.h"
#include "util/cleanup.h"
#include "util/clock.h"

/*
 * The others', when the one that is meant has answered; and what is behind the first part of an
 * answer.
 */
#define REST_NS (5 * 1000000000ull)

int recorders_find(struct recorders *found)
{
	DIR *dir __cleanup(close_dir) = opendir(CONTROL_DIR);
	int pid, rc = dir || errno == ENOENT ? 0 : -errno, fd;

	found->cnt = 0;
	found->dir = CONTROL_DIR;
	if (rc == -EACCES) {
		found->dir = GROUP_DIR;
		dir = opendir(GROUP_DIR);
	}
	while (dir && found->cnt < RECORDERS_MAX && (pid = socket_next(dir))) {
		fd = socket_connect(found->dir, pid, SOCK_NONBLOCK);
		if (fd >= 0 || fd == -EAGAIN) {
			found->answers[found->cnt] = ANSWER_NONE;
			found->fds[found->cnt].fd = fd >= 0 ? fd : -1;
			found->fds[found->cnt].events = POLLIN;
			found->pids[found->cnt++] = pid;
		} else if (fd == -EACCES) {
			rc = fd;
		}
	}
	return found->cnt ? 0 : rc;
}

void recorders_print_closed(int rc)
{
	log_error("can't connect to any recorder: %s: %s%s", CONTROL_DIR, strerror(-rc),
		  rc == -EACCES ? ": use sudo, or ask for a group of --group" : "");
}

void recorders_close(struct recorders *found)
{
	size_t i;

	for (i = 0; i < found->cnt; i++)
		close_fd(&found->fds[i].fd);
}

void recorders_ask(struct recorders *found, const char *request)
{
	size_t i;

	for (i = 0; i < found->cnt; i++)
		send(found->fds[i].fd, request, strlen(request),
		     MSG_NOSIGNAL); /* if that fails there is no answer */
}

#define FDS_MAX 2

int recorder_send(int connection, const char *request, const int *fds, size_t fd_cnt)
{
	union {
		struct cmsghdr align;
		char room[CMSG_SPACE(FDS_MAX * sizeof(int))];
	} with = {};
	const size_t size = MIN(fd_cnt, (size_t)FDS_MAX) * sizeof(int);
	struct iovec text = { (void *)(uintptr_t)request, strlen(request) };
	struct msghdr msg = { .msg_iov = &text,
			      .msg_iovlen = 1,
			      .msg_control = with.room,
			      .msg_controllen = CMSG_SPACE(size) };
	struct cmsghdr *head = CMSG_FIRSTHDR(&msg);

	head->cmsg_level = SOL_SOCKET;
	head->cmsg_type = SCM_RIGHTS;
	head->cmsg_len = CMSG_LEN(size);
	memcpy(CMSG_DATA(head), fds, size);
	return sendmsg(connection, &msg, MSG_NOSIGNAL) < 0 ? -errno : 0;
}

/* One part of an answer; 0: there is no more of it; -1: it does not come. */
static ssize_t take_part(int fd, char part[CONTROL_PART])
{
	struct pollfd more = { .fd = fd, .events = POLLIN };

	return poll(&more, 1, (int)(REST_NS / 1000000)) < 1 ? -1 : recv(fd, part, CONTROL_PART, 0);
}

enum answer recorder_take_answer(int fd, char **text)
{
	size_t size = 0;
	FILE *to = open_memstream(text, &size);
	char part[CONTROL_PART];
	ssize_t got;
	int digit;

	if (!to)
		return ANSWER_ENDED;
	while ((got = take_part(fd, part)) > 0)
		fwrite(part, 1, (size_t)got, to);
	if (fclose(to) || got < 0 || size < 2 || (*text)[1] != '\n')
		return ANSWER_ENDED;
	digit = (*text)[0] - '0';
	memmove(*text, *text + 2, size - 1);
	return digit == 0 ? ANSWER_DONE : digit == 1 ? ANSWER_FAILED : ANSWER_NOT_ABOUT;
}

/* Prints what one has to say. */
static enum answer print_answer(int fd, int recorder)
{
	char *text __cleanup(free_ptr) = NULL;
	enum answer answer = recorder_take_answer(fd, &text);

	if (answer == ANSWER_DONE) {
		fputs(text, stdout);
		fflush(stdout); /* others may let us wait */
	}
	if (answer == ANSWER_FAILED) {
		text[strcspn(text, "\n")] = '\0';
		log_error("recorder %d: %s%s", recorder, text,
			  strncmp(text, "unknown request", 15) ? "" : ": it runs another version");
	}
	return answer;
}

int recorders_who(const struct recorders *found, enum answer answer)
{
	size_t i;

	for (i = 0; i < found->cnt; i++) {
		if (found->answers[i] == answer)
			return found->pids[i];
	}
	return 0;
}

static bool waits_for_any(const struct recorders *found)
{
	size_t i;

	for (i = 0; i < found->cnt && found->fds[i].fd < 0; i++)
		;
	return i < found->cnt;
}

static bool is_told(const struct recorders *found)
{
	return recorders_who(found, ANSWER_DONE) || recorders_who(found, ANSWER_FAILED);
}

void recorders_take_answers(struct recorders *found, uint64_t patience_ns, bool named)
{
	uint64_t end = mono_ns() + patience_ns, now;
	bool told = false;
	size_t i;

	while (waits_for_any(found) && (now = mono_ns()) < end) {
		if (poll(found->fds, found->cnt, (int)((end - now) / 1000000) + 1) < 0)
			return;
		for (i = 0; i < found->cnt; i++) {
			struct pollfd *fd = &found->fds[i];

			if (fd->fd < 0 || !fd->revents)
				continue;
			found->answers[i] = print_answer(fd->fd, found->pids[i]);
			close_fd(&fd->fd);
			fd->fd = -1;
		}
		if (named && !told && is_told(found)) {
			told = true;
			end = MIN(end, mono_ns() + REST_NS);
		}
	}
}

void recorders_print_silent(const struct recorders *found)
{
	size_t i;

	for (i = 0; i < found->cnt; i++) {
		if (found->answers[i] == ANSWER_NONE)
			log_error("recorder %d does not answer: it hangs or is very busy",
				  found->pids[i]);
	}
}

void recorders_print_nobody(const struct recorders *found, const char *pid)
{
	if (recorders_who(found, ANSWER_ENDED))
		log_error("recorder %d ended without an answer",
			  recorders_who(found, ANSWER_ENDED));
	else if (!recorders_who(found, ANSWER_NONE))
		log_error("process %s is neither a recorder nor recorded by one", pid);
}
