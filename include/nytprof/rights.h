/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* Where a process is, and what it may do. */
#ifndef NYTPROF_SHARED_RIGHTS_H
#define NYTPROF_SHARED_RIGHTS_H

#include <linux/types.h>

/*
 * A file or directory of this host.  Two subvolumes of btrfs can have the same inode number in one mount.  Their
 * device is not that of the mount as user space sees it, so there only the root of a mount can be told apart.
 */
struct place_id {
	__u64 mount; /* never used again since 6.8 (mnt_id_unique), before that not while it is mounted */
	__u64 ino;
	__u32 dev; /* as the kernel has it: 12 bits of major, 20 of minor number */
	__u32 is_mount; /* it is what is mounted, not something in there */
};

#define CREDS_KNOWN	   1
#define CREDS_NO_NEW_PRIVS 2
#define CREDS_CHANGED	   4 /* made of two that are not the same */

/* What a process may do.  Ids are the host's; real, effective, saved, and that for files. */
struct creds {
	__u64 caps; /* effective; 0 in a user namespace of its own, as the host's files know none of those */
	__u32 uid[4];
	__u32 gid[4];
	__u32 filters; /* seccomp's, that its system calls must pass */
	__u32 flags; /* CREDS_* */
};

_Static_assert(sizeof(struct creds) == 48, "no hidden padding");

#endif
