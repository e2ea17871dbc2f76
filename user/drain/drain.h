/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Empties the BPF maps into the profiles of the tracees.
 *
 * The two hot maps are drained by exchange: a new, empty map takes the place, the kernel waits
 * until no program can hold the old one, and then that is read at leisure.  So no update is
 * lost, and nothing is ever deleted under a program's hands.
 */
#ifndef NYTPROF_DRAIN_H
#define NYTPROF_DRAIN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "nytprof/counts.h"
#include "nytprof/events.h"
#include "nytprof/interp.h"
#include "nytprof/losses.h"

struct drain;
struct error;
struct memory_subs;
struct maps;
struct naming;
struct tracee;

struct drain *drain_new(const struct maps *maps, const struct naming *naming);
void drain_free(struct drain *d);

/*
 * Calls met with each interpreter that was not forked from a known one, as soon as it is known: what is
 * put into found are subs of its process that were there before.
 */
void drain_when_met(struct drain *d,
		    void (*met)(uint32_t id, const struct interp *in,
				struct memory_subs *memory_subs, void *arg),
		    void *arg);

/* A process that is to be followed: so its children's files can be read after their end. */
void drain_note_process(struct drain *d, pid_t pid);

/* Of every interpreter that is met: is it to be recorded?  If not, its process gets no profile. */
void drain_when_asked(struct drain *d,
		      bool (*wants)(uint32_t id, const struct interp *in, void *arg), void *arg);

/* Where the recording has no end, called now and then: lets go of what may not be needed any more. */
void drain_age(struct drain *d);

/* A notice from the BPF side. */
int drain_event(struct drain *d, const struct event *ev);

/* Is one of the hot maps so full that it should be drained now? */
bool drain_is_pressed(const struct drain *d);

/* Moves everything that was counted so far; -errno with err set. */
int drain_collect(struct drain *d, struct error *err);

/*
 * A tracee that has ended and whose counts were all collected, or (any) one that has not
 * ended; the caller owns it then.  Those that are to stay for now stay; stays: NULL if none is.  NULL: none.
 */
struct tracee *drain_take(struct drain *d, bool any,
			  bool (*stays)(const struct tracee *t, void *arg), void *arg);

/* The file of one that was taken is written, or will not be: a program that waits for it goes on. */
void drain_answer(const struct drain *d, const struct tracee *t);

/* The living ones, in the order of their first events. */
struct tracee *drain_tracees(struct drain *d);

/* To write one that is not taken: it gets the subs that were defined so far; -ENOMEM. */
int drain_list_defined(struct drain *d, struct tracee *t);

/* Calls visit with each interpreter that is not known to have ended. */
void drain_each_interp(struct drain *d,
		       void (*visit)(const struct interp *in, struct tracee *t, void *arg),
		       void *arg);

/* Since the drain was made: all of it only ever grows. */
struct drain_totals {
	uint64_t processes; /* that were met, */
	uint64_t refused; /* and of them, those that are not wanted */
	uint64_t stmts; /* of those that are: executions, as far as they were collected */
	uint64_t calls;
};
void drain_totals(const struct drain *d, struct drain_totals *totals);

/* How full the maps are. */
struct drain_fills {
	struct pressure now; /* of HOT_ENTRIES and HOT_EVALS */
	uint64_t string_parts; /* of STRING_ENTRIES, about */
	uint64_t subs; /* of SUB_ENTRIES */
};
void drain_fills(const struct drain *d, struct drain_fills *fills);

/* Names stay where the probes look them up, and are nearly as many as can be: soon new ones will be lost. */
bool drain_is_worn(const struct drain *d);

/* One user's part of them is. */
bool drain_user_is_worn(const struct drain *d);

/* What could not be recorded and belongs to no interpreter. */
void drain_losses(struct drain *d, uint64_t lost[LOSS_CNT]);

#endif
