/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs the walk over perl's symbol tables in a worker (sandbox/sandbox.h), because the process
 * decides what its memory contains, and can delay its readers.
 */
#ifndef NYTPROF_STASH_JOB_H
#define NYTPROF_STASH_JOB_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "inspect/stash.h"
#include "nytprof/caches.h"
#include "nytprof/perl_layout.h"

struct memory_subs;
struct sandbox_job;

/* As struct stash_walk has them. */
struct stash_request {
	pid_t pid;
	clockid_t clock; /* of .opened_ns below */
	uint64_t base;
	uint64_t limit_ns;
	uint32_t interp;
	uint32_t pad;
	struct perl_layout layout;
};

/* owner: the user of the process. NULL with errno, as sandbox_start(). */
struct sandbox_job *stash_job_start(const struct stash_request *request, uid_t owner);

struct stash_result {
	/* as stash_walk(); -errno: memory not readable; -ETIMEDOUT, -EPIPE: see sandbox.h */
	int rc;
	/* the memory belongs to the process that had the id at this time; 0: not opened */
	uint64_t opened_ns;
	struct stash_report report;
	struct sandbox_answer *subs; /* for stash_job_add */
};

/* False: not finished. True: the job is over, and the caller releases the result. */
bool stash_job_take(struct sandbox_job *job, struct stash_result *result);

/*
 * Adds the subs that were found to memory_subs, with the id of their interpreter, and fills in
 * .report. seen, arg: as in struct stash_walk. -EPROTO: the answer is incomplete or makes no sense.
 * -ENOSPC, -ENOMEM: as memory_subs_add().
 */
int stash_job_add(struct stash_result *result, struct memory_subs *memory_subs, uint32_t interp,
		  bool (*seen)(void *arg, uint64_t cop, uint32_t seq, struct sub_lines *lines),
		  void *arg);
void stash_result_release(struct stash_result *result);

#endif
