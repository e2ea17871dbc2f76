/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The values of LRU maps.
 *
 * A program that has found a value can be interrupted, and the map may evict the entry meanwhile:
 * its memory is at once that of another key, without a grace period (kernel/bpf/bpf_lru_list.c and
 * prealloc_lru_pop in kernel/bpf/hashtab.c, 5.17 to 6.18).  So each value begins with a word that
 * its key gives (key_check in include/nytprof/node_hash.h).  The value is copied first and that
 * word is looked at then: the kernel writes it first, so a copy behind which it is still there is
 * of that key.
 */
#ifndef NYTPROF_STATE_LRU_BPF_H
#define NYTPROF_STATE_LRU_BPF_H

#include "nytprof/node_hash.h"
#include "kernel/kernel.bpf.h"

/* Is what was copied from a value that of this key? */
#define lru_holds(value, key)                                             \
	({                                                                \
		barrier();                                                \
		*(volatile const u32 *)&(value)->check == LRU_CHECK(key); \
	})

/* Copies a key's value; false: it has none. */
#define lru_copy(map, key, to)                                                \
	({                                                                    \
		const __typeof__(*(to)) *at_ = bpf_map_lookup_elem(map, key); \
		if (at_)                                                      \
			*(to) = *at_;                                         \
		at_ &&lru_holds(at_, key);                                    \
	})

#endif
