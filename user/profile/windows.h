/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The windows of --mode=burst make the estimates of a profile (profile/estimates.h). */
#ifndef NYTPROF_WINDOWS_H
#define NYTPROF_WINDOWS_H

#include <stdint.h>

struct profile;

struct window {
	double since_ns; /* the program's own time since the window before */
	double waited_ns; /* in the window it waited for so long, and not for a processor */
	uint32_t probe_ns; /* price of a probe */
	/*
	 * processor time of the program, without its probes; 0: not known, then it is that of what
	 * was recorded
	 */
	double own_ns;
	double taken_ns; /* by the probes, if own_ns is known */
};

/* A window is over, and all that was counted in it is in the profile. -ENOMEM. */
int windows_add(struct profile *p, const struct window *w);

/*
 * Sets totals and errors. since_ns: the program's own time behind the last window. Does nothing
 * without a window.
 */
void windows_end(struct profile *p, double since_ns);

#endif
