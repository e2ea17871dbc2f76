/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What interps.c, tracees.c, rotate.c and adopt.c know of interpreters. */
#ifndef NYTPROF_INTERPS_PARTS_H
#define NYTPROF_INTERPS_PARTS_H

#include <stdbool.h>
#include <stdint.h>
#include <uthash.h>

#include "attach/object_maps.h"
#include "drain/interps.h"
#include "nytprof/interp.h"
#include "nytprof/losses.h"
#include "nytprof/part.h"
#include "tracee/tracee.h"

/* A part of an interpreter's life that has a profile of its own; nearly always there is but one. */
struct interp_part {
	uint32_t nr;
	struct part record; /* up to its end */
	struct part before; /* up to its begin */
	struct tracee *tracee;
	bool ended;
	/* what profiles of earlier intervals have of its sums: see rotate.c */
	uint32_t torn;
	uint32_t lost[LOSS_CNT];
	bool settled; /* and its last counts are in the maps that are current, or were collected */
	struct interp_part *next; /* the part before it */
};

struct interp_entry {
	uint32_t id;
	struct interp info;
	/* Those whose counts have not all been collected, at least one; the latest first. */
	struct interp_part *parts;
	struct interp_entry *same; /* another one of that process id */
	UT_hash_handle hh;
};

struct interps {
	struct maps maps;
	struct naming naming;
	struct names *names;
	struct roots *roots;
	struct accounts *accounts;
	struct allowance *allowance; /* for evals */
	struct allowance *sql_allowance; /* for SQL statements */
	long stdin_from; /* where ours was before a command could read it; -1: nowhere */
	struct interp_entry *interps;
	struct tracee *tracees;
	struct process *processes;
	unsigned tracee_cnt; /* that there ever were */
	unsigned refused_cnt; /* of them */
	uint64_t left_open;
	void (*met)(uint32_t id, const struct interp *in, struct memory_subs *memory_subs,
		    void *arg);
	void *met_arg;
	bool (*wants)(uint32_t id, const struct interp *in, void *arg);
	void *wants_arg;
	int (*early)(uint32_t nr, const struct wait_time *wait, void *arg);
	void *early_arg;
};

/* ----------------------------------------------------------------------------- tracees.c */

/*
 * The process image that an interpreter belongs to: one that still runs, or a new one. from: the tracee
 * that forked it; NULL: none, or not known. NULL: out of memory.
 */
struct tracee *tracees_get(struct interps *all, uint32_t id, const struct interp *in,
			   const struct tracee *from);

/* ------------------------------------------------------------------------------ rotate.c */

/*
 * In sample mode with --all: a process has one profile for each interval. At its end, what was
 * collected of the process becomes a profile that is over, and another one begins. now_ns: the time of
 * the recording's clock. A process without a sample or a wait has no profile of this interval. -ENOMEM:
 * some profiles go on.
 */
int interps_rotate(struct interps *all, uint64_t now_ns);

/* The last profile of an interpreter gets what the ones before it do not have of its sums. */
void rotate_rest(struct interp_part *part, struct interp *in);

/* ------------------------------------------------------------------------------- adopt.c */

/* The tracee of a process without an interpreter runs as if it had one. */
void adopt_begin(struct tracee *t);

/* The first interpreter of an adopted tracee, which is one as all others from now on. */
void adopt_end(struct tracee *t, uint32_t id, const struct interp *in);

/* A process has executed a program: an adopted tracee of it is over. */
void adopt_execed(struct interps *all, uint32_t tgid);

/* Notes which processes of adopted tracees have ended. */
void adopt_note_ends(struct interps *all);

#endif
