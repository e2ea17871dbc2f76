/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* Events of the kernel (--event): how often, by place and stack. */
#ifndef NYTPROF_SHARED_KEVENTS_H
#define NYTPROF_SHARED_KEVENTS_H

#include <linux/types.h>

#include "nytprof/waits.h"

#define KEVENT_ENTRIES	    (1 << 14) /* sums, between two drains: one comes at the next tick when */
#define KEVENT_ENTRIES_MANY (1 << 11) /* there are so many */
#define KEVENT_ENTRIES_EACH (1 << 12) /* those of one thread, at most */
#define KEVENT_THREADS	    (1 << 13)
#define KEVENT_PENDINGS	    (1 << 13)
#define KEVENT_SOCKETS	    (1 << 13) /* of those that were used last */
#define KEVENT_VICTIMS	    (1 << 8)
#define KEVENT_NESTED	    4 /* locks of the kernel that a thread waits for: in interrupts, too */
#define KEVENT_STACK	    32 /* the innermost calls of a stack */

/*
 * Of a thread: so many have their place in this time on a processor. The others are counted without
 * it.
 */
#define KEVENT_WINDOW_NS 100000000
#define KEVENT_WINDOW	 10000

/* The event in a key is this << 16 | what it was more closely. */
enum kevent {
	KEVENT_MINOR_FAULT,
	KEVENT_MAJOR_FAULT,
	KEVENT_SWITCH, /* a voluntary one */
	KEVENT_SWITCH_INVOLUNTARY,
	KEVENT_MIGRATION,
	KEVENT_CALL, /* the number of the system call */
	KEVENT_FUTEX, /* likewise: one of those */
	KEVENT_SIGNAL, /* its number */
	KEVENT_MEMORY, /* by some system calls */
	KEVENT_TRACEPOINT, /* its number among those of --event */
	KEVENT_FILE, /* the number of a system call that names a file, or a descriptor: see .object */
	KEVENT_LOCK, /* the number of a system call that locks: see .object */
	KEVENT_BLOCK, /* enum kevent_block */
	KEVENT_CONNECT, /* a TCP connection to .object */
	KEVENT_MALLOC, /* an allocation; see struct kevent_sum */
	KEVENT_CONTENTION, /* KEVENT_LOCK_* of a lock of the kernel */
	KEVENT_TCP_BYTES, /* enum kevent_moves; .object is the peer */
	KEVENT_RETRANSMIT, /* likewise; its place is that of the socket, see struct kevent_socket */
	KEVENT_OOM_KILL,
	KEVENT_CNT,
};

/* What a disk is asked for: enum req_op of the kernel. */
enum kevent_block {
	KEVENT_BLOCK_READ,
	KEVENT_BLOCK_WRITE,
	KEVENT_BLOCK_FLUSH,
	KEVENT_BLOCK_DISCARD,
	KEVENT_BLOCK_OTHER,
};

/* A lock of the kernel: its own flags (include/trace/events/lock.h, 6.18). */
#define KEVENT_LOCK_SPIN   1
#define KEVENT_LOCK_READ   2
#define KEVENT_LOCK_WRITE  4
#define KEVENT_LOCK_RT	   8
#define KEVENT_LOCK_PERCPU 16
#define KEVENT_LOCK_MUTEX  32
#define KEVENT_LOCK_FLAGS  63
#define KEVENT_LOCK_MMAP   64 /* not the kernel's: it is that of the process's memory */

enum kevent_moves {
	KEVENT_SENDS,
	KEVENT_RECEIVES,
};

#define KEVENT_BIT(event) (1u << (event))

/* What is to be known of a system call, by its number. */
#define KEVENT_CALL_BYTES  1 /* it returns a number of bytes */
#define KEVENT_CALL_FUTEX  2
#define KEVENT_CALL_PROBE  4 /* it is a probe of ours */
#define KEVENT_CALL_MEMORY 8 /* a process gets or gives back memory by it */
/* Its file is the one of its first argument, a descriptor; or a path, the first or second argument. */
#define KEVENT_CALL_FD	  16
#define KEVENT_CALL_PATH  32
#define KEVENT_CALL_PATH2 64 /* relative to the descriptor before it */
#define KEVENT_CALL_OPEN  128 /* or, if it succeeds, the descriptor that it returns */
#define KEVENT_CALL_LOCK  256
#define KEVENT_CALL_FCNTL 512 /* it locks, with some commands */
#define KEVENT_CALL_FILE  (KEVENT_CALL_FD | KEVENT_CALL_PATH | KEVENT_CALL_PATH2)

/* Instead of a sub: */
#define KEVENT_IN_PERL 0xffffffffu /* in no sub and no statement: start, compilation, destruction */
#define KEVENT_UNKNOWN 0xfffffffeu /* perl's state could not be read, or there was no room */
#define KEVENT_FLOOD   0xfffffffdu /* more than KEVENT_WINDOW */

struct kevent_key {
	__u64 node; /* of the calls: see struct call_key */
	__u32 interp;
	__u32 part; /* see struct part */
	__u32 file; /* as in struct stmt_key; 0: the line is not known */
	__u32 line;
	__u32 sub; /* id of the innermost one, or KEVENT_IN_PERL ... */
	__u32 event; /* enum kevent << 16 | detail */
	struct wait_object object; /* of KEVENT_FILE, _LOCK, _CONNECT; see wait_names */
};

/* Of KEVENT_MALLOC: allocations, and those of them that were freed since, .errors with .ns bytes. */
struct kevent_sum {
	__u64 cnt;
	__u64 errors;
	__s64 bytes; /* moved by system calls; of memory: how much it has grown */
	__u64 ns;
};

struct kevent_value {
	struct kevent_sum sum;
	__u32 depth; /* calls of the stack, */
	__u32 cut; /* 1: and there are more */
	__u32 subs[KEVENT_STACK]; /* their ids, the innermost first */
};

/* What was begun in a thread and ends elsewhere, by the address of what the kernel has for it. */
struct kevent_pending {
	struct kevent_key key;
	struct kevent_value value; /* its stack */
	__u64 bytes;
	__u64 begun_ns;
};

/* Who has used a connection last, by the address of its struct sock. */
struct kevent_socket {
	struct kevent_pending from; /* where it was used; not .bytes and .begun_ns */
	__u64 base; /* of that interpreter */
	__u32 tgid;
	__u32 whole; /* 0: another place is being put in */
};

/* Of a thread. */
struct kevent_contentions {
	struct kevent_contention {
		__u64 lock; /* its address; 0: none */
		__u64 begun_ns;
		struct kevent_key key;
	} all[KEVENT_NESTED];
};

/* A thread, by the host's number of it. */
struct kevent_thread {
	__u64 window_ns; /* when the current one began, in time on a processor, */
	__u32 window_cnt; /* and how many it has */
	__u32 entries; /* that it has made, */
	__u64 entries_at; /* as of so many of all */
	__u64 call_ns; /* when its system call began; 0: it is in none that counts */
	struct kevent_key call;
	struct kevent_key out; /* where it left the processor; .interp 0: not known */
	__u64 base; /* of that interpreter */
	__u32 tgid;
	__u32 call_nr;
	__u64 switches; /* voluntary ones, up to then; so are these: */
	__u64 migrations;
	struct kevent_key key; /* of what happens now, */
	struct kevent_sum add; /* and how much of it; here, as stacks have no room for it */
	__u32 busy;
	__u32 voluntary; /* it leaves the processor by itself */
	__u64 begun_ns; /* when the program began that counts it */
	__u64 pending; /* the address of what begins now: see struct kevent_pending; of memory: that it has got */
	__u64 made; /* sums that it has made so far */
	__u64 look_ns; /* when its long looks at stacks are paid for: see wait/begin.bpf.h */
};

/* Of a process. */
struct kevent_memory {
	__u64 mm; /* its memory, as the kernel knows it */
	__u64 pages; /* private and writable ones, at the end of the last call */
	__u64 inside; /* threads that are in a system call which can change that */
};

_Static_assert(sizeof(struct kevent_key) == 56, "no hidden padding");

#endif
