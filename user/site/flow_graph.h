/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The flow graph of a function: its instructions, and which instructions follow each one. A call
 * goes on behind it, unless the called function is known not to return.
 */
#ifndef NYTPROF_FLOW_GRAPH_H
#define NYTPROF_FLOW_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "machine/decode.h"

struct code;

#define NODES_MAX 2048 /* instructions */
#define NOWHERE	  (-1)

struct node {
	struct insn insn;
	int next; /* the next one; NOWHERE: control does not go on there */
	int target; /* of a jump or branch */
};

struct ways {
	const struct code *code;
	struct node nodes[NODES_MAX]; /* the first is the entry */
	int cnt;
};

/*
 * The graph of the function at entry; ways_free() frees it. NULL: too many instructions, or out of
 * memory.
 */
struct ways *ways_new(const struct code *code, uint64_t entry);
void ways_free(struct ways *w);

/* Is there a path from one node to another that avoids a third one? */
bool ways_lead(const struct ways *w, int from, int to, int without);

/* The same from the entry. */
bool ways_reach(const struct ways *w, int to, int without);

#endif
