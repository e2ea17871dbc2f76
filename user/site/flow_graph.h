/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * All the ways through a function, as its instructions and what each goes on to.  Calls come back,
 * but for those of functions that are known not to.
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
	int next; /* behind it, NOWHERE: it does not go on there */
	int target; /* of a jump or branch */
};

struct ways {
	const struct code *code;
	struct node nodes[NODES_MAX]; /* the first is the entry */
	int cnt;
};

/* Of the function at entry; NULL: there are too many, or no memory. */
struct ways *ways_new(const struct code *code, uint64_t entry);
void ways_free(struct ways *w);

/* Is there a way from one node to another that does not come by a third one? */
bool ways_lead(const struct ways *w, int from, int to, int without);

/* From the entry on. */
bool ways_reach(const struct ways *w, int to, int without);

#endif
