/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Packages: their names, and the recognition of Coro, which switches between C stacks. */
#ifndef NYTPROF_NAMES_PACKAGE_BPF_H
#define NYTPROF_NAMES_PACKAGE_BPF_H

#include "nytprof/interp.h"
#include "nytprof/losses.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "kernel/task.bpf.h"
#include "state/loss.bpf.h"
#include "state/maps.bpf.h"
#include "state/scratch.bpf.h"
#include "state/state.bpf.h"
#include "state/switcher.bpf.h"
#include "perl/callee.bpf.h"
#include "perl/memory.bpf.h"
#include "names/string.bpf.h"

/*
 * HvNAME_HEK of a stash; 0: none (hv.h: xpvhv_aux is behind the buckets up to 5.34, and in the body
 * since).
 */
static __always_inline u64 stash_hek(u64 addr, struct sv_head *hv)
{
	u64 aux, name;

	if (sv_read(addr, hv) || sv_type(hv) != layout.SVt_PVHV ||
	    !(hv->flags & layout.SVphv_HasAUX))
		return 0;
	aux = layout.hv_aux_in_body ? hv->any + layout.hv_aux_body_off :
				      hv->u + 8 * (user_u64(hv->any + layout.xhv_max) + 1);
	name = user_u64(aux + layout.xhv_name_u);
	if (user_u32(aux + layout.xhv_name_count))
		name = user_u64(name);
	return name;
}

static __always_inline u32 stash_intern(u32 interp, u64 addr, struct sv_head *hv)
{
	return hek_intern(interp, stash_hek(addr, hv));
}

/*
 * The name of a package was read: is it Coro's? The subs of Coro::State are seen when they are
 * compiled, before Coro can switch.
 */
static __always_inline void package_look(u32 interp, struct scratch *s)
{
	struct interp *in;

	if (s->alarm || !scratch_is(s, "Coro::State\0\0\0\0"))
		return;
	if (switchers_are_noted())
		switcher_add(current_ids() >> 32);
	if (settings.sessions)
		return;
	in = bpf_map_lookup_elem(&interps, &interp);
	s->work.alarm.tgid = in ? in->tgid : 0;
	if (bpf_ringbuf_output(&alarms, &s->work.alarm, sizeof(s->work.alarm), 0))
		loss_count(interp, LOSS_EVENTS); /* its next sub raises the alarm again */
	else
		s->alarm = 1;
}

#define ALARM_WAITS    40
#define ALARM_WAIT_NS  4000000
#define ALARM_TURN_MAX (1 << 19)

static int alarm_wait_one(u32 i, void *arg)
{
	return bpf_ktime_get_ns() > *(u64 *)arg;
}

/*
 * The agent gets the time to take the return probes away, which could kill the program: 0.16 s,
 * once in the life of one that loads Coro.  In pieces, at the next subs that it compiles: what
 * takes a probe away waits until all that ran has left RCU's read side (percpu_down_write of
 * dup_mmap_sem in kernel/events/uprobes.c, 6.18), and so for us.
 */
static __always_inline void alarm_wait(u32 interp)
{
	struct scratch *s = bpf_map_lookup_elem(&scratches, &interp);
	u64 until_ns;

	if (!s || !s->alarm || s->alarm > ALARM_WAITS || !settings.slowops)
		return;
	s->alarm++;
	until_ns = bpf_ktime_get_ns() + ALARM_WAIT_NS;
	bpf_loop(ALARM_TURN_MAX, alarm_wait_one, &until_ns, CALLED);
}

#endif
