/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Moves counts from the maps to the files: when a process ends, when the recording ends, or on
 * request.
 */
#ifndef NYTPROF_FLUSH_H
#define NYTPROF_FLUSH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "output/turns.h"
#include "probes/members.h"
#include "profile/price.h"
#include "util/error.h"

struct probes;
struct drain;
struct group_sums;
struct nytprof_options;
struct options;
struct outputs;
struct packed;
struct store;
struct tracee;

#define LOOKERS_MAX 10

struct looker {
	void (*look)(struct tracee *t, void *arg); /* NULL: this place is free */
	void *arg;
};

struct flush {
	struct probes *probes;
	struct drain *drain; /* NULL: nothing is attached yet */
	struct outputs *outputs;
	uint32_t trap_ns;
	clockid_t clock; /* the probes' */
	uid_t owner; /* as in struct finish */
	pid_t flusher; /* the fork that writes what was recorded up to some moment; 0: none, */
	bool partial; /* and it writes some profiles only */
	unsigned flush; /* how many flushers there have been */
	bool rotates; /* each interval has profiles of its own */
	bool interim; /* not the final write: the next interval or the end writes again */
	bool ended; /* a process has ended since all ended ones were written, */
	bool awaited; /* and its program goes on, and may wait for its file */
	uint64_t wrote_ns; /* CLOCK_MONOTONIC: when that was */
	bool behind; /* a process has ended that the flusher still writes */
	bool left; /* a process has ended, and there was no time to write it */
	struct turns turns; /* of users whose processes have ended, */
	bool turns_over; /* and each user has had a turn */
	struct store *store; /* NULL: none; else the profiles' directory */
	struct packed *packed; /* of packed profiles; NULL: none are kept */
	struct group_sums *group_sums; /* NULL: each process has its own profile only */
	const struct nytprof_options *options; /* of those */
	uint64_t flush_at_ns; /* CLOCK_MONOTONIC: when the next flush is due; 0: nobody has asked */
	time_t flushed; /* when all profiles had last been written; 0: never */
	double flushers_seconds; /* processor time of all flushers, in seconds */
	/* Sets no_stmts and no_calls of a tracee that is about to be written; NULL: nobody does. */
	void (*mark)(struct tracee *t, void *arg);
	void *mark_arg;
	unsigned long steps[DETAIL_CNT]; /* how often --overhead lowered the detail to this */
	uint64_t torn; /* samples of the written processes: see struct interp */
	uint64_t events; /* their probe hits, */
	struct price price; /* and their cost */
	/* nothing is written: it gets each profile whose process has ended.  NULL: all are written */
	void (*show)(struct tracee *t, void *arg);
	void *show_arg;
	struct looker lookers[LOOKERS_MAX]; /* see flush_look_on() */
	int failed; /* -errno if the maps could not be read, */
	struct error why;
	uint64_t said_killed_ns; /* last warning that a flusher was killed */
	uint64_t said_ns; /* last error about a profile that could not be written */
};

/* From now on all profiles go to this directory. -ENOMEM. */
int flush_use_store(struct flush *h, struct store *store, const struct options *options);
void flush_release(struct flush *h);

/*
 * Collects the counts, and writes the complete profiles, or (all) those of all processes. A profile
 * that can't be written is no error here: it is printed, and counted in the outputs. Without all,
 * this waits for no other process and leaves what takes longer than a tick to the next call. Errors
 * are sticky until the main loop sees them.
 */
int flush_write(struct flush *h, bool all, struct error *err);

/* The same; every tracee that goes on also gets its counts up to now and a name for its file. */
int flush_update(struct flush *h, struct error *err);

/*
 * Writes what was recorded so far, without open calls, while the recording goes on. A fork writes;
 * it calls say when all is written.
 */
int flush_start(struct flush *h, void (*say)(const struct outputs *out, int rc, void *arg),
		void *arg, struct error *err);

/* Which profiles a flush writes. */
struct flush_choice {
	bool (*has)(const struct tracee *t, void *arg);
	void *arg;
};

/*
 * The same of chosen profiles, and without merged ones. -EBUSY: another flush is under way; this one
 * does not wait for it.
 */
int flush_start_some(struct flush *h, const struct flush_choice *choice,
		     void (*say)(const struct outputs *out, int rc, void *arg), void *arg,
		     struct error *err);

/*
 * To be called in each turn of the main loop. Calls flush_write() if there is something to write
 * and, once in an interval, silently flush_start() for profiles with new counts. tick: a tenth of a
 * second has passed.
 */
int flush_turn(struct flush *h, bool tick, const struct options *options, struct error *err);

/*
 * From now on look gets each profile whose process has ended, or whose interval has, before it goes.
 * -EBUSY: LOOKERS_MAX do so already.
 */
int flush_look_on(struct flush *h, void (*look)(struct tracee *t, void *arg), void *arg);
void flush_look_away(struct flush *h, const void *arg); /* the one with this arg; it may be none */

/* A flusher has ended, or is waited for. options are those of waitpid(2). */
void flush_reap(struct flush *h, int options);

#endif
