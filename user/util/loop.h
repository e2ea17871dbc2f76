/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The main loop.  Modules register what they wait for, so that whoever runs the loop needs to name none of them.  All
 * that is registered runs in one thread.
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

/* ready is called whenever fd is readable.  fd stays the caller's, and has to outlive the loop.  -errno. */
int loop_add_fd(struct loop *l, int fd, void (*ready)(void *arg), void *arg);

/*
 * tick is called about every LOOP_TICK_MS, in the order of registration; now_ns as mono_ns().  If it returns -errno, err
 * is set, and no later one is called.  -ENOMEM.
 */
int loop_add_tick(struct loop *l, int (*tick)(void *arg, uint64_t now_ns, struct error *err),
		  void *arg);

/* end is called by loop_end, in the order of registration.  -ENOMEM. */
int loop_add_end(struct loop *l, void (*end)(void *arg), void *arg);

/* Ticks begin.  -errno. */
int loop_begin(struct loop *l);

/* Waits until something is readable or a tick is due, and calls what waits for that.  True: loop_tick is due. */
bool loop_wait(struct loop *l);

/* -errno of the first that fails. */
int loop_tick(struct loop *l, uint64_t now_ns, struct error *err);
void loop_end(struct loop *l);

#endif
