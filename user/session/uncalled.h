/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The subs that a process had compiled before the agent attached. Walking its symbol tables takes
 * up to a second, and a server may have hundreds of processes. So workers walk several at a time,
 * while the main loop goes on.
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

/* clock: the one that the probes use. NULL: out of memory. */
struct uncalled *uncalled_new(const struct probes *a, const struct maps *maps, struct drain *drain,
			      clockid_t clock);
void uncalled_free(struct uncalled *u);

/*
 * A new interpreter. If it ran before, a worker walks its memory, now or after a later tick, for at
 * most a second. A failure is printed and noted in memory_subs. u: the struct uncalled.
 */
void uncalled_met(uint32_t id, const struct interp *in, struct memory_subs *memory_subs, void *u);

/* To be called ten times a second. */
void uncalled_tick(struct uncalled *u);

/*
 * The recording ends. Walks as many waiting processes as a second allows, and warns about the
 * others.
 */
void uncalled_end(struct uncalled *u);

#endif
