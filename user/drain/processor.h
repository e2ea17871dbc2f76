/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where the processor was at the samples (nytprof/processor.h), as attributes of the profiles. */
#ifndef NYTPROF_DRAIN_PROCESSOR_H
#define NYTPROF_DRAIN_PROCESSOR_H

struct interps;

/*
 * Moves what is in the map to the profiles: the attribute agent_ticks_in_NAME counts the samples in
 * NAME. -ENOMEM.
 */
int processor_collect(int map, struct interps *interps);

#endif
