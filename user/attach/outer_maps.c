// SPDX-License-Identifier: GPL-2.0-or-later
#include "attach/outer_maps.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "util/cleanup.h"

static void *set_one(void *arg)
{
	struct outer_map *map = arg;
	uint32_t zero = 0;

	map->rc = bpf_map_update_elem(map->outer, &zero, &map->inner, BPF_ANY) ? -errno : 0;
	return NULL;
}

/* The caller sets the last one, and each for which no thread can be started. */
void outer_maps_set(struct outer_map *maps, size_t cnt)
{
	pthread_t *threads __cleanup(free_ptr) = calloc(cnt + 1, sizeof(*threads));
	bool *started __cleanup(free_ptr) = calloc(cnt + 1, sizeof(*started));
	size_t i;

	for (i = 0; i < cnt; i++) {
		if (threads && started && i + 1 < cnt)
			started[i] = !pthread_create(&threads[i], NULL, set_one, &maps[i]);
		if (!started || !started[i])
			set_one(&maps[i]);
	}
	for (i = 0; threads && started && i < cnt; i++) {
		if (started[i])
			pthread_join(threads[i], NULL);
	}
}
