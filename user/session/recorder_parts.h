/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Only for recorder*.c. */
#ifndef NYTPROF_RECORDER_PARTS_H
#define NYTPROF_RECORDER_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "attach/calibrate.h"
#include "attach/object_maps.h"
#include "nytprof/interp.h"
#include "output/flush.h"
#include "probes/children.h"
#include "session/renewal.h"
#include "spawn/child.h"
#include "util/error.h"

struct allocators;
struct coro_elsewhere;
struct burst;
struct early_waits;
struct coro_watch;
struct governor;
struct loan;
struct loop;
struct misses;
struct options;
struct probes;
struct recorder_host;
struct ring_buffer;
struct sight;
struct slow;
struct sql_libraries;
struct traces;
struct trigger;
struct uncalled;

struct recorder {
	const struct options *options;
	struct kernel kernel;
	struct probes *probes;
	struct loan *loan; /* of the probes' programs, until they get ready; NULL: there is none */
	struct flush flush;
	struct children children;
	struct maps maps;
	struct ring_buffer *ring;
	struct sql_libraries *sql; /* NULL: no SQL statements are recorded */
	struct allocators *allocators; /* NULL: no allocations are followed */
	struct ring_buffer *slow_ring; /* NULL: nobody asks for slow calls */
	struct loop *loop;
	struct coro_watch *coro;
	struct coro_elsewhere *elsewhere; /* NULL: no return probe is limited to a process */
	struct uncalled *uncalled; /* with the drain */
	struct early_waits *early_waits; /* likewise */
	struct governor *governor; /* likewise; NULL: there is no budget */
	struct burst *burst; /* likewise; NULL: not --mode=burst */
	struct misses *misses; /* likewise */
	struct traces *traces;
	struct trigger *trigger; /* with the drain, if there is a condition */
	struct control control;
	struct child child;
	bool timed_out; /* the duration is over */
	uint64_t stop_at_ns;
	const struct recorder_host *host; /* NULL: not every perl of the host */
	struct renewal renewal;
	/* NULL: nobody can watch */
	int (*add_watcher)(void *arg, int fd, const struct sight *sight, struct error *err);
	void *watch_arg;
	void (*take_slow)(void *arg, const struct slow *call); /* NULL: nobody asks */
	void *slow_arg;
	int failed; /* -errno of failure, which ends it */
	struct error failure;
};

/* ----------------------------------------------------------------------- recorder_start.c */

/* To be called once, with the first perl. -errno with err set. */
int recorder_start(struct recorder *r, struct error *err);

/* The main loop calls ready when there is something to read. fd: negative: -errno is the reason. */
int recorder_watch_fd(struct recorder *r, int fd, void (*ready)(void *arg), struct error *err);

/* --------------------------------------------------------------------- recorder_notices.c */

/* Of the rings .ring and .slow_ring, for ring_buffer__new(). recorder: the struct recorder. */
int recorder_notice(void *recorder, void *data, size_t size);
int recorder_slow_call(void *recorder, void *data, size_t size);

/* Reads what is in .ring, if it is there. */
void recorder_take_notices(void *recorder);

/* Reads what is in .slow_ring, which is there, behind what is in .ring. */
void recorder_take_slow(void *recorder);

#endif
