// SPDX-License-Identifier: GPL-2.0-or-later
#include "probes/targets.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "nytprof/filter.h"
#include "target/process.h"
#include "util/error.h"

int targets_follow(int map, pid_t pid, struct error *err)
{
	uint32_t key = (uint32_t)pid, followed = TARGET_FOLLOWED;

	if (bpf_map_update_elem(map, &key, &followed, BPF_ANY))
		return error_set(err, errno, "can't follow process %d: %s", pid, strerror(errno));
	/* The end of one that has ended by now was told before there was anything to take out. */
	if (!process_is_alive(pid)) {
		targets_forget(map, pid);
		return error_set(err, ESRCH, "process %d has ended", pid);
	}
	return 0;
}

bool targets_follows(int map, pid_t pid)
{
	uint32_t key = (uint32_t)pid, value;

	return !bpf_map_lookup_elem(map, &key, &value) && value == TARGET_FOLLOWED;
}

size_t targets_list(int map, pid_t *pids, size_t max)
{
	uint32_t key, next;
	bool more = !bpf_map_get_next_key(map, NULL, &next);
	size_t cnt = 0;

	while (more && cnt < max) {
		key = next;
		more = !bpf_map_get_next_key(map, &key, &next);
		if (targets_follows(map, (pid_t)key))
			pids[cnt++] = (pid_t)key;
	}
	return cnt;
}

bool targets_has_any(int map)
{
	uint32_t key;

	return !bpf_map_get_next_key(map, NULL, &key);
}

void targets_turn_away(int map, pid_t pid)
{
	uint32_t key = (uint32_t)pid, refused = TARGET_REFUSED;

	bpf_map_update_elem(map, &key, &refused, BPF_ANY);
}

void targets_forget(int map, pid_t pid)
{
	uint32_t key = (uint32_t)pid;

	bpf_map_delete_elem(map, &key);
}

void targets_forget_if(int map, bool (*is_over)(pid_t pid, void *arg), void *arg)
{
	uint32_t key, next;
	bool more = !bpf_map_get_next_key(map, NULL, &next);

	while (more) {
		key = next;
		more = !bpf_map_get_next_key(map, &key, &next);
		if (is_over((pid_t)key, arg))
			targets_forget(map, (pid_t)key);
	}
}

static bool is_turned_away(pid_t pid, void *map)
{
	uint32_t key = (uint32_t)pid, value;

	return !bpf_map_lookup_elem(*(int *)map, &key, &value) && value == TARGET_REFUSED;
}

void targets_forget_turned_away(int map)
{
	targets_forget_if(map, is_turned_away, &map);
}
