/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Restarts the recording of a service that has seen very many names. The probes look names up in
 * maps, and no entry is ever removed, since a probe may use it at any time. When the maps are full,
 * new subs and files have no names.
 */
#ifndef NYTPROF_RENEWAL_H
#define NYTPROF_RENEWAL_H

#include <stdbool.h>
#include <stdint.h>

struct drain;

struct renewal {
	uint64_t not_before_ns; /* CLOCK_MONOTONIC; 0: never */
	uint64_t users_ns; /* the same, for a restart because of one user */
	bool due;
};

/*
 * interval: seconds between writes. A restart comes after ten intervals at the earliest, because
 * each one loses some seconds of every process. A single user who has filled his share of the maps
 * can cause four restarts a day.
 */
void renewal_begin(struct renewal *r, double interval);

/* Is a restart due? Prints a warning if so. */
void renewal_look(struct renewal *r, const struct drain *drain, uint64_t now);

/* Executes the agent again, in this process. Returns only if that fails. */
void renewal_exec(char **argv);

#endif
