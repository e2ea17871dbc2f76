// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Measures what a probe costs outside of its handler, on functions of the agent's own: the
 * handler reads the clock at its start and its end as the real ones do.
 */
#include "vmlinux.h"
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

#include "calibration.h"

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct calibration);
} calibrations SEC(".maps");

char LICENSE[] SEC("license") = "GPL";

SEC("uprobe")
int hit(struct pt_regs *ctx)
{
	u64 wall = bpf_ktime_get_ns(), end, again;
	u32 zero = 0;
	struct calibration *c = bpf_map_lookup_elem(&calibrations, &zero);

	if (!c)
		return 0;
	c->hits++;
	c->tid = (u32)bpf_get_current_pid_tgid();
	end = bpf_ktime_get_ns();
	again = bpf_ktime_get_ns();
	c->clock_ns += again - end;
	c->inside_ns += again - wall;
	return 0;
}
