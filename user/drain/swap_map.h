/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A hot map: an inner map in an outer one. It is drained by putting an empty map in its place. */
#ifndef NYTPROF_SWAP_MAP_H
#define NYTPROF_SWAP_MAP_H

#include <stddef.h>

struct error;

#define SWAP_MAPS_MAX 8 /* that are exchanged at once */

struct swap_map {
	int outer; /* the map of maps; not ours */
	int inner; /* the map that is current; ours */
	int btf; /* of the types of its keys and values, not ours; -1: it has none */
};

/* first: the inner map that the outer one was loaded with; the caller keeps it. -errno. */
int swap_map_init(struct swap_map *swap_map, int outer, int first, int btf);
void swap_map_release(struct swap_map *swap_map);

/*
 * Puts an empty map in the place of each current one, side by side. old gets the old maps, which no
 * program writes to any more and which the caller closes. -1: it has no entries and stays current.
 * -errno with err set; old is then valid, too.
 */
int swap_maps_exchange(struct swap_map *maps, size_t cnt, int *old, struct error *err);

#endif
