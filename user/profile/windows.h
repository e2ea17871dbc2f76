/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The windows of --mode=burst make the estimates of a profile (profile/estimates.h). */
#ifndef NYTPROF_WINDOWS_H
#define NYTPROF_WINDOWS_H

struct profile;

/* A window is over, and all that was counted in it is in the profile. -ENOMEM. */
int windows_add(struct profile *p);

/*
 * Sets the errors. all_ns: processor time of the whole program, without the probes. Does nothing without a
 * window.
 */
void windows_end(struct profile *p, double all_ns);

#endif
