/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the kernel says of the BPF maps and programs that this process has open. */
#ifndef NYTPROF_BPF_STATS_H
#define NYTPROF_BPF_STATS_H

struct figures;

/* Fills in the programs' runs, if the kernel counts them, the missed ones, and the maps' memory. */
void own_bpf_count(struct figures *f);

#endif
