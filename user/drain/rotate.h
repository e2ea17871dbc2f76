/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * In sample mode with --all: a process has one profile for each interval. At its end, what was
 * collected of the process becomes a profile that is over, and another one begins.
 */
#ifndef NYTPROF_ROTATE_H
#define NYTPROF_ROTATE_H

#include <stdint.h>

struct interp;
struct interp_part;
struct interps;

/*
 * now_ns: the time of the recording's clock. A process without a sample or a wait has no profile of
 * this interval. -ENOMEM: some profiles go on.
 */
int interps_rotate(struct interps *all, uint64_t now_ns);

/* The last profile of an interpreter gets what the ones before it do not have of its sums. */
void rotate_rest(struct interp_part *part, struct interp *in);

#endif
