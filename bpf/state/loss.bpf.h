/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What could not be recorded, and why.  A loss never disturbs the program: a counter goes up, and
 * the agent reports it at the end and in the profile.
 */
#ifndef NYTPROF_STATE_LOSS_BPF_H
#define NYTPROF_STATE_LOSS_BPF_H

#include "nytprof/interp.h"
#include "nytprof/losses.h"
#include "kernel/kernel.bpf.h"
#include "state/maps.bpf.h"

/* For an interpreter, or for none of them (interp 0). */
__noinline int loss_add(u32 interp, u32 reason, u32 cnt)
{
	struct interp *in = interp ? bpf_map_lookup_elem(&interps, &interp) : NULL;
	u64 *lost;

	if (in && reason < LOSS_CNT) {
		__sync_fetch_and_add(&in->lost[reason], cnt);
		return 0;
	}
	lost = bpf_map_lookup_elem(&losses, &reason);
	if (lost)
		__sync_fetch_and_add(lost, cnt);
	return 0;
}

static __always_inline void loss_count(u32 interp, u32 reason)
{
	loss_add(interp, reason, 1);
}

#endif
