/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the kernel reports of the BPF maps and programs that this process has open. */
#ifndef NYTPROF_BPF_STATS_H
#define NYTPROF_BPF_STATS_H

struct figures;

/*
 * Fills in the missed runs of the programs, the memory of the maps, and, if the kernel counts them,
 * the runs.
 */
void own_bpf_count(struct figures *f);

#endif
