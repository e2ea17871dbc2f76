/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The stacks of a profile, as formats with stacks want them: one node for each chain of callers,
 * with the program as the root of all.
 *
 * Times: each node has its own, exclusive time. That of the root is what the statements took
 * besides all subs. A time below 0 is 0. So the sum of all nodes is the time of all statements, or
 * that of all subs if it is more.
 *
 * Counts: of calls; of samples, in a profile of samples. A file that does not have the calls of
 * each stack has those of each caller and callee. Then the stacks of such a pair share its calls
 * by their times, which is an estimate.
 */
#ifndef NYTPROF_STACKS_H
#define NYTPROF_STACKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct event_stacks;
struct profile;
struct stack_line;

#define STACKS_DEPTH_MAX 512u /* calls that are deeper are one frame */

/* Besides the sub ids. */
#define STACK_PROGRAM UINT32_MAX /* the root */
#define STACK_HIDDEN  (UINT32_MAX - 1) /* callers that the profile does not have */
#define STACK_DEEPER  (UINT32_MAX - 2) /* calls below STACKS_DEPTH_MAX */
/* Of events that are in no sub, by their enum kevent_where. */
#define STACK_NOWHERE(where) (STACK_DEEPER - (where))
#define STACK_BESIDES	     6u /* so many are there */

struct stack {
	uint32_t up; /* index of the caller, which comes before it; the root's is 0 */
	uint32_t sub;
	uint32_t depth; /* of the root: 0 */
	uint64_t cnt;
	int64_t ns; /* exclusive */
	int64_t total_ns; /* with all that it calls */
};

struct stacks {
	struct stack *all; /* in the order of a walk; names decide between siblings */
	size_t cnt;
	struct stack_line *lines; /* NULL until stacks/lines.h has filled them */
	size_t line_cnt;
	const struct event_stacks *events; /* the caller's; NULL: without */
	int64_t stmt_ns; /* of all statements */
	unsigned hz; /* samples per second; 0: the profile is exact */
	bool pairs; /* the profile has callers and callees, but no stacks */
	bool deeper; /* some stacks were too deep */
	bool shared_cnts; /* some counts are estimates */
	bool waits; /* of samples: some frames are what their caller has waited */
};

int stacks_make(struct stacks *s, struct profile *p); /* links the call tree. -ENOMEM. */
void stacks_release(struct stacks *s);

/*
 * The indices of a node and its callers, the root first, and its depth: the last index of chain,
 * which has room for STACKS_DEPTH_MAX + 2.
 */
uint32_t stack_chain(const struct stacks *s, size_t nr, uint32_t *chain);

/* The name of a frame. */
const char *stack_name(const struct profile *p, const struct stack *stack);
const char *stack_sub_name(const struct profile *p, uint32_t sub); /* sub: as of a struct stack */

/* Of samples: is this frame what its caller has waited? */
bool stack_is_waiting(const struct profile *p, const struct stacks *s, const struct stack *stack);

unsigned profile_hz(const struct profile *p); /* samples per second; 0: it is exact */

#endif
