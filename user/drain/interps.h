/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The interpreters that the BPF side knows, and the tracees that get their counts: one for each
 * process, or for each part of its life with a profile of its own.
 */
#ifndef NYTPROF_INTERPS_H
#define NYTPROF_INTERPS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct accounts;
struct event;
struct memory_subs;
struct interp;
struct interps;
struct maps;
struct names;
struct naming;
struct tracee;
struct wait_time;

struct interps *interps_new(const struct maps *maps, const struct naming *naming,
			    struct names *names);
void interps_free(struct interps *all); /* with the tracees that were not taken */

/* See drain.h. */
void interps_when_met(struct interps *all,
		      void (*met)(uint32_t id, const struct interp *in,
				  struct memory_subs *memory_subs, void *arg),
		      void *arg);

void interps_when_asked(struct interps *all,
			bool (*wants)(uint32_t id, const struct interp *in, void *arg), void *arg);

void interps_age(struct interps *all); /* see drain.h */
void interps_note_process(struct interps *all, pid_t pid);
int interps_event(struct interps *all, const struct event *ev);

struct accounts *interps_accounts(struct interps *all);

/* Counts all processes so far, and those of them that are not recorded. */
void interps_count(const struct interps *all, uint64_t *met, uint64_t *refused);

/* The tracee whose counts have this key; NULL: not known. */
struct tracee *interps_tracee(struct interps *all, uint32_t id, uint32_t part);

/* The tracee of the current or last part; NULL: not known. */
struct tracee *interps_latest(struct interps *all, uint32_t id);

/*
 * The interpreters that have ended by now will be complete after the next swap of the hot maps.
 * True: some have more open calls than the maps have room for; call this again after the swap.
 */
bool interps_note_ends(struct interps *all);
uint64_t interps_left_open(const struct interps *all); /* ends that could not be completed */

/* When that swap was collected: the tracees of these interpreters get their sums. */
void interps_retire(struct interps *all);

struct tracee *interps_tracees(struct interps *all);

/* The oldest tracee of a process that was not taken. NULL: none. */
struct tracee *interps_first_of(struct interps *all, pid_t pid);

/*
 * Makes a tracee of a process that has no interpreter yet. The first interpreter that it has will be of
 * this tracee. in: what is known of the process. NULL: out of memory.
 */
struct tracee *interps_adopt(struct interps *all, const struct interp *in);

/*
 * Calls charge for the time of each wait that began before the recording. nr: the number that it has in
 * the map waitings. charge returns -ENOMEM or 0.
 */
void interps_when_early(struct interps *all,
			int (*charge)(uint32_t nr, const struct wait_time *wait, void *arg),
			void *arg);
int interps_early_wait(struct interps *all, uint32_t nr, const struct wait_time *wait);

/* See drain.h. */
struct tracee *interps_take(struct interps *all, bool any,
			    bool (*stays)(const struct tracee *t, void *arg), void *arg);
void interps_each(struct interps *all,
		  void (*visit)(const struct interp *in, struct tracee *t, void *arg), void *arg);

#endif
