/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is known of each process id: thousands of processes can be under way, and each that begins is held against
 * those with its own only.
 */
#ifndef NYTPROF_PROCESSES_H
#define NYTPROF_PROCESSES_H

#include <stdint.h>
#include <uthash.h>

struct interp_entry;
struct tracee;

struct process {
	uint32_t tgid;
	struct interp_entry *interps; /* by their .same */
	struct tracee *tracees; /* by their .same, the oldest first */
	UT_hash_handle hh;
};

/* NULL: nothing is known of it. */
struct process *processes_find(struct process *all, uint32_t tgid);

/* A new one, if it is not there; NULL: no memory. */
struct process *processes_get(struct process **all, uint32_t tgid);

/* One of its own was taken out: if that was the last one, it goes. */
void processes_forget(struct process **all, struct process *p);

#endif
