/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The time of the programs at events is not the program's. */
#ifndef NYTPROF_KEVENT_DISCOUNT_BPF_H
#define NYTPROF_KEVENT_DISCOUNT_BPF_H

#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/state.bpf.h"
#include "clock/clock.bpf.h"

/* Where all is recorded, what the program takes is no time of perl's. */
static __always_inline void kevent_discount(struct shadow *sh, u64 begun_ns)
{
	if (settings.sample_ns)
		return;
	sh->overhead_ns += clock_wall() - begun_ns;
	sh->trap.costs.cost = 0; /* what goes by until the next event is no measure */
}

#endif
