/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef NYTPROF_ATTACH_MAP_KIND_H
#define NYTPROF_ATTACH_MAP_KIND_H

struct bpf_map;

/*
 * A map that shows the kernel of what kind the elements of an outer map are, for
 * bpf_map__set_inner_map_fd(). It has the types, sizes and flags of this one, which need not exist
 * yet, and one entry. Libbpf would make one with all entries, and from 1.4 on its flags can't be
 * changed.
 *
 * Returns a descriptor, to be closed when the outer map exists, or a negative errno.
 */
int map_kind(const struct bpf_map *like);

#endif
