/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* Files that stand for a place, and the rights of a process. */
#ifndef NYTPROF_SHARED_RIGHTS_H
#define NYTPROF_SHARED_RIGHTS_H

#include <linux/types.h>

/*
 * A file or directory of this host.  Two subvolumes of btrfs can have the same inode number in one
 * mount.  Their device is not that of the mount as user space sees it, so there only the root of a
 * mount can be told apart.
 */
struct place_id {
	/* never used again since 6.8 (mnt_id_unique), before that not while it is mounted */
	__u64 mount;
	__u64 ino;
	__u32 dev; /* as the kernel has it: 12 bits of major, 20 of minor number */
	__u32 is_mount; /* it is what is mounted, not something in there */
};

#define CREDS_KNOWN	   1
#define CREDS_NO_NEW_PRIVS 2
#define CREDS_CHANGED	   4 /* merged from two that differ */

/* The rights of a process.  Ids are the host's: real, effective, saved, file system. */
struct creds {
	/*
	 * effective; 0 in another user namespace, whose capabilities mean nothing for the host's
	 * files
	 */
	__u64 caps;
	__u32 uid[4];
	__u32 gid[4];
	__u32 filters; /* number of seccomp filters */
	__u32 flags; /* CREDS_* */
};

_Static_assert(sizeof(struct creds) == 48, "no hidden padding");

#endif
