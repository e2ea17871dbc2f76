// SPDX-License-Identifier: GPL-2.0-or-later
/* Copies, their attributes, and the mounts. */
#include "spawn/copies.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/limits.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "perl/perl_image.h"
#include "target/find.h"
#include "util/cleanup.h"
#include "util/error.h"

/* A directory to mount the copies on for a moment: none of the perls may be below it. */
static const char *staging_dir(const struct found_perls *perls)
{
	static const char *const dirs[] = {
		"/dev/shm", "/run", "/mnt", "/media", "/var/tmp", "/tmp"
	};
	struct stat st;
	size_t i, j;

	for (i = 0; i < sizeof(dirs) / sizeof(dirs[0]); i++) {
		size_t len = strlen(dirs[i]);

		if (stat(dirs[i], &st) || !S_ISDIR(st.st_mode))
			continue;
		for (j = 0; j < perls->path_cnt; j++) {
			if (!strncmp(perls->paths[j].path, dirs[i], len))
				break;
		}
		if (j == perls->path_cnt)
			return dirs[i];
	}
	return NULL;
}

/* ------------------------------------------------------------------------ a copy */

/* They decide who may run a file and what it may then do. */
static bool is_decisive(const char *attribute)
{
	static const char *const names[] = { "security.capability", "security.selinux",
					     "security.SMACK64", "security.SMACK64EXEC",
					     "system.posix_acl_access" };
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (!strcmp(attribute, names[i]))
			return true;
	}
	return false;
}

/* Not every file system keeps every attribute, and of most that is no harm.  -errno with err set. */
static int copy_attributes(int from, int to, struct error *err)
{
	static char names[XATTR_LIST_MAX], value[XATTR_SIZE_MAX];
	ssize_t len = flistxattr(from, names, sizeof(names)), size;
	const char *name;

	if (len < 0 && errno != ENOTSUP)
		return error_set(err, errno, "reading the attributes of a perl: %s",
				 strerror(errno));
	for (name = names; len > 0 && name < names + len; name += strlen(name) + 1) {
		size = fgetxattr(from, name, value, sizeof(value));
		if (size >= 0 && !fsetxattr(to, name, value, (size_t)size, 0))
			continue;
		if (is_decisive(name))
			return error_set(err, errno,
					 "copying the attribute %s of a perl: "
					 "%s",
					 name, strerror(errno));
	}
	return 0;
}

/*
 * Owner and mode as they are when all is copied: whoever writes to a set-user-ID file takes the bit
 * away, and so must not have written in between.
 */
static int copy_owner(int from, int to)
{
	struct timespec times[2];
	struct stat st;

	if (fstat(from, &st))
		return -errno;
	times[0] = st.st_atim;
	times[1] = st.st_mtim;
	if (fchown(to, st.st_uid, st.st_gid) || fchmod(to, st.st_mode & 07777) ||
	    futimens(to, times))
		return -errno;
	return 0;
}

static int copy_content(int from, int to)
{
	struct stat st;
	off_t at = 0;

	if (fstat(from, &st))
		return -errno;
	while (at < st.st_size) {
		ssize_t done = sendfile(to, from, &at, (size_t)(st.st_size - at));

		if (done <= 0)
			return done ? -errno : -EIO;
	}
	return 0;
}

static bool is_zero(const uint8_t *bytes, size_t size)
{
	size_t i;

	for (i = 0; i < size; i++) {
		if (bytes[i])
			return false;
	}
	return true;
}

static int read_all(int fd, uint8_t *to, size_t size, uint64_t at)
{
	ssize_t got = pread(fd, to, size, (off_t)at);

	return got == (ssize_t)size ? 0 : got < 0 ? -errno : -EIO;
}

static int write_all(int fd, const uint8_t *from, size_t size, uint64_t at)
{
	ssize_t done = pwrite(fd, from, size, (off_t)at);

	return done == (ssize_t)size ? 0 : done < 0 ? -errno : -EIO;
}

/* Over what a worker has seen there, and into bytes that are unused, whatever it has said of them. */
static int write_stub(const struct stub *stub, int to)
{
	uint8_t was[STUB_DISPLACED], unused[STUB_CODE], code[STUB_CODE], jump[STUB_JUMP];
	int rc = read_all(to, was, stub->size, stub->at);

	rc = rc ?: read_all(to, unused, stub_size(stub), stub->cave);
	if (!rc && (memcmp(was, stub->was, stub->size) != 0 || !is_zero(unused, stub_size(stub)) ||
		    !stub_make(stub, code, jump)))
		rc = -ESTALE;
	rc = rc ?: write_all(to, code, stub_size(stub), stub->cave);
	return rc ?: write_all(to, jump, sizeof(jump), stub->at);
}

static int write_stubs(const struct perl_image *image, int to)
{
	size_t i;
	int rc = 0;

	for (i = 0; i < image->probe_cnt && !rc; i++) {
		if (image->probes[i].stub.kind != STUB_NONE)
			rc = write_stub(&image->probes[i].stub, to);
	}
	return rc;
}

static int copy_file(const struct perl_image *image, const char *path, struct error *err)
{
	int to __cleanup(close_fd) = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0700);
	int from = image->fd, rc = to < 0 ? -errno : 0;

	rc = rc ?: copy_content(from, to);
	rc = rc ?: write_stubs(image, to);
	rc = rc ?: copy_owner(from, to);
	if (rc)
		return error_set(err, -rc, "copying a perl%s: %s",
				 rc == -EPERM ? " (needs CAP_CHOWN and CAP_FOWNER)" : "",
				 strerror(-rc));
	rc = copy_attributes(from, to, err);
	/* Over itself: a mount of its own can have flags of its own. */
	if (!rc && mount(path, path, NULL, MS_BIND, NULL))
		rc = error_set(err, errno, "mounting a perl: %s", strerror(errno));
	return rc;
}

static void copy_name(char *name, size_t size, const char *dir, size_t image)
{
	snprintf(name, size, "%s/%zu", dir, image);
}

static int copy_files(const struct found_perls *perls, const char *dir, struct error *err)
{
	char copy[64];
	size_t i;
	int rc = 0;

	for (i = 0; i < perls->image_cnt && !rc; i++) {
		copy_name(copy, sizeof(copy), dir, i);
		rc = copy_file(perls->images[i], copy, err);
	}
	return rc;
}

/* The limit of a file's size (ulimit -f) is about what the command writes. */
static int copy_files_of_any_size(const struct found_perls *perls, const char *dir,
				  struct error *err)
{
	const struct rlimit none = { RLIM_INFINITY, RLIM_INFINITY };
	struct rlimit before;
	bool lifted = !prlimit(0, RLIMIT_FSIZE, &none, &before); /* takes CAP_SYS_RESOURCE */
	int rc = copy_files(perls, dir, err);

	if (lifted && setrlimit(RLIMIT_FSIZE, &before))
		return error_set(err, errno, "setting the limit of a file's size: %s",
				 strerror(errno));
	return rc;
}

/* -------------------------------------------------------------------- the mounts */

/*
 * Of an idmapped mount the kernel honours no set-user-ID bit whose owner has no mapping (fs/exec.c,
 * bprm_fill_uid, 6.18), and fstat() shows that owner as another one.
 */
static bool is_idmapped(int fd)
{
	FILE *mounts __cleanup(close_file) = fopen("/proc/self/mountinfo", "re");
	char line[8192], options[512];
	unsigned long long id;
	struct statx stx;

	if (!mounts || statx(fd, "", AT_EMPTY_PATH, STATX_MNT_ID, &stx) ||
	    !(stx.stx_mask & STATX_MNT_ID))
		return false; /* Linux before 5.8 has no idmapped mounts */
	while (fgets(line, sizeof(line), mounts)) {
		if (sscanf(line, "%llu %*s %*s %*s %*s %511s", &id, options) == 2 &&
		    id == stx.stx_mnt_id)
			return strstr(options, "idmapped");
	}
	return false;
}

static unsigned long mount_flags(int original)
{
	const unsigned long kept = MS_NOSUID | MS_NOEXEC | MS_NODEV; /* as ST_NOSUID and so on */
	struct statvfs fs;

	if (fstatvfs(original, &fs))
		return MS_RDONLY | kept;
	return MS_RDONLY | (fs.f_flag & kept) | (is_idmapped(original) ? MS_NOSUID : 0);
}

/*
 * Over the file that was looked at and no other one: whoever owns a directory on the way may have
 * changed what the path leads to.
 */
static int lay_over(const char *copy, const struct perl_image *image, const char *path)
{
	int original __cleanup(close_fd) = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
	char target[32];
	struct stat st;

	if (original < 0 || fstat(original, &st))
		return -errno;
	if (st.st_dev != image->dev || st.st_ino != image->ino)
		return -ESTALE;
	snprintf(target, sizeof(target), "/proc/self/fd/%d", original);
	if (mount(NULL, copy, NULL, MS_REMOUNT | MS_BIND | mount_flags(original), NULL) ||
	    mount(copy, target, NULL, MS_BIND, NULL)) /* which takes the flags along */
		return -errno;
	return 0;
}

static int lay_all(const struct found_perls *perls, const char *dir, struct error *err)
{
	char copy[64];
	size_t i;

	for (i = 0; i < perls->path_cnt; i++) {
		const struct found_path *p = &perls->paths[i];
		int rc;

		copy_name(copy, sizeof(copy), dir, p->image);
		rc = lay_over(copy, perls->images[p->image], p->path);
		if (rc)
			return error_set(err, -rc, "%s: %s", p->path, strerror(-rc));
	}
	return 0;
}

int copies_lay(const struct found_perls *perls, dev_t *dev, struct error *err)
{
	const char *dir = staging_dir(perls);
	struct stat st;
	int rc;

	if (!dir)
		return error_set(err, ENOENT, "finding a directory to work in: %s",
				 strerror(ENOENT));
	/* What is mounted elsewhere still appears here; what is mounted here stays here. */
	if (unshare(CLONE_NEWNS) || mount(NULL, "/", NULL, MS_REC | MS_SLAVE, NULL))
		return error_set(err, errno, "creating a mount namespace: %s", strerror(errno));
	if (mount("nytprof-bpf", dir, "tmpfs", 0, "mode=0755") || stat(dir, &st))
		return error_set(err, errno, "mounting a temporary file system: %s",
				 strerror(errno));
	*dev = st.st_dev;
	rc = copy_files_of_any_size(perls, dir, err);
	rc = rc ?: lay_all(perls, dir, err);
	umount2(dir, MNT_DETACH); /* the copies live on in their places */
	return rc;
}
