// SPDX-License-Identifier: GPL-2.0-or-later
/* What is known of each file; a file is a device and an inode, whatever it is called. */
#include "host/exec_files.h"

#include <fcntl.h>
#include <linux/nsfs.h>
#include <stdio.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/vfs.h>

#include "target/maps.h"
#include "util/cleanup.h"
#include "util/error.h"

#define OVERLAY_MAGIC 0x794c7630 /* include/uapi/linux/magic.h, OVERLAYFS_SUPER_MAGIC */
#define FILES_MAX     16384
#define UNUSED_SWEEPS 2

void exec_files_forget(struct exec_files *files, struct known_file *k)
{
	if (k->state == FILE_ATTACHED && files->forgotten)
		files->forgotten(k, files->arg);
	HASH_DEL(files->all, k);
	free(k);
}

void exec_files_release(struct exec_files *files)
{
	struct known_file *k, *next;

	HASH_ITER(hh, files->all, k, next)
		exec_files_forget(files, k);
}

/* They are looked at again when they are met again. */
static void forget_others(struct exec_files *files, bool used_ones)
{
	struct known_file *k, *next;

	HASH_ITER(hh, files->all, k, next) {
		if (k->state != FILE_ATTACHED && k->state != FILE_ASKED && (used_ones || !k->used))
			exec_files_forget(files, k);
	}
}

const struct known_file *exec_files_find(const struct exec_files *files,
					 const struct mapped_file *file)
{
	const struct file_key key = { .dev = file->dev, .ino = file->ino };
	const struct known_file *k;

	HASH_FIND(hh, files->all, &key, sizeof(key), k);
	return k;
}

struct known_file *exec_files_know(struct exec_files *files, const struct mapped_file *file)
{
	const struct file_key key = { .dev = file->dev, .ino = file->ino };
	struct known_file *k;

	HASH_FIND(hh, files->all, &key, sizeof(key), k);
	if (!k) {
		if (HASH_COUNT(files->all) >= FILES_MAX)
			forget_others(files, true);
		k = calloc(1, sizeof(*k));
		if (!k)
			return NULL;
		k->key = key;
		HASH_ADD(hh, files->all, key, sizeof(k->key), k);
	}
	k->used = true;
	k->unused = 0;
	return k;
}

static bool is_below(const char *path, const char *dir)
{
	size_t len = strlen(dir);

	return !strcmp(dir, "/") || (!strncmp(path, dir, len) && path[len] == '/');
}

/*
 * Is it one of our mounts, where its process says?  In a container that has the path from there it
 * is not.  The path is not followed: it may lead into a file system that its owner serves.
 */
static bool is_in_our_mounts(int fd, const char *path)
{
	FILE *mounts __cleanup(close_file) = fopen("/proc/self/mountinfo", "re");
	unsigned long long id;
	struct statx st;
	char line[8192], dir[4096];
	bool starts = true;

	if (!mounts || statx(fd, "", AT_EMPTY_PATH, STATX_MNT_ID, &st) ||
	    !(st.stx_mask & STATX_MNT_ID))
		return false;
	while (fgets(line, sizeof(line), mounts)) {
		/* mount id, parent id, device, root, mount point (proc(5)) */
		if (starts && sscanf(line, "%llu %*d %*s %*s %4095s", &id, dir) == 2 &&
		    id == st.stx_mnt_id)
			return is_below(path, dir);
		starts = strchr(line, '\n') != NULL;
	}
	return false;
}

/* Of the user namespace of a process. */
static int read_maker(pid_t pid, uid_t *maker)
{
	int fd __cleanup(close_fd) = -1;
	char path[64];

	*maker = 0;
	if (!pid)
		return 0;
	snprintf(path, sizeof(path), "/proc/%d/ns/user", pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	return fd < 0 || ioctl(fd, NS_GET_OWNER_UID, maker) ? -ESRCH : 0;
}

int known_file_identify(struct known_file *k, int fd, const char *path, pid_t pid)
{
	struct statfs fs;

	k->overlay = !fstatfs(fd, &fs) && fs.f_type == OVERLAY_MAGIC;
	k->ours = is_in_our_mounts(fd, path);
	if (fstat(fd, &k->st))
		memset(&k->st, 0, sizeof(k->st));
	return read_maker(pid, &k->maker) && k->overlay ? -ESRCH : 0;
}

/*
 * Each overlay has a device of its own, and a name in it for the file below, which is where the
 * probe is: a second one would count everything twice.  Number, size and the time of the last
 * change are the file's own; but a user who makes his own mounts can put a file system of his below
 * one, and choose them.
 */
static bool are_same(const struct known_file *a, const struct known_file *b)
{
	return (a->overlay || b->overlay) && a->maker == b->maker && a->st.st_ino == b->st.st_ino &&
	       a->st.st_size == b->st.st_size && a->st.st_ctim.tv_sec == b->st.st_ctim.tv_sec &&
	       a->st.st_ctim.tv_nsec == b->st.st_ctim.tv_nsec;
}

const struct known_file *exec_files_same(const struct exec_files *files, const struct known_file *k)
{
	const struct known_file *other;

	for (other = files->all; other; other = other->hh.next) {
		if (other != k && other->state == FILE_ATTACHED && are_same(other, k))
			return other;
	}
	return NULL;
}

int exec_files_have_room(const struct exec_files *files, const struct known_file *k,
			 struct error *err)
{
	const struct known_file *other;
	unsigned same = 0, all = 0;

	for (other = files->all; other && k->st.st_uid; other = other->hh.next) {
		if (other->state != FILE_ATTACHED)
			continue;
		all += other->st.st_uid != 0;
		same += other->st.st_uid == k->st.st_uid;
	}
	/* Without the file's name, as one line for all of them will do: see log/repeats.h. */
	if (same >= USER_PERLS)
		return error_set(err, ENOSPC,
				 "user %u already has %u profiled perl binaries, which is "
				 "the limit",
				 k->st.st_uid, same);
	if (all >= PERLS_BUT_ROOT_S)
		return error_set(err, ENOSPC,
				 "%u perl binaries that do not belong to root are already "
				 "profiled, which is the limit",
				 all);
	return 0;
}

/* ------------------------------------------------------------------------- sweep */

static bool is_used(const struct exec_files *files, int image)
{
	const struct known_file *k;

	for (k = files->all; k; k = k->hh.next) {
		if (k->state == FILE_ATTACHED && k->image == image && k->unused < UNUSED_SWEEPS)
			return true;
	}
	return false;
}

static void drop_unused(struct exec_files *files, void (*drop)(int image, void *arg), void *arg)
{
	struct known_file *k, *next;
	bool drops;
	int image;

	HASH_ITER(hh, files->all, k, next) {
		if (k->state != FILE_ATTACHED || is_used(files, k->image))
			continue;
		image = k->image;
		drops = true;
		exec_files_forget(files, k);
		for (k = files->all; k && drops; k = k->hh.next)
			drops = k->state != FILE_ATTACHED || k->image != image;
		if (drops) /* it had no other name */
			drop(image, arg);
	}
}

void exec_files_sweep(struct exec_files *files, bool (*exists)(int image, void *arg),
		      void (*drop)(int image, void *arg), void *arg)
{
	struct known_file *k;

	forget_others(files, false);
	for (k = files->all; k; k = k->hh.next) {
		/* A perl of the host will be run again. */
		if (k->used || (k->state == FILE_ATTACHED && k->ours && exists(k->image, arg)))
			k->unused = 0;
		else
			k->unused++;
		k->used = false;
	}
	drop_unused(files, drop, arg);
}
