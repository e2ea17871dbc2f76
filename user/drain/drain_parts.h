/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of the drain share. */
#ifndef NYTPROF_DRAIN_PARTS_H
#define NYTPROF_DRAIN_PARTS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "attach/object_maps.h"
#include "drain/eval_batch.h"
#include "drain/kevent_totals.h"
#include "drain/swap_map.h"

struct error;
struct interps;
struct names;
struct sql_ring;
struct tracepoint;

/*
 * The maps that are drained, in the order in which they are read. The evals are read first and
 * exchanged last: what is counted in one finds it known, and so does an eval that was compiled by
 * another.
 */
enum hot {
	EVALS,
	EVAL_SUBS,
	DEFINED,
	COUNTS, /* all from here on */
	STMTS = COUNTS,
	SLOTS,
	CALLS,
	WAITS,
	CALL_WAITS,
	KEVENTS,
	HOT_CNT,
};

struct drain {
	struct maps maps;
	clockid_t clock;
	struct swap_map hot[HOT_CNT];
	struct eval_batch eval_batch;
	uint64_t collected_ns; /* the profiles have what was before this */
	uint64_t parts; /* of strings that were left in the map by the last collection */
	struct names *names;
	struct interps *interps;
	const struct tracepoint *tracepoints;
	struct kevent_totals kevents;
	struct sql_ring *sql; /* NULL: no SQL statements are recorded */
	uint64_t stmt_cnt; /* executions and calls that were collected */
	uint64_t call_cnt;
	uint64_t orphans; /* counts whose interpreter is not known */
};

/*
 * Exchanges the maps, and adds what the old ones have to the profiles. last: no program counts any more.
 * Returns 0, or a negative errno with *err set.
 */
int drain_collect_maps(struct drain *d, bool last, struct error *err);

#endif
