/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* What was not recorded, by reason. */
#ifndef NYTPROF_SHARED_LOSSES_H
#define NYTPROF_SHARED_LOSSES_H

/* clang-format off */
#define LOSSES(X)                                                              \
	X(READ,	   "events whose interpreter state could not be read")         \
	X(STMTS,   "statements: the map was full")                             \
	X(FILES,   "statements whose file name could not be read or stored")   \
	X(CALLS,   "calls: the map was full")                                  \
	X(STRINGS, "names: the map was full")                                  \
	X(SUBS,    "subs: the map was full")                                   \
	X(EVALS,   "string evals of unknown place: no room, or too many forks")         \
	X(CUT,	   "names cut at 4096 bytes")                                  \
	X(FRAMES,  "calls nested too deeply, or no room for their frames")     \
	X(UNKNOWN, "calls whose sub could not be identified")                  \
	X(STACK,   "switches to perl stacks: no room for another stack")       \
	X(LAYOUT,  "interpreters with an unexpected memory layout")            \
	X(SHADOWS, "events of interpreters: no room for another interpreter")  \
	X(THREADS, "events of threads: no room for another thread")            \
	X(INTERPS, "interpreters: no room for another one")                    \
	X(PARTS,   "profiles that the program began: no room for another one") \
	X(BUDGET,  "interpreters, names, subs and sources beyond the budget of a process or user") \
	X(SAMPLES, "samples that could not be read or stored completely")         \
	X(WAITS,   "waits: the map was full, or perl's stack was being read for --event")                                     \
	X(KEVENTS, "events of --event: no room, or one came within another")      \
	X(LIVES,   "allocations that --event=malloc could not follow: too many were live; they count as freed") \
	X(SQL,	   "events of SQL statements: the buffer was full")               \
	X(SQL_TEXTS, "texts of SQL statements beyond the budget of a user or of all: they count as (other statements)") \
	X(ENDS,	   "ends that the kernel did not tell of: their last statements have no time") \
	X(EVENTS,  "notices to the agent: the buffer was full")
/* clang-format on */

enum loss_id {
#define X(id, text) LOSS_##id,
	LOSSES(X)
#undef X
	LOSS_CNT,
};

#endif
