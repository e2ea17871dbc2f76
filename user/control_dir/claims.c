// SPDX-License-Identifier: GPL-2.0-or-later
#include "control_dir/claims.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "control_dir/sockets.h"
#include "log/log.h"
#include "util/cleanup.h"

#define CLAIM_NAME 32
#define CLAIM_TEXT (PATH_MAX + 64)

static void claim_name(int pid, char name[CLAIM_NAME])
{
	snprintf(name, CLAIM_NAME, "%d.file", pid);
}

/*
 * What tells a file, by whatever path: its directory, and its name there.  False: the directory
 * can't be found.
 */
static bool describe(const char *file, char text[CLAIM_TEXT])
{
	const char *slash = strrchr(file, '/');
	char *dir __cleanup(free_ptr) = slash ? strndup(file, (size_t)(slash - file) + 1) :
						strdup(".");
	struct stat st;

	if (!dir || stat(dir, &st))
		return false;
	snprintf(text, CLAIM_TEXT, "%llx:%llx/%s", (unsigned long long)st.st_dev,
		 (unsigned long long)st.st_ino, slash ? slash + 1 : file);
	return true;
}

static bool listens(int pid)
{
	int fd = socket_connect(CONTROL_DIR, pid, SOCK_NONBLOCK);

	close_fd(&fd);
	return fd >= 0 || fd == -EAGAIN;
}

/* The text of a claim; -1: it is gone. */
static int read_claim(int claims, const char *name, char text[CLAIM_TEXT])
{
	ssize_t len = readlinkat(claims, name, text, CLAIM_TEXT - 1);

	text[len < 0 ? 0 : len] = '\0';
	return len < 0 ? -1 : 0;
}

/* The recorder that has claimed a file; 0: none.  Takes out what killed ones have left. */
static int claimant(int claims, const char *text)
{
	DIR *dir __cleanup(close_dir) = opendir(CONTROL_DIR);
	const struct dirent *d;
	char other[CLAIM_TEXT];
	int pid, end;
	bool same;

	while (dir && (d = readdir(dir))) {
		end = 0;
		if (sscanf(d->d_name, "%9d.file%n", &pid, &end) != 1 || !end || d->d_name[end] ||
		    pid <= 0 || pid == getpid())
			continue;
		if (read_claim(claims, d->d_name, other))
			continue;
		same = !strcmp(other, text);
		if (!same && (!kill(pid, 0) || errno != ESRCH))
			continue;
		/* One that can't be seen may be in another namespace of pids. */
		if (!listens(pid))
			unlinkat(claims, d->d_name, 0);
		else if (same)
			return pid;
	}
	return 0;
}

/* FILE, then FILE-2 and so on.  first: whose FILE is. */
static char *find_free(int claims, const char *file, char text[CLAIM_TEXT], int *first)
{
	unsigned nr = 1;
	char *name = strdup(file);
	int pid;

	while (name && describe(name, text) && (pid = claimant(claims, text))) {
		*first = nr == 1 ? pid : *first;
		free(name);
		if (asprintf(&name, "%s-%u", file, ++nr) < 0)
			name = NULL;
	}
	return name;
}

char *claim_file(const char *file)
{
	int claims __cleanup(close_fd) = open(CONTROL_DIR, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	char own[CLAIM_NAME], text[CLAIM_TEXT] = "";
	int first = 0;
	char *name;

	/* One at a time; where there is no such directory nobody knows of others. */
	if (claims < 0 || flock(claims, LOCK_EX))
		return strdup(file);
	name = find_free(claims, file, text, &first);
	claim_name(getpid(), own);
	unlinkat(claims, own, 0); /* of one that had this id and was killed */
	if (name && *text && symlinkat(text, claims, own))
		log_verbose("can't reserve %s, so other recorders may write to it, too: "
			    "%s/%s: %s",
			    name, CONTROL_DIR, own, strerror(errno));
	if (name && first)
		log_warning("%s belongs to recorder %d: this recorder writes to %s", file, first,
			    name);
	return name;
}

void claim_drop(void)
{
	char own[CLAIM_NAME], path[sizeof(CONTROL_DIR) + CLAIM_NAME];

	claim_name(getpid(), own);
	snprintf(path, sizeof(path), CONTROL_DIR "/%s", own);
	unlink(path);
}
