/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Notices to the agent. */
#ifndef NYTPROF_STATE_NOTICE_BPF_H
#define NYTPROF_STATE_NOTICE_BPF_H

#include "nytprof/events.h"
#include "nytprof/losses.h"
#include "kernel/kernel.bpf.h"
#include "state/loss.bpf.h"
#include "state/maps.bpf.h"

/* Tells the agent what happened. */
static __always_inline void event_send(u32 type, u32 tgid, u32 interp, u32 arg)
{
	struct event ev = {
		.ns = bpf_ktime_get_ns(), .type = type, .tgid = tgid, .interp = interp, .arg = arg
	};

	if (bpf_ringbuf_output(&events, &ev, sizeof(ev), 0))
		loss_count(interp, LOSS_EVENTS);
}

#endif
