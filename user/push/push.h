/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --push: in each interval, what each service has recorded goes to a receiver. */
#ifndef NYTPROF_PUSH_H
#define NYTPROF_PUSH_H

#include <stdint.h>

struct error;
struct flush;
struct loop;
struct options;
struct push;
struct sender_sums;

/*
 * Starts the process that sends. Call it while the agent is small and has no threads. *made is NULL if
 * nothing is to be sent; the functions below accept that. -errno with err set.
 */
int push_new(struct push **made, const struct options *options, struct error *err);

/* From now on, until push_unwatch(). -errno with err set. */
int push_watch(struct push *p, struct flush *flush, struct loop *loop, struct error *err);
void push_unwatch(struct push *p);

/* The recording is over: waits for the sender, some seconds at most, and says what has become of it. */
void push_finish(struct push *p);
void push_free(struct push *p);

/* NULL: nothing is sent. */
const struct sender_sums *push_sums(struct push *p);

#endif
