// SPDX-License-Identifier: GPL-2.0-or-later
/* From a mapping to its file, open: for a worker that still has the agent's rights. */
#include "target/mapped_open.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/openat2.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "target/maps.h"
#include "util/cleanup.h"

/* By what is open, not by a name again. */
static int reopen(int fd)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

/*
 * What a path leads to, if that is the mapped file.  Its owner may have put anything there: nothing
 * is opened before it is known to be a regular file with that number.
 */
static int open_named(const char *root, const struct mapped_file *m, bool same_dev)
{
	const struct open_how how = { .flags = O_PATH | O_CLOEXEC,
				      .resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS };
	int dir __cleanup(close_fd) = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC), fd = -1;
	int place __cleanup(close_fd) = -1;
	struct stat st;

	if (dir >= 0)
		place = (int)syscall(SYS_openat2, dir, m->path, &how, sizeof(how));
	if (place >= 0 && !fstat(place, &st) && S_ISREG(st.st_mode) && st.st_ino == m->ino &&
	    (!same_dev || st.st_dev == m->dev))
		fd = reopen(place);
	return fd;
}

/*
 * Not by a path that can be replaced: works for deleted files too.  Needs CAP_SYS_ADMIN or
 * CAP_CHECKPOINT_RESTORE (fs/proc/base.c, proc_map_files_get_link, 5.9).  Who holds a lease of the
 * file could keep us waiting for 45 s (fs/locks.c, __break_lease, lease_break_time).
 */
int mapped_file_open(const struct mapped_file *m)
{
	char path[128];
	int fd, why;

	snprintf(path, sizeof(path), "/proc/%d/map_files/%" PRIx64 "-%" PRIx64, m->pid, m->start,
		 m->end);
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd >= 0)
		return fd;
	why = errno;
	snprintf(path, sizeof(path), "/proc/%d/root", m->pid);
	fd = open_named(path, m, false);
	/* In a root that is not the process's the number alone says too little. */
	if (fd < 0)
		fd = open_named("/", m, true);
	return fd < 0 ? -why : fd;
}
