// SPDX-License-Identifier: GPL-2.0-or-later
#include "attach/map_kind.h"

#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdint.h>

/* A structure of so many bytes. Returns the type's id, or a negative errno. */
static int add_bytes(struct btf *btf, const char *name, uint32_t size)
{
	int byte = btf__add_int(btf, "byte", 1, 0);
	int array = byte < 0 ? byte : btf__add_array(btf, byte, byte, size);
	int type = array < 0 ? array : btf__add_struct(btf, name, size);
	int rc = type < 0 ? type : btf__add_field(btf, "bytes", array, 0, 0);

	return rc ? rc : type;
}

static int create(const struct bpf_map *like, struct btf *btf)
{
	LIBBPF_OPTS(bpf_map_create_opts, opts, .map_flags = bpf_map__map_flags(like));
	uint32_t key_size = bpf_map__key_size(like), value_size = bpf_map__value_size(like);
	int key = add_bytes(btf, "key", key_size);
	int value = key < 0 ? key : add_bytes(btf, "value", value_size);
	int rc = value < 0 ? value : btf__load_into_kernel(btf);
	int fd;

	if (rc)
		return rc;
	/*
	 * Linux 6.1 compares what it found in the types of the values: nothing is not the same as
	 * no types (kernel/bpf/map_in_map.c, bpf_map_meta_equal).
	 */
	opts.btf_fd = (uint32_t)btf__fd(btf);
	opts.btf_key_type_id = (uint32_t)key;
	opts.btf_value_type_id = (uint32_t)value;
	fd = bpf_map_create(bpf_map__type(like), "kind", key_size, value_size, 1, &opts);
	return fd < 0 ? -errno : fd;
}

int map_kind(const struct bpf_map *like)
{
	struct btf *btf = btf__new_empty();
	int fd = btf ? create(like, btf) : -ENOMEM;

	btf__free(btf);
	return fd;
}
