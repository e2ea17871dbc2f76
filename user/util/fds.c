// SPDX-License-Identifier: GPL-2.0-or-later
/* What /proc knows of our own descriptors. */
#include "fds.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "util/cleanup.h"

#ifndef FUSE_SUPER_MAGIC
#define FUSE_SUPER_MAGIC 0x65735546 /* include/uapi/linux/magic.h, since 5.13 */
#endif

void fds_each(void (*visit)(int fd, const char *kind, void *arg), void *arg)
{
	DIR *dir __cleanup(close_dir) = opendir("/proc/self/fd");
	const struct dirent *d;
	char kind[PATH_MAX];
	ssize_t len;

	while (dir && (d = readdir(dir))) {
		len = readlinkat(dirfd(dir), d->d_name, kind, sizeof(kind) - 1);
		if (len < 0) /* . and .. */
			continue;
		kind[len] = '\0';
		if (atoi(d->d_name) != dirfd(dir))
			visit(atoi(d->d_name), kind, arg);
	}
}

void fds_fill_standard(void)
{
	int fd;

	do {
		fd = open("/dev/null", O_RDWR | O_CLOEXEC);
		if (fd < 0)
			fd = open("/", O_PATH | O_CLOEXEC); /* there may be no /dev */
	} while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd >= 0)
		close(fd);
}

bool fd_is_served(int fd)
{
	struct statfs fs;

	return fstatfs(fd, &fs) || (unsigned long)fs.f_type == FUSE_SUPER_MAGIC;
}
