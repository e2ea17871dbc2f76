/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A hot map: an inner map in an outer one. It is drained by putting an empty map in its place. */
#ifndef NYTPROF_SWAP_MAP_H
#define NYTPROF_SWAP_MAP_H

struct error;

struct swap_map {
	int outer; /* the map of maps; not ours */
	int inner; /* the map that is current; ours */
	int btf; /* of the types of its keys and values, not ours; -1: it has none */
};

/* first: the inner map that the outer one was loaded with; the caller keeps it. -errno. */
int swap_map_init(struct swap_map *swap_map, int outer, int first, int btf);
void swap_map_release(struct swap_map *swap_map);

/*
 * Puts an empty map in the place of the current one. Returns the old one, which no program writes
 * to any more and the caller closes; -errno with err set.
 */
int swap_map_exchange(struct swap_map *swap_map, struct error *err);

#endif
