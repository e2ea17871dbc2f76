// SPDX-License-Identifier: GPL-2.0-or-later
/* Whole files, safely put into directories that others may write to. */
#include "outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdbool.h>
#include <linux/openat2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "util/cleanup.h"
#include "util/error.h"
#include "util/path.h"

struct outfile {
	char *path;
	char *base; /* its last part */
	char temp[64];
	int dir;
	FILE *stream;
};

/* What is there already must be a regular file, and no link to one. */
static int check_place(const struct outfile *out, struct error *err)
{
	struct stat st;

	if (fstatat(out->dir, out->base, &st, AT_SYMLINK_NOFOLLOW)) {
		if (errno == ENOENT)
			return 0;
		return error_set(err, errno, "can't write %s: %s", out->path, strerror(errno));
	}
	if (S_ISREG(st.st_mode))
		return 0;
	if (S_ISDIR(st.st_mode))
		return error_set(err, EISDIR,
				 "can't write %s: it is a directory; name a file in it", out->path);
	if (S_ISLNK(st.st_mode))
		return error_set(
			err, ELOOP,
			"can't write %s: it is a symbolic link, which is not followed; name "
			"its target",
			out->path);
	return error_set(err, EEXIST, "can't write %s: it exists and is not a regular file",
			 out->path);
}

static int open_dir(int root, const char *path)
{
	struct open_how how = { .flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC,
				.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS };

	if (root == AT_FDCWD)
		return path_open_dir(path);
	return (int)syscall(SYS_openat2, root, path, &how, sizeof(how));
}

static int open_place(struct outfile *out, int root, const char *path, struct error *err)
{
	char *dir __cleanup(free_ptr) = strdup(path), *base __cleanup(free_ptr) = strdup(path);

	if (strlen(path) >= PATH_MAX)
		return error_set(err, ENAMETOOLONG, "can't write %.60s...: the name is too long",
				 path);
	out->path = strdup(path);
	if (!dir || !base || !out->path || !(out->base = strdup(basename(base))))
		return error_set(err, ENOMEM, "out of memory");
	if (!*path || path[strlen(path) - 1] == '/')
		return error_set(err, EISDIR, "can't write \"%s\": that is a directory's name",
				 path);
	out->dir = open_dir(root, dirname(dir));
	if (out->dir < 0)
		return error_set(err, errno, "can't write %s: its directory: %s", path,
				 errno == EPERM ? "a symbolic link of another user leads "
						  "there; name the directory that it points "
						  "to" :
						  strerror(errno));
	return check_place(out, err);
}

static void choose_temp(struct outfile *out, int tries)
{
	unsigned random;

	if (getrandom(&random, sizeof(random), 0) != sizeof(random))
		random = (unsigned)getpid() + (unsigned)tries;
	snprintf(out->temp, sizeof(out->temp), ".nytprof-bpf.%08x.tmp", random);
}

static int open_temp(struct outfile *out, bool hidden, struct error *err)
{
	int fd = -1, tries;

	/* Not each file system can. */
	if (hidden)
		fd = openat(out->dir, ".", O_WRONLY | O_TMPFILE | O_CLOEXEC, 0600);
	for (tries = 0; tries < 100 && fd < 0; tries++) {
		choose_temp(out, tries);
		fd = openat(out->dir, out->temp,
			    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
		if (fd < 0 && errno != EEXIST)
			break;
	}
	if (fd < 0) {
		out->temp[0] = '\0';
		return error_set(err, errno, "can't write %s: %s", out->path, strerror(errno));
	}
	out->stream = fdopen(fd, "w");
	if (out->stream)
		return 0;
	close(fd);
	return error_set(err, ENOMEM, "out of memory");
}

/* A file without a name gets one, which is renamed then: a link replaces nothing. */
static int give_name(struct outfile *out)
{
	char self[64];
	int rc = -1, tries;

	if (out->temp[0])
		return 0;
	snprintf(self, sizeof(self), "/proc/self/fd/%d", fileno(out->stream));
	for (tries = 0; tries < 100 && rc; tries++) {
		choose_temp(out, tries);
		rc = linkat(AT_FDCWD, self, out->dir, out->temp, AT_SYMLINK_FOLLOW);
		if (rc && errno != EEXIST)
			break;
	}
	if (rc)
		out->temp[0] = '\0';
	return rc;
}

static struct outfile *open_outfile(int root, const char *path, bool hidden, struct error *err)
{
	struct outfile *out = calloc(1, sizeof(*out));
	int rc;

	if (!out) {
		error_set(err, ENOMEM, "out of memory");
		return NULL;
	}
	out->dir = -1;
	rc = open_place(out, root, path, err);
	rc = rc ?: open_temp(out, hidden, err);
	if (!rc)
		return out;
	outfile_abort(out);
	errno = -rc;
	return NULL;
}

struct outfile *outfile_new(int root, const char *path, struct error *err)
{
	return open_outfile(root, path, false, err);
}

struct outfile *outfile_new_hidden(int root, const char *path, struct error *err)
{
	return open_outfile(root, path, true, err);
}

int outfile_check(const char *path, struct error *err)
{
	struct outfile *out = outfile_new(AT_FDCWD, path, err);

	if (!out)
		return -errno;
	outfile_abort(out);
	return 0;
}

FILE *outfile_stream(struct outfile *out)
{
	return out->stream;
}

void outfile_set_owner(struct outfile *out, uid_t uid, gid_t gid)
{
	if (fchown(fileno(out->stream), uid, gid))
		return; /* it stays ours */
}

int outfile_set_readers(struct outfile *out, gid_t group)
{
	int fd = fileno(out->stream);

	return fchown(fd, (uid_t)-1, group) || fchmod(fd, 0640) ? -errno : 0;
}

void outfile_set_public(struct outfile *out)
{
	if (fchmod(fileno(out->stream), 0644))
		return; /* root can read it */
}

void outfile_abort(struct outfile *out)
{
	if (!out)
		return;
	close_file(&out->stream);
	if (out->temp[0])
		unlinkat(out->dir, out->temp, 0);
	close_fd(&out->dir);
	free(out->path);
	free(out->base);
	free(out);
}

int outfile_commit(struct outfile *out, struct error *err)
{
	int rc = 0;

	errno = 0;
	if (fflush(out->stream) || ferror(out->stream) || fsync(fileno(out->stream)))
		rc = error_set(err, errno ? errno : EIO, "can't write %s: %s", out->path,
			       strerror(errno ? errno : EIO));
	rc = rc ?: check_place(out, err); /* it may have changed meanwhile */
	if (!rc && (give_name(out) || renameat(out->dir, out->temp, out->dir, out->base)))
		rc = error_set(err, errno, "can't write %s: %s", out->path, strerror(errno));
	/* The directory is not synced: after a crash it has this file or the one before, both whole. */
	if (!rc)
		out->temp[0] = '\0';
	outfile_abort(out);
	return rc;
}
