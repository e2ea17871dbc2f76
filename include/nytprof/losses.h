/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* What was not recorded, by reason. */
#ifndef NYTPROF_SHARED_LOSSES_H
#define NYTPROF_SHARED_LOSSES_H

/* clang-format off */
#define LOSSES(X)                                                              \
	X(READ,	   "events whose interpreter state could not be read")         \
	X(STMTS,   "statements: the map was full")                             \
	X(FILES,   "statements whose file's name could not be read or kept")   \
	X(CALLS,   "calls: the map was full")                                  \
	X(STRINGS, "names: the map was full")                                  \
	X(SUBS,    "subs: the map was full")                                   \
	X(EVALS,   "evals whose place is unknown: no room, or too many forks") \
	X(CUT,	   "names cut at 4096 bytes")                                  \
	X(FRAMES,  "calls nested too deep, or no room for their frames")       \
	X(UNKNOWN, "calls whose sub could not be identified")                  \
	X(STACK,   "switches to perl stacks there was no room for")            \
	X(LAYOUT,  "interpreters whose memory is not laid out as expected")    \
	X(SHADOWS, "events of interpreters there was no room for")             \
	X(THREADS, "events of threads there was no room for")                  \
	X(INTERPS, "interpreters there was no room for")                       \
	X(PARTS,   "profiles begun by the program that there was no room for") \
	X(BUDGET,  "interpreters, names, subs and sources beyond what one process or user may have") \
	X(SAMPLES, "samples at which not all could be read, or kept")          \
	X(EVENTS,  "notices to the agent: the buffer was full")
/* clang-format on */

enum loss_id {
#define X(id, text) LOSS_##id,
	LOSSES(X)
#undef X
	LOSS_CNT,
};

#endif
