/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The maps of counts. Each is the only element of an outer map, so that it can be exchanged. */
#ifndef NYTPROF_ATTACH_COUNTS_H
#define NYTPROF_ATTACH_COUNTS_H

struct nytprof_bpf;

/* Makes the first maps current, before any program runs. Returns 0 or a negative errno. */
int counts_begin(const struct nytprof_bpf *part);

#endif
