// SPDX-License-Identifier: GPL-2.0-or-later
/* nytprof-bpf ctl: one request to the recorders that run. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "options.h"
#include "run/run.h"
#include "run/server.h"
#include "run/sockets.h"
#include "util/cleanup.h"
#include "util/log.h"

#define RECORDERS_MAX 64

struct recorders {
	int fds[RECORDERS_MAX];
	int pids[RECORDERS_MAX];
	size_t cnt;
};

/* All that there are; -errno if one is there and can't be talked to. */
static int find_recorders(struct recorders *found)
{
	DIR *dir __cleanup(close_dir) = opendir(CONTROL_DIR);
	int pid, rc = dir || errno == ENOENT ? 0 : -errno, fd;

	found->cnt = 0;
	while (dir && found->cnt < RECORDERS_MAX && (pid = socket_next(dir))) {
		fd = socket_connect(pid, 0);
		if (fd >= 0) {
			found->fds[found->cnt] = fd;
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
		close_fd(&found->fds[i]);
}

static void request(int fd, const struct options *o)
{
	char text[CONTROL_REQUEST];
	int len = snprintf(text, sizeof(text), "%s %s", o->argv[0], o->argc > 1 ? o->argv[1] : "0");

	send(fd, text, (size_t)len, MSG_NOSIGNAL); /* if that fails there is no answer */
}

/* The digit that the answer begins with, and the rest in text (freed by the caller); -1: none came. */
static int take_answer(int fd, char **text)
{
	size_t size = 0;
	FILE *to = open_memstream(text, &size);
	char part[CONTROL_PART];
	ssize_t got;
	int digit;

	if (!to)
		return -1;
	while ((got = recv(fd, part, sizeof(part), 0)) > 0)
		fwrite(part, 1, (size_t)got, to);
	if (fclose(to) || size < 2 || (*text)[1] != '\n')
		return -1;
	digit = (*text)[0] - '0';
	memmove(*text, *text + 2, size - 1);
	return digit;
}

/* Prints what one has to say; the digit of its answer. */
static int print_answer(int fd, int recorder)
{
	char *text __cleanup(free_ptr) = NULL;
	int digit = take_answer(fd, &text);

	if (digit == 0)
		fputs(text, stdout);
	if (digit == 1) {
		text[strcspn(text, "\n")] = '\0';
		log_error("recorder %d: %s", recorder, text);
	}
	return digit;
}

static void print_recorders(const struct recorders *found)
{
	char list[RECORDERS_MAX * 12] = "";
	size_t i, at = 0;

	for (i = 0; i < found->cnt; i++)
		at += (size_t)snprintf(list + at, sizeof(list) - at, " %d", found->pids[i]);
	log_error("%zu recorders run (%s): name one, or a process that it records", found->cnt,
		  list + 1);
}

/*
 * All are asked before any is waited for: one may still be busy with its beginning.  One that ends
 * meanwhile was not the one that was meant, if another has answered.
 */
static int tell(const struct recorders *found, const struct options *o)
{
	int status = STATUS_DONE, ended = 0, digit;
	bool any = false;
	size_t i;

	for (i = 0; i < found->cnt; i++)
		request(found->fds[i], o);
	for (i = 0; i < found->cnt; i++) {
		digit = print_answer(found->fds[i], found->pids[i]);
		if (digit < 0)
			ended = found->pids[i];
		any |= digit == 0 || digit == 1;
		status = digit == 1 ? STATUS_FAILED : status;
	}
	if (any)
		return status;
	if (ended)
		log_error("recorder %d: it ended without an answer", ended);
	else
		log_error("no recorder has anything to do with process %s", o->argv[1]);
	return STATUS_FAILED;
}

int run_ctl(const struct options *o)
{
	struct recorders found;
	int rc = find_recorders(&found), status = STATUS_FAILED;

	if (rc)
		log_error("can't talk to any recorder: %s: %s", CONTROL_DIR, strerror(-rc));
	else if (!found.cnt)
		log_error("no recorder runs");
	else if (found.cnt > 1 && o->argc < 2 && strcmp(o->argv[0], "status") != 0)
		print_recorders(&found);
	else
		status = tell(&found, o);
	close_recorders(&found);
	return status;
}
