/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a thread does now, as the kernel says in /proc/PID/task/TID. */
#ifndef NYTPROF_WAIT_H
#define NYTPROF_WAIT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define WAIT_TEXT 512u

/* A part of memory that says what a thread waits for. */
struct wait_peek {
	pid_t tid;
	uint64_t addr;
	uint32_t len; /* 0: nothing is wanted */
};

struct wait {
	pid_t pid;
	pid_t tid;
	char state; /* of /proc/PID/stat; 0: it has ended */
	int cpu; /* that it ran on last */
	bool known; /* what follows; it takes the right to trace the thread */
	int call; /* number of the system call it is in, -1: in none */
	uint64_t args[6];
	char wchan[64]; /* the kernel function that it sleeps in; "": none, or not told */
};

void wait_read(pid_t pid, pid_t tid, struct wait *wait);

/* The same wait?  A thread that only has gone on with it is not told from one that never left it. */
bool wait_is_same(const struct wait *a, const struct wait *b);

/* What of the thread's memory wait_object() needs. */
void wait_wants(const struct wait *wait, struct wait_peek *peek);

/* "runs", "sleeps", "waits for a disk" ... */
const char *wait_state(const struct wait *wait);

/* A system call's name; NULL: none that is known. */
const char *call_name(int call);

/* Since when it has waited; 0: not known, or it does not wait. */
uint64_t wait_since_ns(const struct wait *wait);

/*
 * What the call waits for, in words: a file, a peer, a child.  peek: what there was, NULL: nothing could be read.
 * Empty where nothing is known.
 */
void wait_object(const struct wait *wait, const void *peek, char text[WAIT_TEXT]);

#endif
