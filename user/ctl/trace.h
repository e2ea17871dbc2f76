/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nytprof-bpf ctl trace: exact counts of one process that a recorder samples. The recorder traces;
 * this process has the file, and writes what comes through a pipe into it.
 */
#ifndef NYTPROF_CTL_TRACE_H
#define NYTPROF_CTL_TRACE_H

struct options;
struct recorders;

/* Returns the exit status. */
int ctl_trace(struct recorders *found, const struct options *o);

#endif
