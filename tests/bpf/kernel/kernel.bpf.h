/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lets the headers of bpf/ be built with the host's compiler, so that the accounting can be
 * tested without a kernel: helpers over hash tables, a clock that only the test moves, and user
 * memory that is one arena, outside of which reads fail.
 */
#ifndef NYTPROF_KERNEL_KERNEL_BPF_H
#define NYTPROF_KERNEL_KERNEL_BPF_H

#include <errno.h>
#include <linux/bpf.h>
#include <linux/types.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef int64_t s64;

#define SEC(name)
#undef __always_inline
#define __always_inline inline __attribute__((always_inline, unused))
#undef __noinline
#define __noinline	   __attribute__((noinline, unused))
#define __uint(name, val)  int(*name)[val]
#define __type(name, val)  __typeof__(val) *name
#define __array(name, val) __typeof__(val) *name[]
#define barrier_var(var)   ((void)(var))
#define barrier()	   ((void)0)

/* ------------------------------------------------------------------ the clock */

static u64 host_clock;
static u64 host_handler_ns; /* what the next handler takes, after its first look at the clock */
static u64 host_clock_ns; /* what a look at the clock takes */
static void (*host_meanwhile)(void); /* what another processor does at the next look at the clock */

static inline u64 bpf_ktime_get_ns(void)
{
	void (*meanwhile)(void) = host_meanwhile;
	u64 now = host_clock;

	host_meanwhile = NULL;
	if (meanwhile)
		meanwhile();

	host_clock += host_handler_ns + host_clock_ns;
	host_handler_ns = 0;
	return now;
}

#define bpf_ktime_get_boot_ns bpf_ktime_get_ns

/* ----------------------------------------------------------------- who is it */

static u64 host_pid_tgid = (u64)100 << 32 | 100;

static inline u64 bpf_get_current_pid_tgid(void)
{
	return host_pid_tgid;
}

static u32 host_uid = 1000;

static inline u64 bpf_get_current_uid_gid(void)
{
	return (u64)1000 << 32 | host_uid;
}

/* The ids of the groups at depths 0, 1, 2. */
static inline u64 bpf_get_current_ancestor_cgroup_id(int level)
{
	return level < 3 ? 100u + (u32)level : 0;
}

static inline u64 bpf_get_current_cgroup_id(void)
{
	return 102;
}

static inline long bpf_get_current_comm(void *buf, u32 size)
{
	snprintf(buf, size, "perl");
	return 0;
}

/* --------------------------------------------------------------- user memory */

#define HOST_HEAP (32u << 20)
static char host_heap[HOST_HEAP] __attribute__((aligned(64)));
static size_t host_heap_used;

static u64 host_absent; /* the 64 bytes there can't be read: their page is swapped out; 0: none */

static inline bool host_readable(const void *addr, size_t size)
{
	uintptr_t at = (uintptr_t)addr, from = (uintptr_t)host_heap;

	if (host_absent && at < host_absent + 64 && at + size > host_absent)
		return false;
	return at >= from && at < from + HOST_HEAP && size <= from + HOST_HEAP - at;
}

/*
 * Reads are counted, and some fail though the memory is there: as where a page is swapped out.  From
 * .fails on, which counts from 1, so many as .failures.
 */
static struct {
	u64 cnt, fails, failures;
} host_reads;

static inline bool host_read_fails(void)
{
	host_reads.cnt++;
	return host_reads.fails && host_reads.cnt >= host_reads.fails &&
	       host_reads.cnt - host_reads.fails < host_reads.failures;
}

static inline long bpf_probe_read_user(void *dst, u32 size, const void *src)
{
	if (host_read_fails() || !host_readable(src, size)) {
		memset(dst, 0, size);
		return -EFAULT;
	}
	memcpy(dst, src, size);
	return 0;
}

static inline long bpf_probe_read_kernel(void *dst, u32 size, const void *src)
{
	memcpy(dst, src, size);
	return 0;
}

static inline long bpf_probe_read_user_str(void *dst, u32 size, const void *src)
{
	const char *text = src;
	char *to = dst;
	u32 i;

	if (host_read_fails())
		return -EFAULT;
	for (i = 0; i < size; i++) {
		if (!host_readable(text + i, 1))
			return -EFAULT;
		to[i] = text[i];
		if (!text[i])
			return i + 1;
	}
	to[size - 1] = '\0';
	return size;
}

/* ---------------------------------------------------------------------- maps */

struct host_entry {
	struct host_id {
		const void *map;
		char key[48];
	} id;
	UT_hash_handle hh;
	char value[] __attribute__((aligned(8)));
};

static struct host_entry *host_entries;
static const void *host_full; /* a map that takes nothing new */
static size_t host_map_limit = (size_t)-1; /* entries that fit into all maps together */
static u32
	host_no_memory; /* so many updates fail from now on: of maps that have no element at hand */

static inline struct host_id host_id(const void *map, size_t key_size, const void *key)
{
	struct host_id id;

	memset(&id, 0, sizeof(id));
	id.map = map;
	memcpy(id.key, key, key_size);
	return id;
}

static inline void *host_lookup(const void *map, size_t key_size, const void *key)
{
	struct host_id id = host_id(map, key_size, key);
	struct host_entry *entry;

	HASH_FIND(hh, host_entries, &id, sizeof(id), entry);
	return entry ? entry->value : NULL;
}

static inline long host_update(const void *map, size_t key_size, size_t value_size, const void *key,
			       const void *value, u64 flags)
{
	struct host_entry *entry;
	void *known = host_lookup(map, key_size, key);

	if (known && flags == BPF_NOEXIST)
		return -EEXIST;
	if (known) {
		memmove(known, value, value_size);
		return 0;
	}
	if (HASH_COUNT(host_entries) >= host_map_limit || map == host_full)
		return -E2BIG;
	if (host_no_memory) {
		host_no_memory--;
		return -ENOMEM;
	}
	entry = calloc(1, sizeof(*entry) + value_size);
	entry->id = host_id(map, key_size, key);
	memcpy(entry->value, value, value_size);
	HASH_ADD(hh, host_entries, id, sizeof(entry->id), entry);
	return 0;
}

static inline long host_delete(const void *map, size_t key_size, const void *key)
{
	struct host_id id = host_id(map, key_size, key);
	struct host_entry *entry;

	HASH_FIND(hh, host_entries, &id, sizeof(id), entry);
	if (!entry)
		return -ENOENT;
	HASH_DEL(host_entries, entry);
	free(entry);
	return 0;
}

static inline void host_forget_map(const void *map)
{
	struct host_entry *entry, *next;

	HASH_ITER(hh, host_entries, entry, next) {
		if (entry->id.map != map)
			continue;
		HASH_DEL(host_entries, entry);
		free(entry);
	}
}

/* An array's entries exist from the start, zeroed.  Here is but one processor. */
static inline void *host_lookup_or_make(const void *map, int type, size_t key_size,
					size_t value_size, const void *key)
{
	void *value = host_lookup(map, key_size, key);
	char *zero;

	if (value || (type != BPF_MAP_TYPE_ARRAY && type != BPF_MAP_TYPE_PERCPU_ARRAY))
		return value;
	zero = calloc(1, value_size);
	host_update(map, key_size, value_size, key, zero, BPF_ANY);
	free(zero);
	return host_lookup(map, key_size, key);
}

/*
 * The kernel gives what it evicts from an LRU map to the next key at once, while a program may still be looking at
 * it: .reused, which counts from 1, is the lookup to which that happens.
 */
static struct {
	u64 cnt, reused;
} host_lru;

/* Another entry's value in the place of that one; the entry itself is no more. */
static inline void *host_evict(const void *map, size_t key_size, size_t value_size, const void *key)
{
	struct host_id id = host_id(map, key_size, key);
	struct host_entry *other;
	static char reused[256] __attribute__((aligned(8)));

	for (other = host_entries; other; other = other->hh.next) {
		if (other->id.map == map && memcmp(&other->id, &id, sizeof(id)) != 0 &&
		    memcmp(other->value, host_lookup(map, key_size, key), value_size) != 0)
			break;
	}
	if (!other || value_size > sizeof(reused))
		return host_lookup(map, key_size, key);
	memcpy(reused, other->value, value_size);
	host_delete(map, key_size, key);
	return reused;
}

static inline void *host_find(const void *map, int type, size_t key_size, size_t value_size,
			      const void *key)
{
	void *value = host_lookup_or_make(map, type, key_size, value_size, key);

	if (type == BPF_MAP_TYPE_LRU_HASH && value && ++host_lru.cnt == host_lru.reused)
		return host_evict(map, key_size, value_size, key);
	return value;
}

#define host_type(m) ((int)(sizeof(*(m)->type) / sizeof(int)))

#define bpf_map_lookup_elem(m, k) \
	host_find((m), host_type(m), sizeof(*(m)->key), sizeof(*(m)->value), (k))
#define bpf_map_update_elem(m, k, v, flags) \
	host_update((m), sizeof(*(m)->key), sizeof(*(m)->value), (k), (v), (flags))
#define bpf_map_delete_elem(m, k) host_delete((m), sizeof(*(m)->key), (k))

/* There are no maps of maps: what each of them has is its first map. */
#define inner_map(outer, first) (first)

/* ------------------------------------------------------------- the other helpers */

static inline long host_loop(u32 cnt, int (*body)(u32, void *), void *arg)
{
	u32 i;

	for (i = 0; i < cnt; i++) {
		if (body(i, arg))
			return i + 1;
	}
	return cnt;
}
#define bpf_loop(cnt, body, arg, flags) host_loop((cnt), (body), (arg))

/* The callback may delete the entry that it is called for, and those of other maps. */
static inline long host_each(const void *map, long (*body)(void *, const void *, void *, void *),
			     void *arg)
{
	struct host_entry *entry, *next, *found[64];
	size_t cnt = 0, i;

	HASH_ITER(hh, host_entries, entry, next) {
		if (entry->id.map == map && cnt < 64)
			found[cnt++] = entry;
	}
	for (i = 0; i < cnt; i++)
		body(NULL, found[i]->id.key, found[i]->value, arg);
	return (long)cnt;
}
#define bpf_for_each_map_elem(map, body, arg, flags) \
	host_each((map), (long (*)(void *, const void *, void *, void *))(body), (arg))

#define HOST_EVENTS 1024
static char host_events[HOST_EVENTS][64];
static unsigned host_event_cnt;

static inline long host_output(const void *data, size_t size)
{
	if (host_event_cnt == HOST_EVENTS)
		return -ENOSPC;
	memcpy(host_events[host_event_cnt++], data, size);
	return 0;
}
static unsigned host_signals; /* that programs sent to the thread they ran in */

static inline long bpf_send_signal_thread(u32 sig)
{
	(void)sig;
	host_signals++;
	return 0;
}

#define bpf_ringbuf_output(ring, data, size, flags) host_output((data), (size))

#endif
