/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Does recording cost a program more than the budget of --overhead? */
#ifndef NYTPROF_DECIDE_H
#define NYTPROF_DECIDE_H

#include <stdbool.h>
#include <stdint.h>

/* What the processes that share a budget did in a window of time. */
struct window {
	int64_t elapsed_ns;
	int64_t cpu_ns; /* their processor time, with the probes */
	int64_t probes_ns; /* what the probes took of that */
	int64_t waited_ns; /* ready to run, without a processor */
};

/* Did they run at all? A window without them is none, on a busy machine or in a long sleep. */
bool window_counts(const struct window *w);

/*
 * By how many percent the probes lengthen the processes' own processor time. 0 if they take less
 * than a hundredth of the time in which they had a processor if they wanted it: that slows nothing
 * down.
 */
double window_cost(const struct window *w);

/* How many windows in a row were over the budget. */
struct gauge {
	unsigned over;
};

/*
 * Notes the cost of the next window. True: it is time to record less. One window is not enough:
 * names are read at the first events, and these cost more.
 */
bool gauge_exceeds(struct gauge *g, double cost, double budget);

#endif
