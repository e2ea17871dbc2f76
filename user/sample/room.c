// SPDX-License-Identifier: GPL-2.0-or-later
#include "room.h"

#include <bpf/bpf.h>
#include <sched.h>

void room_make(int map, const void *key, const void *value)
{
	cpu_set_t ours, one;
	size_t cpu;

	if (sched_getaffinity(0, sizeof(ours), &ours))
		return;
	for (cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		CPU_ZERO(&one);
		CPU_SET(cpu, &one);
		if (sched_setaffinity(0, sizeof(one), &one))
			continue;
		if (!bpf_map_update_elem(map, key, value, BPF_ANY))
			bpf_map_delete_elem(map, key);
	}
	sched_setaffinity(0, sizeof(ours), &ours);
}
