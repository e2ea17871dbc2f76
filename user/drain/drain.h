/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Empties the BPF maps into the profiles of the tracees.
 *
 * The hot maps are drained by a swap. An empty map replaces the old one, and the kernel waits until
 * no program can hold the old one. The agent then reads it at leisure. So no update is lost, and
 * nothing is deleted while a program uses it.
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
struct interps;
struct kevent_total;
struct memory_subs;
struct maps;
struct naming;
struct tracee;

struct drain *drain_new(const struct maps *maps, const struct naming *naming);
void drain_free(struct drain *d);

/*
 * Calls met for each new interpreter that was not forked from a known one. memory_subs is for the
 * subs that its process had before.
 */
void drain_when_met(struct drain *d,
		    void (*met)(uint32_t id, const struct interp *in,
				struct memory_subs *memory_subs, void *arg),
		    void *arg);

/* See interps.h. */
struct interps *drain_interps(const struct drain *d);

/* A process will be followed. Keeps what is needed to read its children's files after their end. */
void drain_note_process(struct drain *d, pid_t pid);

/* Calls wants for every new interpreter. If that returns false, the process gets no profile. */
void drain_when_asked(struct drain *d,
		      bool (*wants)(uint32_t id, const struct interp *in, void *arg), void *arg);

/* Drops what may not be needed any more. To be called now and then, if the recording has no end. */
void drain_age(struct drain *d);

/* Handles an event of the BPF side. */
int drain_event(struct drain *d, const struct event *ev);

/* Is one of the hot maps so full that it should be drained now? */
bool drain_is_pressed(const struct drain *d);

/* Waits that go on are charged up to now. drain_collect() does so, too. */
void drain_charge_waits(const struct drain *d);

/* Moves all counts from the maps to the profiles. -errno with err set. */
int drain_collect(struct drain *d, struct error *err);

/*
 * The same once no probe is left, or nobody who runs into one: it waits for the kernel once, not three
 * times.
 */
int drain_collect_last(struct drain *d, struct error *err);

/*
 * Takes out a tracee that has ended and whose counts were all collected, or (any) one that has not
 * ended. The caller owns it then. Tracees for which stays returns true are left; stays may be NULL.
 * NULL: none.
 */
struct tracee *drain_take(struct drain *d, bool any,
			  bool (*stays)(const struct tracee *t, void *arg), void *arg);

/* The file of a taken tracee is written, or will not be: a program that waits for it goes on. */
void drain_answer(const struct drain *d, const struct tracee *t);

/* The name of a sub of this process, which belongs to its profile. NULL: out of memory. */
const char *drain_sub_name(struct drain *d, struct tracee *t, uint32_t interp, uint32_t id);

/* Likewise of a file. */
const char *drain_file_name(struct drain *d, struct tracee *t, uint32_t interp, uint32_t file);

/*
 * Readable: many messages of SQL statements wait. drain_take_sql() is to be called then, and at
 * each tick; a drain takes them, too. -1: none are recorded.
 */
int drain_sql_fd(const struct drain *d);
void drain_take_sql(struct drain *d);

/* Who has this interpreter, in a part of it. NULL: nobody any more. */
struct tracee *drain_tracee_of(struct drain *d, uint32_t interp, uint32_t part);

/* The tracees that were not taken, in the order of their first events. */
struct tracee *drain_tracees(struct drain *d);

/*
 * Gives a tracee that stays the subs that were defined so far, so that it can be written. -ENOMEM.
 */
int drain_list_defined(struct drain *d, struct tracee *t);

/*
 * The profile of a process whose start (start=) has not come does not begin before now. Nobody notes
 * when it comes, so this is called at each tick.
 */
void drain_note_waiting(struct drain *d);

/*
 * Everything collected so far belongs to profiles that are over, of processes that run, too: they
 * can be taken. -ENOMEM.
 */
int drain_rotate(struct drain *d);

/*
 * Calls visit with each interpreter that is not known to have ended. Its losses are those since the
 * last drain_rotate().
 */
void drain_each_interp(struct drain *d,
		       void (*visit)(const struct interp *in, struct tracee *t, void *arg),
		       void *arg);

/* Totals since the drain was made. They only grow. */
struct drain_totals {
	uint64_t processes; /* processes with an interpreter, */
	uint64_t refused; /* and those of them that are not recorded */
	uint64_t stmts; /* recorded executions of statements, as far as collected */
	uint64_t calls;
	const struct kevent_total *kevents; /* see drain/kevent_totals.h; up to the next collection */
};
void drain_totals(const struct drain *d, struct drain_totals *totals);

/* How full the maps are. */
struct drain_fills {
	struct pressure now; /* of HOT_ENTRIES and HOT_EVALS */
	uint64_t string_parts; /* of STRING_ENTRIES, about */
	uint64_t subs; /* of SUB_ENTRIES */
};
void drain_fills(const struct drain *d, struct drain_fills *fills);

/* Are the maps of names nearly full? Names are never removed, because the probes look them up. */
bool drain_is_worn(const struct drain *d);

/* Is one user's share of them nearly full? */
bool drain_user_is_worn(const struct drain *d);

/* What could not be recorded and belongs to no interpreter. */
void drain_losses(struct drain *d, uint64_t lost[LOSS_CNT]);

#endif
