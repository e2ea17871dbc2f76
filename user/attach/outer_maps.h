/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Maps of maps with one place each, which hold the maps of counts that are current. */
#ifndef NYTPROF_OUTER_MAPS_H
#define NYTPROF_OUTER_MAPS_H

#include <stddef.h>

struct outer_map {
	int outer; /* the map of maps */
	int inner; /* what is put into it */
	int rc; /* what came of it: 0, -errno */
};

/*
 * Puts each inner map into its outer one. When this returns, no program can still use what was there
 * before. The kernel waits 10 to 20 ms for each map (kernel/bpf/syscall.c, maybe_wait_bpf_programs,
 * 5.10 and later): these waits run side by side.
 */
void outer_maps_set(struct outer_map *maps, size_t cnt);

#endif
