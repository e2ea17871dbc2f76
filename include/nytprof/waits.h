/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* Waits: time off the processor, by place, reason and object. */
#ifndef NYTPROF_SHARED_WAITS_H
#define NYTPROF_SHARED_WAITS_H

#include <linux/types.h>

#define WAIT_ENTRIES	   (1 << 14) /* sums, between two drains */
#define WAIT_ENTRIES_EACH  (1 << 11) /* of them: those of one interpreter */
#define WAIT_CALLS_ENTRIES (1 << 15) /* of calls, likewise */
#define WAIT_THREADS	   (1 << 14)
#define WAIT_NAMES	   (1 << 12) /* of files and of unix sockets */
#define WAIT_NAME_MAX	   192 /* bytes of one; of a longer one its end is kept */

/* Why a thread was off the processor.  The reason in a key is this << 16 | number of the call. */
enum wait_kind {
	WAIT_CALL, /* in a system call, */
	WAIT_CALL_DISK, /* for a disk */
	WAIT_FAULT, /* in no call: for a page of memory */
	WAIT_FAULT_DISK,
	WAIT_RUN_QUEUE, /* it was ready to run */
	WAIT_STOPPED, /* by a signal */
	WAIT_TRACED, /* by a tracer */
};

#define WAIT_NO_CALL 0xffffu

/* What the arguments of a system call say of what it waits for. */
enum wait_argument {
	WAIT_ARG_NONE,
	WAIT_ARG_FD, /* a descriptor, the first one */
	WAIT_ARG_CHILD, /* a process id, the first one */
	WAIT_ARG_CHILD_ID, /* waitid */
	WAIT_ARG_POLL, /* an array of struct pollfd, and its length */
	WAIT_ARG_SELECT, /* a number of descriptors, and the set of those to read from */
	WAIT_ARG_FUTEX,
};

#define WAIT_CALLS 512 /* numbers of system calls */

enum wait_object_kind {
	WAIT_OBJECT_NONE,
	WAIT_OBJECT_FILE, /* .nr: device, .id: inode; its name is in the map wait_names */
	WAIT_OBJECT_UNIX, /* .id: of the address, whose name is there, too */
	WAIT_OBJECT_PIPE,
	WAIT_OBJECT_TCP, /* .addr and .port of the peer */
	WAIT_OBJECT_UDP,
	WAIT_OBJECT_TCP6,
	WAIT_OBJECT_UDP6,
	WAIT_OBJECT_CLIENTS, /* of a server: .port is its own */
	WAIT_OBJECT_CHILD, /* .nr: process id, as the process has it; 0: any */
	WAIT_OBJECT_LOCK, /* .id: the address of a futex */
	WAIT_OBJECT_PATH, /* as a program gave it. .id: its hash; it is in the map wait_names */
};

struct wait_object {
	__u16 kind; /* enum wait_object_kind */
	__u16 port;
	__u32 nr;
	union {
		struct {
			__u64 id;
			__u32 generation; /* of a file: file systems use the numbers of inodes again */
			__u32 pad;
		};
		__u8 addr[16];
	};
};

/*
 * A wait that began before the recording has .interp 0: user space has put it into the map waitings, and
 * .line is the number that it gave it.
 */
struct wait_key {
	__u32 interp;
	__u32 part; /* see struct part */
	__u32 file; /* as in struct stmt_key; 0: the place is not known */
	__u32 line;
	__u32 sub; /* id of the innermost one */
	__u32 reason;
	struct wait_object object;
};

struct wait_time {
	__u64 cnt;
	__u64 ns;
	__u64 max_ns;
	/* Behind a sleep: from the moment when it was ready to run to that when it ran. */
	__u64 queue_cnt;
	__u64 queue_ns;
	__u64 queue_max_ns;
};

/* A thread, by the host's number of it, from its first wait to its end. */
struct waiting {
	__u64 since_ns; /* what is before this is charged; 0: it does not wait */
	__u64 begun_ns;
	__u64 ready_ns; /* since when it could run again; 0: not yet */
	__u64 base; /* of its interpreter */
	__u32 tgid;
	__u32 build; /* of the object that charges it */
	__u32 counted; /* a part of the wait is charged, and with it the count */
	__u32 pad;
	struct wait_key key;
};

struct wait_name {
	char text[WAIT_NAME_MAX]; /* with a NUL */
};

_Static_assert(sizeof(struct wait_object) == 24, "no hidden padding");
_Static_assert(sizeof(struct wait_key) == 48, "no hidden padding");

#endif
