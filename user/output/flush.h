/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From the maps to the files: at the end of a process, of the recording, or when somebody asks. */
#ifndef NYTPROF_FLUSH_H
#define NYTPROF_FLUSH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "profile/price.h"
#include "output/turns.h"
#include "util/error.h"

struct probes;
struct drain;
struct group_sums;
struct nytprof_options;
struct options;
struct outputs;
struct packed;
struct store;

struct flush {
	struct probes *probes;
	struct drain *drain; /* NULL: nothing is attached yet */
	struct outputs *outputs;
	uint32_t trap_ns;
	clockid_t clock; /* the probes' */
	uid_t owner; /* as in struct finish */
	pid_t flusher; /* writes what was recorded up to some moment; 0: none */
	unsigned flush; /* how many there were */
	bool interim; /* what is written now is written again at the next interval, or at its end */
	bool ended; /* something has, since the last time that all was written that had, */
	bool awaited; /* and the program goes on, and may wait for its file */
	uint64_t wrote_ns; /* CLOCK_MONOTONIC: when that was */
	bool behind; /* something has ended that the flusher has to be done with first */
	bool left; /* something has ended, and there was no time to write it */
	struct turns turns; /* of those whose processes have ended, */
	bool turns_over; /* and each has had his */
	struct store *store; /* NULL: none; else the profiles' directory */
	struct packed *packed; /* of those; NULL: not kept */
	struct group_sums *group_sums; /* NULL: each process has its own profile only */
	const struct nytprof_options *options; /* of those */
	uint64_t flush_at_ns; /* when the next one is due; 0: nobody has asked */
	time_t flushed; /* when all there was had been written; 0: never */
	double flushers_seconds; /* of processor time */
	uint64_t events; /* probe hits of the processes that were written, */
	struct price price; /* and what those took */
	int failed; /* the maps could not be read: -errno, */
	struct error why;
	uint64_t said_killed_ns; /* that one who wrote was killed */
	uint64_t said_ns; /* when one that could not be written was */
};

/* All goes to that directory from now on.  -ENOMEM. */
int flush_use_store(struct flush *h, struct store *store, const struct options *options);
void flush_release(struct flush *h);

/*
 * Collects, and writes the profiles that are complete, or (all) those of all processes.  One that
 * can't be written is said, and counted in the outputs: no error.  Without all, it waits for no other process, leaves what
 * takes longer than a tick for the next one, and an error stays: so the main loop gets it, too, whoever it came to first.
 */
int flush_write(struct flush *h, bool all, struct error *err);

/* The same, and every tracee that goes on gets its counts up to now and a name for its file. */
int flush_update(struct flush *h, struct error *err);

/*
 * Writes what was recorded so far, while the recording goes on; without the calls that are open.
 * say is called in another process, when all is written.
 */
int flush_start(struct flush *h, void (*say)(const struct outputs *out, int rc, void *arg),
		void *arg, struct error *err);

/*
 * In each turn of the main loop: flush_write, if there is reason to; and once in an interval flush_start, without a
 * word, for those that have something new.  tick: a tenth of a second has gone by.
 */
int flush_turn(struct flush *h, bool tick, const struct options *options, struct error *err);

/* A process of flush_start has ended, or is waited for; options as for waitpid(2). */
void flush_reap(struct flush *h, int options);

#endif
