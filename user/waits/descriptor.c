// SPDX-License-Identifier: GPL-2.0-or-later
#include "waits/descriptor.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "target/process.h"
#include "util/cleanup.h"

#define RELATIVES_MAX 32u /* whose descriptors are compared */
#define FDS_MAX	      256u /* of each */
#define LOCKS_MAX     100000u /* lines of /proc/locks */
#define NAMED_MAX     8u /* children */

/* ------------------------------------------------------------------------ children */

static size_t find_children(pid_t pid, pid_t *children, size_t max)
{
	FILE *f __cleanup(close_file) = NULL;
	char path[64];
	size_t cnt = 0;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/children", pid, pid);
	f = fopen(path, "re");
	while (f && cnt < max && fscanf(f, "%d", &children[cnt]) == 1)
		cnt++;
	return cnt;
}

void child_text(pid_t child, char *text, size_t size)
{
	char comm[32];

	process_comm(child, comm);
	snprintf(text, size, "child %d (%s)", child, comm);
}

void children_text(pid_t pid, char *text, size_t size)
{
	pid_t children[NAMED_MAX];
	size_t cnt = find_children(pid, children, NAMED_MAX), i, len;

	snprintf(text, size, "%s", cnt ? "" : "a child");
	for (i = 0; i < cnt; i++) {
		len = strlen(text);
		snprintf(text + len, size - len, "%s", i ? ", " : "");
		len = strlen(text);
		child_text(children[i], text + len, size - len);
	}
}

/* --------------------------------------------------------------------- descriptors */

static bool read_link(pid_t pid, const char *fd, char *target, size_t size)
{
	char path[64];
	ssize_t len;

	snprintf(path, sizeof(path), "/proc/%d/fd/%.16s", pid, fd);
	len = readlink(path, target, size - 1);
	target[len > 0 ? (size_t)len : 0] = '\0';
	return len > 0;
}

static bool has_open(pid_t pid, const char *target)
{
	DIR *dir __cleanup(close_dir) = NULL;
	const struct dirent *d;
	char path[64], other[64];
	unsigned cnt = 0;

	snprintf(path, sizeof(path), "/proc/%d/fd", pid);
	dir = opendir(path);
	while (dir && (d = readdir(dir)) && cnt++ < FDS_MAX) {
		if (read_link(pid, d->d_name, other, sizeof(other)) && !strcmp(other, target))
			return true;
	}
	return false;
}

/* The other end is looked for where it is cheap: with the children, and with the parent. */
static void put_pipe(pid_t pid, const char *target, char *text, size_t size)
{
	pid_t relatives[RELATIVES_MAX];
	size_t cnt = find_children(pid, relatives, RELATIVES_MAX - 1), i;
	char comm[32];

	relatives[cnt++] = process_parent(pid);
	snprintf(text, size, "%s", target);
	for (i = 0; i < cnt; i++) {
		if (relatives[i] <= 0 || !has_open(relatives[i], target))
			continue;
		process_comm(relatives[i], comm);
		snprintf(text, size, "%s with process %d (%s)", target, relatives[i], comm);
		return;
	}
}

void descriptor_text(pid_t pid, int fd, char *text, size_t size)
{
	char target[256], name[16];
	unsigned long ino;

	snprintf(name, sizeof(name), "%d", fd);
	if (!read_link(pid, name, target, sizeof(target)))
		snprintf(text, size, "descriptor %d", fd);
	else if (sscanf(target, "socket:[%lu]", &ino) == 1)
		socket_text(pid, ino, text, size);
	else if (!strncmp(target, "pipe:[", 6))
		put_pipe(pid, target, text, size);
	else
		snprintf(text, size, "%s", target);
}

/* ---------------------------------------------------------------------------- locks */

struct lock_line {
	unsigned long id; /* one for a lock and all that wait for it */
	bool waits;
	pid_t pid;
};

/* fs/locks.c, lock_get_status: "7: -> FLOCK  ADVISORY  WRITE 123 fd:00:4711 0 EOF". */
static bool parse_lock(const char *line, struct lock_line *lock)
{
	int at = 0;

	if (sscanf(line, "%lu: %n", &lock->id, &at) != 1 || !at)
		return false;
	lock->waits = !strncmp(line + at, "->", 2);
	line += at;
	line += strspn(line, "-> ");
	return sscanf(line, "%*s %*s %*s %d", &lock->pid) == 1;
}

/* Who has a lock is before those who wait for it. */
void lock_holder_text(pid_t pid, char *text, size_t size)
{
	FILE *f __cleanup(close_file) = fopen("/proc/locks", "re");
	struct lock_line lock, held = {};
	unsigned lines = 0;
	char line[256], comm[32];

	text[0] = '\0';
	while (f && lines++ < LOCKS_MAX && fgets(line, sizeof(line), f)) {
		if (!parse_lock(line, &lock))
			continue;
		if (!lock.waits)
			held = lock;
		if (!lock.waits || lock.pid != pid || held.id != lock.id || held.pid <= 0)
			continue;
		process_comm(held.pid, comm);
		snprintf(text, size, ", which process %d (%s) has locked", held.pid, comm);
		return;
	}
}
