// SPDX-License-Identifier: GPL-2.0-or-later
#include "control_dir/kept.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "control_dir/circumstances.h"
#include "control_dir/sockets.h"
#include "log/log.h"
#include "util/cleanup.h"
#include "util/error.h"
#include "util/outfile.h"

static void kept_path(const char *name, char path[PATH_MAX])
{
	snprintf(path, PATH_MAX, "%s/%s", CONTROL_DIR, name);
}

/* Opens a file that only this user writes to. -errno as kept_read(). */
static int open_kept(const char *name, size_t *size)
{
	int fd __cleanup(close_fd) = -1;
	char path[PATH_MAX];
	struct stat st;

	kept_path(name, path);
	fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0 || fstat(fd, &st))
		return -errno;
	if (!S_ISREG(st.st_mode) || st.st_uid != geteuid() || (st.st_mode & (S_IWGRP | S_IWOTH)))
		return -EPERM;
	*size = (size_t)st.st_size;
	return take_fd(&fd);
}

int kept_read(const char *name, void *data, size_t size)
{
	size_t has;
	int fd __cleanup(close_fd) = open_kept(name, &has);

	if (fd < 0)
		return fd;
	if (has != size)
		return -EINVAL;
	return read(fd, data, size) == (ssize_t)size ? 0 : -EIO;
}

void kept_write(const char *name, const void *data, size_t size)
{
	char path[PATH_MAX];
	struct outfile *out;
	struct error err;

	if (mkdir(CONTROL_DIR, 0700) && errno != EEXIST)
		return;
	kept_path(name, path);
	out = outfile_new(AT_FDCWD, path, &err);
	if (out && fwrite(data, size, 1, outfile_stream(out)) == 1) {
		if (!outfile_commit(out, &err))
			return;
	} else if (out) {
		error_set(&err, EIO, "can't write %s", path);
		outfile_abort(out);
	}
	log_verbose("%s", err.text);
}

/* ------------------------------------------------------------- under the same circumstances */

void *kept_read_here(const char *name, size_t entry_size, size_t max, size_t *size)
{
	struct circumstances now, then;
	void *data __cleanup(free_ptr) = NULL;
	int fd __cleanup(close_fd) = -1;
	size_t has;

	if (!circumstances_read(&now, entry_size))
		return NULL;
	fd = open_kept(name, &has);
	if (fd < 0 || has <= sizeof(then) || has > max ||
	    read(fd, &then, sizeof(then)) != sizeof(then) || memcmp(&now, &then, sizeof(now)) != 0)
		return NULL;
	*size = has - sizeof(then);
	data = malloc(*size);
	return data && read(fd, data, *size) == (ssize_t)*size ? take_ptr(data) : NULL;
}

void kept_write_here(const char *name, size_t entry_size, const void *data, size_t size)
{
	struct circumstances now;
	char *both __cleanup(free_ptr) = NULL;

	if (!circumstances_read(&now, entry_size))
		return;
	both = malloc(sizeof(now) + size);
	if (!both)
		return;
	memcpy(both, &now, sizeof(now));
	memcpy(both + sizeof(now), data, size);
	kept_write(name, both, sizeof(now) + size);
}
