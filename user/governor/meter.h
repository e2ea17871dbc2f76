/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What recording costs each process, measured in windows of time. */
#ifndef NYTPROF_METER_H
#define NYTPROF_METER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <uthash.h>

#include "governor/decide.h"
#include "probes/probes.h"

struct meter;
struct flush;

struct process_cost {
	pid_t pid;
	struct subject subject;
	uint64_t begin_ns; /* of its profile, of the recording's clock */
	struct window window; /* the last one */
	bool known; /* it was there at the beginning of the window, too */
	bool seen;
	int64_t cpu_ns; /* up to now */
	UT_hash_handle hh;
};

struct meter *meter_new(void); /* NULL: out of memory */
void meter_free(struct meter *c);

/*
 * Ends the window, and begins the next one. The list of the processes that live, by hh.next, is
 * valid until the next call.
 */
struct process_cost *meter_look(struct meter *c, struct flush *h);

#endif
