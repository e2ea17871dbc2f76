/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * How much of the maps one process and one user may fill.
 */
#ifndef NYTPROF_SHARED_BUDGETS_H
#define NYTPROF_SHARED_BUDGETS_H

#include <linux/types.h>

#include "nytprof/limits.h"

/*
 * The maps are shared by programs that do not trust each other.  So nobody gets all of one: what a
 * process or a user has is counted where it is made, which is rare, and what is beyond the limit is
 * not recorded, and is a loss (LOSS_BUDGET).  Root has no limit but the maps' own.
 */
enum budget_item {
	BUDGET_INTERPS, /* from the first event until user space has all counts */
	BUDGET_NAMES, /* parts of strings; they stay until the recording begins anew */
	BUDGET_SUBS, /* likewise */
	BUDGET_SOURCE, /* parts of the source of evals, since the last collection */
	BUDGET_CNT,
};

/* Threads of one perl; each is an interpreter.  A server has some hundred of them at most. */
#define PROCESS_INTERPS 1024

/* Of one user: half of what can run at once, or a quarter to a half of what there is room for. */
#define USER_INTERPS (1 << 13)
#define USER_NAMES   (STRING_ENTRIES / 4) /* 8 MB: the names of 60,000 subs */
#define USER_SUBS    (SUB_ENTRIES / 2)
#define USER_SOURCE  (STRING_ENTRIES / 4) /* half of what all source may take */

enum budget_of {
	BUDGET_OF_PROCESS,
	BUDGET_OF_USER,
};

struct budget_key {
	__u32 of; /* enum budget_of */
	__u32 id; /* the process, or the user */
	/* USAGE_ADDED, which the programs count, or USAGE_REMOVED, which user space does */
	__u32 which;
};

struct budget {
	__u64 cnt[BUDGET_CNT];
	__u32 interp; /* the first of a process; a process's losses are its */
	__u32 pad;
};

/*
 * Fill of a map of which only parts are drained: what was put in, counted by the programs, and (in
 * an entry of its own) what was taken out, by user space.
 */
enum {
	USAGE_ADDED,
	USAGE_REMOVED,
	USAGE_CNT
};

struct usage {
	__u64 string_parts;
	__u64 subs;
};

#endif
