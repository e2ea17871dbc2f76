/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a program looks up most often, in front of LRU maps.
 *
 * A look into an LRU map hashes the key, follows a bucket's chain and compares the key there. Here a
 * key has one place in an array, and an entry is half a line of the processor's cache. Keys that share
 * a place replace each other, and are found in the map behind it.
 *
 * Interpreters share the places, so an entry can be written while it is read, or by two at a time.
 * The value therefore has a check of its own key in it, and is read and written in one piece.
 */
#ifndef NYTPROF_STATE_FRONT_BPF_H
#define NYTPROF_STATE_FRONT_BPF_H

#include "nytprof/node_hash.h"
#include "kernel/kernel.bpf.h"

#define FRONT_LOG   13
#define FRONT_VALUE 48 /* bits of a value: an id, or an address of user space */
#define FRONT_MASK  ((1ull << FRONT_VALUE) - 1)

struct front_key {
	u64 words[3];
};

struct front {
	struct front_key key;
	u64 value; /* and the check, in the bits above */
};

struct front_map {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1 << FRONT_LOG);
	__type(key, u32);
	__type(value, struct front);
};

struct front_map front_cvs SEC(".maps");
struct front_map front_cops SEC(".maps");

static __always_inline u64 front_hash(const struct front_key *key)
{
	return hash_mix(((key->words[0] * HASH_K1 ^ key->words[1]) * HASH_K2 ^ key->words[2]) *
			HASH_K1);
}

static __always_inline struct front *front_place(struct front_map *map, u64 hash)
{
	u32 at = (u32)(hash >> (64 - FRONT_LOG));

	return bpf_map_lookup_elem(map, &at);
}

/* False: it is not there. */
static __always_inline bool front_get(struct front_map *map, const struct front_key *key,
				      u64 *value)
{
	u64 hash = front_hash(key), found;
	const struct front *f = front_place(map, hash);

	if (!f || f->key.words[0] != key->words[0] || f->key.words[1] != key->words[1] ||
	    f->key.words[2] != key->words[2])
		return false;
	found = *(volatile const u64 *)&f->value;
	*value = found & FRONT_MASK;
	return found >> FRONT_VALUE == (hash & 0xffff);
}

static __always_inline void front_put(struct front_map *map, const struct front_key *key, u64 value)
{
	u64 hash = front_hash(key);
	struct front *f = front_place(map, hash);

	if (!f)
		return;
	f->key = *key;
	*(volatile u64 *)&f->value = (value & FRONT_MASK) | hash << FRONT_VALUE;
}

#endif
