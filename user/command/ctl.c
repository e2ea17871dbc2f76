// SPDX-License-Identifier: GPL-2.0-or-later
/* nytprof-bpf ctl: one request to the recorders that run. */
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>
#include <sys/socket.h>

#include "command/command.h"
#include "log/exit_status.h"
#include "log/log.h"
#include "options/options.h"
#include "session/server.h"
#include "session/sockets.h"
#include "util/cleanup.h"
#include "util/clock.h"

#define RECORDERS_MAX 64

/* How long an answer may take: a recorder may be busy with its beginning, and a flush writes all there is. */
#define PATIENCE_NS	  (30 * 1000000000ull)
#define FLUSH_PATIENCE_NS (300 * 1000000000ull)
/* The others', when the one that is meant has answered; and what is behind the first part of an answer. */
#define REST_NS (5 * 1000000000ull)

enum answer {
	ANSWER_NONE, /* so far */
	ANSWER_DONE, /* as in server.h */
	ANSWER_FAILED,
	ANSWER_NOT_ABOUT,
	ANSWER_ENDED,
};

struct recorders {
	struct pollfd fds[RECORDERS_MAX]; /* .fd -1: it does not even take requests */
	int pids[RECORDERS_MAX];
	enum answer answers[RECORDERS_MAX];
	size_t cnt;
};

/* All that there are; -errno if one is there and can't be talked to. */
static int find_recorders(struct recorders *found)
{
	DIR *dir __cleanup(close_dir) = opendir(CONTROL_DIR);
	int pid, rc = dir || errno == ENOENT ? 0 : -errno, fd;

	found->cnt = 0;
	while (dir && found->cnt < RECORDERS_MAX && (pid = socket_next(dir))) {
		fd = socket_connect(pid, SOCK_NONBLOCK);
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

static void close_recorders(struct recorders *found)
{
	size_t i;

	for (i = 0; i < found->cnt; i++)
		close_fd(&found->fds[i].fd);
}

static void request(int fd, const struct options *o)
{
	char text[CONTROL_REQUEST];
	int len = snprintf(text, sizeof(text), "%s %s", o->argv[0], o->argc > 1 ? o->argv[1] : "0");

	send(fd, text, (size_t)len, MSG_NOSIGNAL); /* if that fails there is no answer */
}

/* One part of an answer; 0: there is no more of it; -1: it does not come. */
static ssize_t take_part(int fd, char part[CONTROL_PART])
{
	struct pollfd more = { .fd = fd, .events = POLLIN };

	return poll(&more, 1, (int)(REST_NS / 1000000)) < 1 ? -1 : recv(fd, part, CONTROL_PART, 0);
}

/* The text of an answer behind its digit (freed by the caller). */
static enum answer take_answer(int fd, char **text)
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
	enum answer answer = take_answer(fd, &text);

	if (answer == ANSWER_DONE) {
		fputs(text, stdout);
		fflush(stdout); /* others may let us wait */
	}
	if (answer == ANSWER_FAILED) {
		text[strcspn(text, "\n")] = '\0';
		log_error("recorder %d: %s", recorder, text);
	}
	return answer;
}

static void print_recorders(const struct recorders *found)
{
	char list[RECORDERS_MAX * 12] = "";
	size_t i, at = 0;

	for (i = 0; i < found->cnt; i++)
		at += (size_t)snprintf(list + at, sizeof(list) - at, " %d", found->pids[i]);
	log_error("%zu recorders are running (%s): name one, or a process that it records",
		  found->cnt, list + 1);
}

/* Of the recorders, one that has given such an answer; 0: none has. */
static int who_has(const struct recorders *found, enum answer answer)
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
	return who_has(found, ANSWER_DONE) || who_has(found, ANSWER_FAILED);
}

/* named: who is meant is one, and when it has answered the others can but say that they are not. */
static void take_answers(struct recorders *found, uint64_t patience_ns, bool named)
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

static void print_silent(const struct recorders *found)
{
	size_t i;

	for (i = 0; i < found->cnt; i++) {
		if (found->answers[i] == ANSWER_NONE)
			log_error("recorder %d does not answer: it hangs or is very busy",
				  found->pids[i]);
	}
}

/*
 * All are asked before any is waited for: one may still be busy with its beginning.  One that ends
 * meanwhile was not the one that was meant, if another has answered; nor was one that hangs, if one was meant.
 */
static int tell(struct recorders *found, const struct options *o)
{
	const bool flush = !strcmp(o->argv[0], "flush"), named = o->argc > 1;
	size_t i;

	for (i = 0; i < found->cnt; i++)
		request(found->fds[i].fd, o);
	take_answers(found, flush ? FLUSH_PATIENCE_NS : PATIENCE_NS, named);
	print_silent(found);
	if (who_has(found, ANSWER_FAILED) || (!named && who_has(found, ANSWER_NONE)))
		return STATUS_FAILED;
	if (who_has(found, ANSWER_DONE))
		return STATUS_DONE;
	if (who_has(found, ANSWER_ENDED))
		log_error("recorder %d ended without an answer", who_has(found, ANSWER_ENDED));
	else if (!who_has(found, ANSWER_NONE))
		log_error("process %s is neither a recorder nor recorded by one", o->argv[1]);
	return STATUS_FAILED;
}

int run_ctl(const struct options *o)
{
	struct recorders found;
	int rc = find_recorders(&found), status = STATUS_FAILED;

	if (rc)
		log_error("can't connect to any recorder: %s: %s", CONTROL_DIR, strerror(-rc));
	else if (!found.cnt)
		log_error("no recorder is running");
	else if (found.cnt > 1 && o->argc < 2 && strcmp(o->argv[0], "status") != 0)
		print_recorders(&found);
	else
		status = tell(&found, o);
	close_recorders(&found);
	return status;
}
