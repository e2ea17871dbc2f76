/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tracepoints of the running kernel, by their names. */
#ifndef NYTPROF_ATTACH_TRACEPOINTS_H
#define NYTPROF_ATTACH_TRACEPOINTS_H

struct error;
struct tracepoint;

/* Fills in each .id, and tries whether it has events. Negative errno with err set. */
int tracepoints_find(struct tracepoint *points, unsigned cnt, struct error *err);

/* Opens the events of a tracepoint on all processors; the caller closes them. -1 with errno. */
int tracepoint_open(const struct tracepoint *point);

#endif
