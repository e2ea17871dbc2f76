/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is known of each process id. There may be thousands of processes, and a new one is compared
 * only with those of the same id.
 */
#ifndef NYTPROF_PROCESSES_H
#define NYTPROF_PROCESSES_H

#include <stdint.h>
#include <uthash.h>

struct interp_entry;
struct tracee;

struct process {
	uint32_t tgid;
	uint64_t start; /* of one that was noted: see process_start(); 0: it was not */
	uint64_t code_start; /* of that one: see process_code_start() */
	struct interp_entry *interps; /* by their .same */
	struct tracee *tracees; /* by their .same, the oldest first */
	UT_hash_handle hh;
};

/* NULL: nothing is known of it. */
struct process *processes_find(struct process *all, uint32_t tgid);

/* A new one, if it is not there; NULL: no memory. */
struct process *processes_get(struct process **all, uint32_t tgid);

/*
 * Adds a process image. Returns the next one that the process became; NULL: none is known. The next
 * one may be met first: what one processor tells is read before what another one has told earlier.
 */
struct tracee *processes_add_tracee(struct process *p, struct tracee *t);

/*
 * An interpreter or tracee of the process was removed. If that was the last one, frees the process.
 */
void processes_forget(struct process **all, struct process *p);

/* Frees those that were noted and never had any. */
void processes_release(struct process **all);

#endif
