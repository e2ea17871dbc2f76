/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whose interpreters are recorded.  The filter is asked at each event of a process that is not
 * recorded.  So a process that changes its user, for example, is recorded from then on.
 */
#ifndef NYTPROF_CONTROL_FILTER_BPF_H
#define NYTPROF_CONTROL_FILTER_BPF_H

#include "nytprof/filter.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/maps.bpf.h"

static __always_inline bool filter_fits_comm(const struct filter *f)
{
	char comm[16] = {};
	const u64 *have = (const u64 *)comm, *want = (const u64 *)f->comm;

	bpf_get_current_comm(comm, sizeof(comm));
	return have[0] == want[0] && have[1] == want[1];
}

/* Is it in one of the control groups, or below? */
static __always_inline bool filter_fits_cgroup(const struct filter *f)
{
	u32 level;
	u64 id;

	for (level = 0; level < FILTER_LEVELS; level++) {
		if (!(f->cgroup_levels & 1u << level))
			continue;
		id = bpf_get_current_ancestor_cgroup_id(level);
		if (id && bpf_map_lookup_elem(&cgroups, &id))
			return true;
	}
	return false;
}

/* Of the current process. */
static __noinline bool filter_fits(void)
{
	u32 zero = 0;
	struct filter *f = bpf_map_lookup_elem(&filters, &zero);

	if (!f)
		return false;
	if (f->by & FILTER_UID && (u32)bpf_get_current_uid_gid() != f->uid)
		return false;
	if (f->by & FILTER_COMM && !filter_fits_comm(f))
		return false;
	return !(f->by & FILTER_CGROUP) || filter_fits_cgroup(f);
}

/* targets has those that are followed, and those that user space has turned away. */
static __always_inline bool process_is_wanted(u32 tgid)
{
	u32 *target;

	if (!settings.only_targets && !settings.filtered)
		return true;
	target = bpf_map_lookup_elem(&targets, &tgid);
	if (settings.filtered)
		return !target && filter_fits();
	return target;
}

#endif
