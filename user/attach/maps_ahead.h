/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Makes the maps of a BPF object before it is loaded, on two processors.
 *
 * The kernel clears the memory of a large map, which takes up to 10 ms each, and libbpf makes one map
 * after the other.
 */
#ifndef NYTPROF_MAPS_AHEAD_H
#define NYTPROF_MAPS_AHEAD_H

struct bpf_object;
struct maps_ahead;

/*
 * Begins, in a thread.  The sizes of the maps are what they will be.  NULL: there is no memory, and
 * libbpf makes them all.
 */
struct maps_ahead *maps_ahead_begin(const struct bpf_object *obj);

/*
 * Helps until all are there, and gives them to the object.  What could not be made is left to libbpf,
 * which tells why.  NULL does nothing.
 */
void maps_ahead_end(struct maps_ahead *ahead);

#endif
