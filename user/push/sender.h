/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A process of its own that sends requests: one at a time, the oldest first, until the receiver has
 * taken or refused each. It has no capability. So the agent never waits for a network, and nothing that
 * a receiver answers is read with the agent's rights.
 */
#ifndef NYTPROF_PUSH_SENDER_H
#define NYTPROF_PUSH_SENDER_H

#include <stdint.h>

#include "push/queue.h"

struct error;
struct push_options;
struct sender;

/* Since the begin, but for what waits now. */
struct sender_sums {
	struct queue_sum sent;
	struct queue_sum refused; /* by the receiver, for good */
	struct queue_sum dropped; /* too old, too many, or not written */
	struct queue_sum waiting; /* in the queue */
	uint64_t waiting_bytes;
	uint64_t failures; /* tries that will be repeated */
};

/*
 * Starts it, and checks first all that the options name. Call it while the agent is small and has no
 * threads. NULL with err set.
 */
struct sender *sender_new(const struct push_options *o, struct error *err);

/*
 * Hands over a request: all that the file has; the caller closes it. values: the samples or calls in it.
 * Never waits. What can't be handed over is counted as dropped.
 */
void sender_give(struct sender *s, int request, uint64_t values);

/* A request could not be made: it is counted as dropped. */
void sender_note_unmade(struct sender *s);

/* Nothing more comes. It tries for some seconds to send the rest; this waits for its end. */
void sender_end(struct sender *s);
void sender_free(struct sender *s); /* ends it, too; NULL: nothing */

void sender_sum(const struct sender *s, struct sender_sums *sums);

/* Why the last try failed; "": it did not. */
const char *sender_why(const struct sender *s);

#endif
