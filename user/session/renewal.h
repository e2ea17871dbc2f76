/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A service that has met very many names begins anew: the probes look names up in maps of which none is ever
 * taken out, since a probe may use it at any time, and what is called after they are full has no name.
 */
#ifndef NYTPROF_RENEWAL_H
#define NYTPROF_RENEWAL_H

#include <stdbool.h>
#include <stdint.h>

struct drain;

struct renewal {
	uint64_t not_before_ns; /* CLOCK_MONOTONIC; 0: never */
	uint64_t users_ns; /* likewise: not before because of one user */
	bool due;
};

/*
 * interval: of writing, in seconds.  It takes ten of them at least: each time, some seconds of each process are lost.
 * One user who has used up his part of the maps may cause it four times a day.
 */
void renewal_begin(struct renewal *r, double interval);

/* Is it time?  Says so if it is. */
void renewal_look(struct renewal *r, const struct drain *drain, uint64_t now);

/* Runs this program again, in its place; returns if that can't be done. */
void renewal_exec(char **argv);

#endif
