/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Only for object*.c. */
#ifndef NYTPROF_OBJECT_PARTS_H
#define NYTPROF_OBJECT_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "attach/malloc_links.h"
#include "attach/object.h"
#include "attach/programs.h"

struct kernel;
struct kevent_links;
struct link;
struct ticks;
struct tracepoint;

#define TRACEPOINTS 7 /* fork, exec, exit; with --off-cpu also: exec, exit, switch, wakeup */
#define FIRST_WAIT  3 /* the first of the latter */

struct object {
	struct programs programs;
	const struct kernel *kernel;
	struct link **links;
	size_t link_cnt;
	int tracepoints[TRACEPOINTS];
	struct ticks *ticks; /* sample mode */
	struct kevent_links *kevents; /* --event */
	struct malloc_links mallocs; /* likewise */
	const struct tracepoint *kevent_points;
	unsigned kevent_point_cnt;
	unsigned sample_rate;
	bool no_returns; /* return probes would do harm */
	struct object *lesser; /* the same without statements; NULL: there is none */
};

#endif
