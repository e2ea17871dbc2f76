/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is not sent yet, on disk: one file for each request, in a directory of this recording. What an
 * earlier recording has left for the same receiver is taken over. The oldest goes first.
 */
#ifndef NYTPROF_PUSH_QUEUE_H
#define NYTPROF_PUSH_QUEUE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct error;
struct queue;

/* What a request has: one, and the samples or calls in it. */
struct queue_sum {
	uint64_t cnt;
	uint64_t values;
};

struct queue_limits {
	uint64_t size; /* bytes */
	uint64_t age_ns;
};

/*
 * base: made if it is not there, but not the directories above it. receiver: a name of its own for each
 * receiver, of letters and digits. NULL with err set.
 */
struct queue *queue_new(const char *base, const char *receiver, const struct queue_limits *limits,
			struct error *err);
void queue_free(struct queue *q); /* keeps the files; an empty directory goes. NULL: nothing */
void queue_leave(struct queue *q); /* to a process that was forked: frees it, and keeps all files */

/*
 * Adds a request: all that from has, an open file. now_ns: CLOCK_REALTIME. *dropped grows by what had
 * to go for it. -errno with err set: it is not there, and not in *dropped.
 */
int queue_put(struct queue *q, int from, uint64_t values, uint64_t now_ns,
	      struct queue_sum *dropped, struct error *err);

/* Drops what is too old. */
void queue_expire(struct queue *q, uint64_t now_ns, struct queue_sum *dropped);

/*
 * The oldest one: an open file, its size, and what it has. It stays where it is until
 * queue_remove_first() or queue_put_back(), whatever is dropped. -ENOENT: there is none. -errno.
 */
int queue_first(struct queue *q, size_t *size, struct queue_sum *has);
void queue_remove_first(struct queue *q);
void queue_put_back(struct queue *q);

void queue_sum(const struct queue *q, struct queue_sum *sum, uint64_t *bytes);

#endif
