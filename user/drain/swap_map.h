/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A hot map: an inner map in an outer one, which is drained by putting an empty one in its place. */
#ifndef NYTPROF_SWAP_MAP_H
#define NYTPROF_SWAP_MAP_H

struct error;

struct hot {
	int outer; /* the map of maps; not ours */
	int inner; /* the map that is current; ours */
	int btf; /* of the types of its keys and values, not ours; -1: it has none */
};

/* first is the inner map that the outer one was loaded with, not taken over.  -errno. */
int hot_init(struct hot *hot, int outer, int first, int btf);
void hot_release(struct hot *hot);

/*
 * Puts an empty map in the place of the current one.  Returns that, to which nobody writes any
 * more, for the caller to close; -errno with err set.
 */
int hot_exchange(struct hot *hot, struct error *err);

#endif
