/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Only for sender.c and send_loop.c: what both processes share. */
#ifndef NYTPROF_PUSH_SENDER_PARTS_H
#define NYTPROF_PUSH_SENDER_PARTS_H

#include <stdbool.h>
#include <stdint.h>

#include "push/sender.h"

#define WHY_MAX 300

struct push_options;
struct queue;

/* In memory of both; each writes what its comment says. */
struct shared {
	struct sender_sums sums; /* the sender; .dropped also the agent. By atomic operations */
	char why[WHY_MAX]; /* the sender */
};

/* The message for a request; its file comes with it. */
struct handed {
	uint64_t values;
};

static inline void sums_add(struct queue_sum *to, const struct queue_sum *add)
{
	__atomic_add_fetch(&to->cnt, add->cnt, __ATOMIC_RELAXED);
	__atomic_add_fetch(&to->values, add->values, __ATOMIC_RELAXED);
}

/*
 * Sends until the agent has closed its end of the socket, and some seconds more. The process is to end
 * then: nothing is cleaned up, as that would wait for a name server that does not answer.
 */
void send_loop(const struct push_options *o, struct queue *q, int socket, struct shared *shared);

#endif
