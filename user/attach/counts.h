/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The maps of counts. Each is the only element of an outer map, so that it can be exchanged. */
#ifndef NYTPROF_ATTACH_COUNTS_H
#define NYTPROF_ATTACH_COUNTS_H

#define COUNTS 9

struct nytprof_bpf;

/*
 * Before the maps are created, when their flags are set: shows the kernel of what kind the first
 * maps are. kinds: descriptors, to be closed by counts_close_kinds() after that, also after an
 * error. Returns 0 or a negative errno.
 */
int counts_set_kinds(const struct nytprof_bpf *part, int kinds[COUNTS]);

void counts_close_kinds(int kinds[COUNTS]);

/* Makes the first maps current, before any program runs. Returns 0 or a negative errno. */
int counts_begin(const struct nytprof_bpf *part);

#endif
