/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a thread does now, according to /proc/PID/task/TID. */
#ifndef NYTPROF_WAIT_H
#define NYTPROF_WAIT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define WAIT_TEXT 512u

/* Memory of the thread that tells what it waits for. */
struct wait_peek {
	pid_t tid;
	uint64_t addr;
	uint32_t len; /* bytes; 0: nothing is needed */
};

struct wait {
	pid_t pid;
	pid_t tid;
	char state; /* of /proc/PID/stat; 0: it has ended */
	int cpu; /* processor that it last ran on */
	/* the members below are set; reading them needs the right to trace the thread */
	bool known;
	int call; /* number of the system call that it is in; -1: none */
	uint64_t args[6];
	char wchan[64]; /* the kernel function that it sleeps in; "": none, or not known */
};

void wait_read(pid_t pid, pid_t tid, struct wait *wait);

/*
 * Is it the same wait? A thread that has continued and waits in the same way again looks the same.
 */
bool wait_is_same(const struct wait *a, const struct wait *b);

/* Tells which memory of the thread wait_object() needs. */
void wait_wants(const struct wait *wait, struct wait_peek *peek);

/* "runs", "sleeps", "waits for a disk" ... */
const char *wait_state(const struct wait *wait);

/* The name of a system call. NULL: not known. */
const char *call_name(int call);

/* How long it has waited, in ns. 0: not known, or it does not wait. */
uint64_t wait_since_ns(const struct wait *wait);

/*
 * Describes what the call waits for: a file, a peer, a child. peek: the memory that wait_wants()
 * asked for; NULL: it could not be read. The text is empty if nothing is known.
 */
void wait_object(const struct wait *wait, const void *peek, char text[WAIT_TEXT]);

#endif
