/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The main loop. Modules register what they wait for, so the code that runs the loop names none of
 * them. Everything registered runs in one thread.
 */
#ifndef NYTPROF_LOOP_H
#define NYTPROF_LOOP_H

#include <stdbool.h>
#include <stdint.h>

struct error;
struct loop;

#define LOOP_TICK_MS 100

struct loop *loop_new(void); /* NULL with errno */
void loop_free(struct loop *l); /* what was registered stays open; NULL: nothing */

/* Calls ready whenever fd is readable. The caller keeps fd open longer than the loop. -errno. */
int loop_add_fd(struct loop *l, int fd, void (*ready)(void *arg), void *arg);

/*
 * Calls tick about every LOOP_TICK_MS, in the order of registration; now_ns as of mono_ns(). If
 * tick returns -errno, err is set, and later ones are not called. -ENOMEM.
 */
int loop_add_tick(struct loop *l, int (*tick)(void *arg, uint64_t now_ns, struct error *err),
		  void *arg);

/* loop_end() calls end, in the order of registration. -ENOMEM. */
int loop_add_end(struct loop *l, void (*end)(void *arg), void *arg);

/* Starts the ticks. -errno. */
int loop_begin(struct loop *l);

/*
 * Waits until a descriptor is readable or a tick is due, and calls what is registered for the
 * descriptor. True: loop_tick() is due.
 */
bool loop_wait(struct loop *l);

/* Calls the ticks. -errno of the first one that fails. */
int loop_tick(struct loop *l, uint64_t now_ns, struct error *err);
void loop_end(struct loop *l);

#endif
