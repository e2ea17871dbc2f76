// SPDX-License-Identifier: GPL-2.0-or-later
/* The current map is known by its descriptor: to find it by id would take CAP_SYS_ADMIN. */
#include "drain/swap_map.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "attach/outer_maps.h"
#include "util/cleanup.h"
#include "util/error.h"

#define KEY_MAX 64 /* bytes of a key */

int swap_map_init(struct swap_map *swap_map, int outer, int first, int btf)
{
	struct bpf_map_info info = {};
	uint32_t info_len = sizeof(info);

	if (bpf_obj_get_info_by_fd(first, &info, &info_len))
		return -errno;
	if (info.key_size > KEY_MAX)
		return -E2BIG;
	swap_map->outer = outer;
	swap_map->btf = btf;
	swap_map->inner = fcntl(first, F_DUPFD_CLOEXEC, 0);
	return swap_map->inner < 0 ? -errno : 0;
}

void swap_map_release(struct swap_map *swap_map)
{
	close_fd(&swap_map->inner);
}

/* An empty map like this one; -errno. */
static int map_like(const struct swap_map *swap_map)
{
	struct bpf_map_info info = {};
	uint32_t info_len = sizeof(info);
	LIBBPF_OPTS(bpf_map_create_opts, opts);
	int fd;

	if (bpf_obj_get_info_by_fd(swap_map->inner, &info, &info_len))
		return -errno;
	opts.map_flags = info.map_flags;
	/* With the same types: up to kernel 6.1 a map without is not taken for one of the same kind
	 * (kernel/bpf/map_in_map.c, bpf_map_meta_equal: timer_off differs). */
	if (swap_map->btf >= 0 && info.btf_id) {
		opts.btf_fd = (uint32_t)swap_map->btf;
		opts.btf_key_type_id = info.btf_key_type_id;
		opts.btf_value_type_id = info.btf_value_type_id;
	}
	fd = bpf_map_create(info.type, info.name, info.key_size, info.value_size, info.max_entries,
			    &opts);
	return fd < 0 ? -errno : fd;
}

/* Nothing was added to it since it became current. An array always has entries. */
static bool is_empty(const struct swap_map *swap_map)
{
	char key[KEY_MAX];

	return bpf_map_get_next_key(swap_map->inner, NULL, key) && errno == ENOENT;
}

int swap_maps_exchange(struct swap_map *maps, size_t cnt, int *old, struct error *err)
{
	struct outer_map fresh[SWAP_MAPS_MAX];
	size_t of[SWAP_MAPS_MAX], fresh_cnt = 0, i;
	int rc = 0, inner;

	for (i = 0; i < cnt; i++) {
		old[i] = -1;
		if (is_empty(&maps[i]))
			continue;
		inner = map_like(&maps[i]);
		if (inner < 0) {
			rc = error_set(err, -inner, "can't create a BPF map: %s", strerror(-inner));
			continue;
		}
		of[fresh_cnt] = i;
		fresh[fresh_cnt++] = (struct outer_map){ .outer = maps[i].outer, .inner = inner };
	}
	outer_maps_set(fresh, fresh_cnt);
	for (i = 0; i < fresh_cnt; i++) {
		if (fresh[i].rc) {
			rc = error_set(err, -fresh[i].rc, "can't swap a BPF map: %s",
				       strerror(-fresh[i].rc));
			close_fd(&fresh[i].inner);
			continue;
		}
		old[of[i]] = maps[of[i]].inner;
		maps[of[i]].inner = fresh[i].inner;
	}
	return rc;
}
