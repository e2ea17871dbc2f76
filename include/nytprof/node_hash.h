/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * The id of a node of the calling-context tree: BPF makes it when a call is opened, user space
 * again from what a call's key says.
 */
#ifndef NYTPROF_SHARED_NODE_HASH_H
#define NYTPROF_SHARED_NODE_HASH_H

#include <linux/types.h>

#define HASH_K1 0x9e3779b97f4a7c15ull
#define HASH_K2 0xc2b2ae3d27d4eb4full

static inline __attribute__((always_inline)) __u64 hash_mix(__u64 h)
{
	h ^= h >> 32;
	h *= HASH_K2;
	h ^= h >> 29;
	return h;
}

static inline __attribute__((always_inline)) __u64 hash_pair(__u64 a, __u64 b)
{
	return hash_mix((a + HASH_K1) * HASH_K2 ^ (b + HASH_K2) * HASH_K1);
}

/*
 * A string has two hashes, of the next eight of its bytes each time; zeros follow them. The first
 * one begins with its length, the second one with its flags, and hash_mix() ends both.
 */
static inline __attribute__((always_inline)) __u64 string_hash_one(__u64 h, __u64 word)
{
	h = (h ^ word) * HASH_K1;
	return h ^ h >> 29;
}

static inline __attribute__((always_inline)) __u64 string_hash_two(__u64 h, __u64 word)
{
	h = (h + word) * HASH_K2;
	return h ^ h >> 31;
}

/* Calls of the sub with this id from the context parent, which is NODE_ROOT or such an id. */
static inline __attribute__((always_inline)) __u64 node_hash(__u64 parent, __u32 callee)
{
	return hash_pair(parent, callee);
}

/*
 * What tells a key of an LRU map, of so many words, from others.  The value begins with it: see
 * bpf/state/lru.bpf.h.
 */
static inline __attribute__((always_inline)) __u32 key_check(const void *key, unsigned words)
{
	__u64 h = 0, word;
	unsigned i;

	for (i = 0; i < words; i++) {
		__builtin_memcpy(&word, (const char *)key + i * 8, 8);
		h = (h ^ word) * 0x61c88647; /* fits into an instruction of BPF */
	}
	return (__u32)(h >> 32);
}

#define LRU_CHECK(key) key_check((key), sizeof(*(key)) / 8)

#endif
