// SPDX-License-Identifier: GPL-2.0-or-later
#include "probes/switchers.h"

#include <bpf/bpf.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>

#include "attach/object_maps.h"
#include "log/log.h"
#include "target/process.h"

void switchers_say(pid_t pid, const char *what)
{
	char comm[32], path[64];
	struct stat st;

	process_comm(pid, comm);
	snprintf(path, sizeof(path), "/proc/%d", pid);
	if (stat(path, &st))
		log_warning("process %d loads Coro: %s", pid, what);
	else
		log_warning("process %d (%s) of user %u loads Coro: %s", pid, comm, st.st_uid,
			    what);
}

void switchers_add(const struct maps *maps, pid_t pid)
{
	uint32_t key = (uint32_t)pid, zero = 0, one = 1;

	if (bpf_map_update_elem(maps->switchers, &key, &one, BPF_ANY)) {
		bpf_map_update_elem(maps->no_returns, &zero, &one, BPF_ANY);
		switchers_say(pid, "too many processes load Coro, so the ends of builtins "
				   "are no longer probed in any process");
		return;
	}
	log_verbose("process %d loads Coro: the ends of its builtins are not probed", pid);
	/* The end of one that has ended by now was told before there was anything to take out. */
	if (!process_is_alive(pid))
		bpf_map_delete_elem(maps->switchers, &key);
}

bool switchers_overflowed(const struct maps *maps)
{
	uint32_t zero = 0, overflowed = 0;

	return !bpf_map_lookup_elem(maps->no_returns, &zero, &overflowed) && overflowed;
}
