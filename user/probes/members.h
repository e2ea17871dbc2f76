/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The processes that the agent attached to by pid, and the images that each has. Links stay with a
 * process through execve.
 */
#ifndef NYTPROF_MEMBERS_H
#define NYTPROF_MEMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define IMAGES_MAX 256 /* a host's containers have one each */

/* How much of a process is recorded. It can become less while the process runs. */
enum detail {
	DETAIL_ALL, /* what the options ask for */
	DETAIL_SUBS, /* calls, but no statements */
	DETAIL_NONE, /* it has no probe */
	DETAIL_CNT,
};

struct member {
	pid_t pid;
	uint64_t start; /* tells the process from a later one with the same pid */
	int pidfd; /* readable when it has ended; -1: none could be had */
	bool images[IMAGES_MAX];
	enum detail detail;
};

struct members {
	struct member *all;
	size_t cnt;
	size_t unwatched; /* without a pidfd */
	int epoll; /* of the pidfds, once there is a member */
};

void members_release(struct members *ms);

/* NULL: not there. */
struct member *members_find(const struct members *ms, pid_t pid);

/*
 * Adds the process if needed. NULL: out of memory. The pointer is valid until the next call of this
 * or of members_drop_ended().
 */
struct member *members_get(struct members *ms, pid_t pid);

/* Removes the processes that have ended, and calls gone, if it is set, for each before that. */
void members_drop_ended(struct members *ms, void (*gone)(const struct member *m, void *arg),
			void *arg);

bool members_have(const struct members *ms, int image);

#endif
