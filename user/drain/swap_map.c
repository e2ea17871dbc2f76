// SPDX-License-Identifier: GPL-2.0-or-later
/* The current map is known by its descriptor: to find it by id would take CAP_SYS_ADMIN. */
#include "drain/swap_map.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>

#include "util/cleanup.h"
#include "util/error.h"

int swap_map_init(struct swap_map *swap_map, int outer, int first, int btf)
{
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

int swap_map_exchange(struct swap_map *swap_map, struct error *err)
{
	int fresh __cleanup(close_fd) = map_like(swap_map), old = swap_map->inner;
	uint32_t zero = 0;

	if (fresh < 0)
		return error_set(err, -fresh, "can't create a BPF map: %s", strerror(-fresh));
	/* The update of a map of maps returns only when no program can still use the old one
	 * (kernel/bpf/syscall.c, maybe_wait_bpf_programs, 5.10 and later). */
	if (bpf_map_update_elem(swap_map->outer, &zero, &fresh, BPF_ANY))
		return error_set(err, errno, "can't swap a BPF map: %s", strerror(errno));
	swap_map->inner = take_fd(&fresh);
	return old;
}
