/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What interps.c and rotate.c know of interpreters. */
#ifndef NYTPROF_INTERPS_PARTS_H
#define NYTPROF_INTERPS_PARTS_H

#include <stdbool.h>
#include <stdint.h>
#include <uthash.h>

#include "attach/object.h"
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
	/* what profiles of earlier intervals have of its sums: see drain/rotate.h */
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
};

#endif
