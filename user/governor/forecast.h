/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a trace will cost a process that uses a processor fully, measured at its begin. */
#ifndef NYTPROF_FORECAST_H
#define NYTPROF_FORECAST_H

struct flush;
struct options;

/*
 * To be called when the first processes have their probes. Measures for a moment, and prints a line
 * for each process that will be slower by a tenth or more. Says nothing of samples, and nothing if
 * nobody wants to read it.
 */
void forecast_say(struct flush *h, const struct options *o);

#endif
