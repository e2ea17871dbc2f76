// SPDX-License-Identifier: GPL-2.0-or-later
#include "attach/maps_ahead.h"

#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "util/cleanup.h"

struct map_ahead {
	struct bpf_map *map;
	int fd;
};

struct maps_ahead {
	int btf; /* the types of keys and values; -1: the kernel does not take them as they are */
	struct map_ahead *maps;
	size_t cnt;
	atomic_size_t next; /* nobody makes it yet */
	pthread_t helper;
	bool helped;
};

/* Others have inner maps, or no types. */
static bool is_plain(const struct bpf_map *map)
{
	switch (bpf_map__type(map)) {
	case BPF_MAP_TYPE_HASH:
	case BPF_MAP_TYPE_LRU_HASH:
	case BPF_MAP_TYPE_PERCPU_HASH:
	case BPF_MAP_TYPE_LRU_PERCPU_HASH:
	case BPF_MAP_TYPE_ARRAY:
	case BPF_MAP_TYPE_PERCPU_ARRAY:
		return !bpf_map__is_internal(map) && bpf_map__autocreate(map);
	default:
		return false;
	}
}

/* As libbpf makes it. */
static int make(const struct maps_ahead *ahead, const struct bpf_map *map)
{
	LIBBPF_OPTS(bpf_map_create_opts, opts, .map_flags = bpf_map__map_flags(map),
		    .numa_node = bpf_map__numa_node(map), .map_extra = bpf_map__map_extra(map),
		    .btf_fd = (uint32_t)ahead->btf,
		    .btf_key_type_id = bpf_map__btf_key_type_id(map),
		    .btf_value_type_id = bpf_map__btf_value_type_id(map));

	return bpf_map_create(bpf_map__type(map), bpf_map__name(map), bpf_map__key_size(map),
			      bpf_map__value_size(map), bpf_map__max_entries(map), &opts);
}

static void *make_all(void *arg)
{
	struct maps_ahead *ahead = arg;
	size_t i;

	while ((i = atomic_fetch_add(&ahead->next, 1)) < ahead->cnt)
		ahead->maps[i].fd = make(ahead, ahead->maps[i].map);
	return NULL;
}

static int load_types(const struct bpf_object *obj)
{
	uint32_t size;
	const void *raw = btf__raw_data(bpf_object__btf(obj), &size);

	return raw ? bpf_btf_load(raw, size, NULL) : -1;
}

static void list(struct maps_ahead *ahead, const struct bpf_object *obj)
{
	struct bpf_map *map;
	size_t cnt = 0;

	for (map = bpf_object__next_map(obj, NULL); map; map = bpf_object__next_map(obj, map))
		cnt++;
	ahead->maps = calloc(cnt + 1, sizeof(*ahead->maps));
	if (!ahead->maps)
		return;
	for (map = bpf_object__next_map(obj, NULL); map; map = bpf_object__next_map(obj, map)) {
		if (is_plain(map))
			ahead->maps[ahead->cnt++] = (struct map_ahead){ .map = map, .fd = -1 };
	}
}

struct maps_ahead *maps_ahead_begin(const struct bpf_object *obj)
{
	struct maps_ahead *ahead = calloc(1, sizeof(*ahead));

	if (!ahead)
		return NULL;
	ahead->btf = load_types(obj);
	if (ahead->btf >= 0)
		list(ahead, obj);
	ahead->helped = ahead->cnt && !pthread_create(&ahead->helper, NULL, make_all, ahead);
	return ahead;
}

void maps_ahead_end(struct maps_ahead *ahead)
{
	size_t i;

	if (!ahead)
		return;
	make_all(ahead);
	if (ahead->helped)
		pthread_join(ahead->helper, NULL);
	for (i = 0; i < ahead->cnt; i++) {
		if (ahead->maps[i].fd >= 0)
			bpf_map__reuse_fd(ahead->maps[i].map, ahead->maps[i].fd);
		close_fd(&ahead->maps[i].fd);
	}
	close_fd(&ahead->btf);
	free(ahead->maps);
	free(ahead);
}
