// SPDX-License-Identifier: GPL-2.0-or-later
#include "session/others.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "control_dir/sockets.h"
#include "log/log.h"
#include "session/server.h"
#include "util/cleanup.h"

#define KNOWN_MAX 64

void others_tell_one(int recorder, const char *word, const pid_t *pids, size_t cnt)
{
	int fd __cleanup(close_fd) = socket_connect(CONTROL_DIR, recorder, SOCK_NONBLOCK);
	char text[CONTROL_REQUEST];
	size_t i, at = (size_t)snprintf(text, sizeof(text), "%s ", word);

	if (fd < 0 || !cnt)
		return;
	for (i = 0; i < cnt && at < sizeof(text) - 12; i++)
		at += (size_t)snprintf(text + at, sizeof(text) - at, "%s%d", i ? "," : "", pids[i]);
	send(fd, text, at, MSG_NOSIGNAL | MSG_DONTWAIT);
}

void others_tell(const char *word, const pid_t *pids, size_t cnt)
{
	DIR *dir __cleanup(close_dir) = opendir(CONTROL_DIR);
	int recorder;

	while (dir && (recorder = socket_next(dir))) {
		if (recorder != getpid())
			others_tell_one(recorder, word, pids, cnt);
	}
}

size_t others_parse(const char *text, pid_t pids[OTHERS_PIDS])
{
	const char *p = text;
	size_t cnt = 0;
	char *end;
	long pid;

	do {
		pid = strtol(p, &end, 10);
		if (end == p || pid < 0 || pid > 1 << 22)
			break;
		pids[cnt++] = (pid_t)pid;
		p = end + 1;
	} while (*end == ',' && cnt < OTHERS_PIDS);
	return cnt;
}

static bool is_new(int recorder)
{
	static int known[KNOWN_MAX];
	static size_t cnt;
	size_t i;

	for (i = 0; i < cnt; i++) {
		if (known[i] == recorder)
			return false;
	}
	if (cnt < KNOWN_MAX)
		known[cnt++] = recorder;
	return true;
}

void others_warn(int recorder, pid_t pid)
{
	static const char what[] = "their counts are right, but their times are not";

	if (!is_new(recorder))
		return;
	if (pid)
		log_warning("process %d is recorded by recorder %d, too: %s", pid, recorder, what);
	else
		log_warning("recorder %d records every perl, too: %s", recorder, what);
}
