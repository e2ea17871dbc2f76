/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The events of each line, with one amount for each name. */
#ifndef NYTPROF_STACK_EVENT_LINES_H
#define NYTPROF_STACK_EVENT_LINES_H

#include <stddef.h>
#include <stdint.h>

#include "stacks/events.h"

struct event_line {
	uint32_t fid; /* 0: the line is not known */
	uint32_t line;
	uint32_t sub; /* where they are without a line; as of a struct stack */
	int64_t amounts[EVENT_KINDS_MAX]; /* in the order of e->kinds */
	struct kevent_sum sum; /* of one of them */
};

/*
 * In the order of files and lines; those without a line come first. kind: the index of the event of
 * .sum; e->kind_cnt: none. The array is the caller's. NULL: out of memory.
 */
struct event_line *event_lines(const struct event_stacks *e, const struct profile *p, uint32_t kind,
			       size_t *cnt);

#endif
