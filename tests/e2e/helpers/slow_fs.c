// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A file system (FUSE) with one file, "page", that answers all but reads: whoever touches a page of it waits, also when he is
 * killed, until this program ends.  Every user of the host can have one.  Its name goes on as one likes: page-malloc.so.
 * Or it begins with NAME.  With OPENS it answers only as many who open the file; of the next one it prints a line, "waits".
 *
 *     slow_fs DIRECTORY [OPENS [NAME]]
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define REQUEST_MAX (1 << 20)
#define FILE_NODE   2
#define FILE_SIZE   (1 << 16)

static int device;
static const char *name = "page";
static long opens = -1; /* that are answered; -1: all */

static void answer(uint64_t unique, int error, const void *data, size_t len)
{
	struct fuse_out_header head = { .len = (uint32_t)(sizeof(head) + len),
					.error = error,
					.unique = unique };
	struct iovec parts[2] = { { &head, sizeof(head) }, { (void *)data, len } };

	if (writev(device, parts, len ? 2 : 1) < 0 && errno != ENOENT)
		exit(1);
}

static struct fuse_attr attr_of(uint64_t node)
{
	return (struct fuse_attr){ .ino = node,
				   .size = node == FILE_NODE ? FILE_SIZE : 0,
				   .mode = node == FILE_NODE ? S_IFREG | 0755 : S_IFDIR | 0755,
				   .nlink = 1,
				   .blksize = 4096 };
}

static void begin(uint64_t unique, const struct fuse_init_in *in)
{
	const struct fuse_init_out out = { .major = FUSE_KERNEL_VERSION,
					   .minor = FUSE_KERNEL_MINOR_VERSION,
					   .max_readahead = in->max_readahead,
					   .max_write = 1 << 16,
					   .max_background = 16 };

	answer(unique, 0, &out, sizeof(out));
}

static void serve(const struct fuse_in_header *in)
{
	const void *arg = in + 1;

	switch (in->opcode) {
	case FUSE_INIT:
		begin(in->unique, arg);
		break;
	case FUSE_LOOKUP: {
		struct fuse_entry_out out = { .nodeid = FILE_NODE, .attr = attr_of(FILE_NODE) };

		out.entry_valid = out.attr_valid = 3600;
		if (strncmp(arg, name, strlen(name)))
			answer(in->unique, -ENOENT, NULL, 0);
		else
			answer(in->unique, 0, &out, sizeof(out));
		break;
	}
	case FUSE_GETATTR: {
		struct fuse_attr_out out = { .attr_valid = 3600, .attr = attr_of(in->nodeid) };

		answer(in->unique, 0, &out, sizeof(out));
		break;
	}
	case FUSE_OPEN: {
		const struct fuse_open_out out = {};

		if (!opens) {
			puts("waits");
			fflush(stdout);
			break;
		}
		opens -= opens > 0;
		answer(in->unique, 0, &out, sizeof(out));
		break;
	}
	case FUSE_FORGET:
	case FUSE_BATCH_FORGET:
	case FUSE_INTERRUPT:
	case FUSE_READ: /* never */
		break;
	default:
		answer(in->unique, -ENOSYS, NULL, 0);
	}
}

int main(int argc, char **argv)
{
	static char request[REQUEST_MAX];
	char options[128];
	ssize_t got;

	device = open("/dev/fuse", O_RDWR | O_CLOEXEC);
	snprintf(options, sizeof(options),
		 "fd=%d,rootmode=40000,user_id=%u,group_id=%u,allow_other", device, geteuid(),
		 getegid());
	if (argc > 2)
		opens = atol(argv[2]);
	if (argc > 3)
		name = argv[3];
	if (argc < 2 || device < 0 || mount("slow_fs", argv[1], "fuse.slow_fs", MS_NODEV, options))
		return 1;
	while ((got = read(device, request, sizeof(request))) > 0 || errno == EINTR ||
	       errno == ENOENT) {
		if (got > 0)
			serve((const struct fuse_in_header *)request);
	}
	return 0;
}
