/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The subs that a process had compiled before it was attached to.  A walk over the symbol tables takes up to a second, and a
 * server may have hundreds of processes: workers look at some at once, and the main loop goes on.
 */
#ifndef NYTPROF_UNCALLED_H
#define NYTPROF_UNCALLED_H

#include <stdint.h>
#include <time.h>

struct probes;
struct drain;
struct memory_subs;
struct interp;
struct maps;
struct uncalled;

/* clock: the probes'.  NULL: no memory. */
struct uncalled *uncalled_new(const struct probes *a, const struct maps *maps, struct drain *drain,
			      clockid_t clock);
void uncalled_free(struct uncalled *u);

/*
 * An interpreter was met: if it ran before, its process's memory is looked at, now or with a later tick, for a second at
 * most.  What can't be looked at is said, and noted in found.  u: the struct.
 */
void uncalled_met(uint32_t id, const struct interp *in, struct memory_subs *memory_subs, void *u);

/* Ten times a second. */
void uncalled_tick(struct uncalled *u);

/* The recording ends: of those that still wait, as many as a second allows; of the others it is said. */
void uncalled_end(struct uncalled *u);

#endif
