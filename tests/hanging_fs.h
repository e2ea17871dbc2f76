/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A file system of somebody's own program (FUSE): what is in its directory are regular files, which can be opened, and nobody
 * ever answers who reads one.
 */
#ifndef NYTPROF_HANGING_FS_H
#define NYTPROF_HANGING_FS_H

#include <fcntl.h>
#include <linux/fuse.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static void hanging_fs_answer(int fd, const struct fuse_in_header *in, int error, const void *data,
			      size_t len)
{
	struct fuse_out_header out = { .len = (uint32_t)(sizeof(out) + len),
				       .error = -error,
				       .unique = in->unique };
	struct iovec parts[2] = { { &out, sizeof(out) }, { (void *)data, len } };

	if (writev(fd, parts, 2) < 0)
		_exit(1);
}

static struct fuse_attr hanging_fs_attr(uint64_t node)
{
	return (struct fuse_attr){ .ino = node,
				   .mode = node == FUSE_ROOT_ID ? S_IFDIR | 0755 : S_IFREG | 0644,
				   .nlink = 1,
				   .size = 100 };
}

static void hanging_fs_serve_one(int fd, const struct fuse_in_header *in)
{
	struct fuse_init_out init = { .major = FUSE_KERNEL_VERSION,
				      .minor = FUSE_KERNEL_MINOR_VERSION,
				      .max_write = 4096 };
	struct fuse_entry_out entry = { .nodeid = 2, .attr = hanging_fs_attr(2) };
	struct fuse_attr_out attr = { .attr = hanging_fs_attr(in->nodeid) };
	struct fuse_open_out opened = { .fh = 1 };
	struct fuse_statfs_out statfs = {};

	switch (in->opcode) {
	case FUSE_INIT:
		return hanging_fs_answer(fd, in, 0, &init, sizeof(init));
	case FUSE_LOOKUP:
		return hanging_fs_answer(fd, in, 0, &entry, sizeof(entry));
	case FUSE_GETATTR:
		return hanging_fs_answer(fd, in, 0, &attr, sizeof(attr));
	case FUSE_OPEN:
		return hanging_fs_answer(fd, in, 0, &opened, sizeof(opened));
	case FUSE_STATFS:
		return hanging_fs_answer(fd, in, 0, &statfs, sizeof(statfs));
	case FUSE_READ:
	case FUSE_FORGET:
	case FUSE_BATCH_FORGET:
	case FUSE_INTERRUPT:
		return;
	default:
		return hanging_fs_answer(fd, in, 38 /* ENOSYS */, NULL, 0);
	}
}

/* Mounts it on a directory; the process that serves it, -1: there is no FUSE here. */
static pid_t hanging_fs_start(const char *dir)
{
	static char request[1 << 17];
	int fd = open("/dev/fuse", O_RDWR | O_CLOEXEC);
	char options[128];
	pid_t pid;

	snprintf(options, sizeof(options), "fd=%d,rootmode=40000,user_id=0,group_id=0,allow_other",
		 fd);
	if (fd < 0 || mount("hanging", dir, "fuse.hanging", MS_NOSUID | MS_NODEV, options)) {
		close(fd);
		return -1;
	}
	pid = fork();
	if (!pid) {
		while (read(fd, request, sizeof(request)) > 0)
			hanging_fs_serve_one(fd, (const void *)request);
		_exit(0);
	}
	close(fd);
	return pid;
}

static void hanging_fs_stop(pid_t pid, const char *dir)
{
	kill(pid, SIGKILL); /* who waits gets an error then */
	waitpid(pid, NULL, 0);
	umount2(dir, MNT_DETACH);
}

#endif
