/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parts of an interpreter's life: each is a profile of its own. */
#ifndef NYTPROF_CONTROL_PART_BPF_H
#define NYTPROF_CONTROL_PART_BPF_H

#include "nytprof/events.h"
#include "nytprof/interp.h"
#include "nytprof/losses.h"
#include "nytprof/part.h"
#include "kernel/kernel.bpf.h"
#include "kernel/task.bpf.h"
#include "state/loss.bpf.h"
#include "state/maps.bpf.h"
#include "state/notice.bpf.h"
#include "state/state.bpf.h"
#include "clock/clock.bpf.h"
#include "names/file.bpf.h"

static __always_inline struct part *part_get(struct shadow *sh)
{
	struct part_key key = { .interp = sh->id, .part = sh->part };
	struct part *part = bpf_map_lookup_elem(&parts, &key);
	static const struct part none;

	if (part)
		return part;
	if (bpf_map_update_elem(&parts, &key, &none, BPF_NOEXIST))
		loss_count(sh->id, LOSS_PARTS);
	return bpf_map_lookup_elem(&parts, &key);
}

/* The profile is complete; what ends from now on is of the next, if one is asked for. */
static __noinline int part_end(struct shadow *sh)
{
	u32 id = sh->id;
	struct interp *in = bpf_map_lookup_elem(&interps, &id);
	struct part *part = part_get(sh);

	if (!in || !part)
		return 0;
	part->events = sh->events;
	part->overhead_ns = clock_taken(sh);
	part->waited_ns = sh->waited_ns;
	part->end_ns = clock_wall();
	creds_of_current(&part->last);
	if (!sh->part)
		part->opened = 1;
	sh->part++;
	sh->closed = 1;
	in->part = sh->part;
	event_send(EVENT_PART, in->tgid, sh->id, sh->part);
	return 0;
}

/* Where its output goes, by whose word. */
static __always_inline void part_place(struct shadow *sh, struct part *part)
{
	part->opened = !sh->closed;
	part->file = sh->part_file;
	part->cwd = sh->part_file ? cwd_intern(sh->id) : 0;
	root_of_current(&part->root);
	creds_of_current(&part->creds);
}

static __noinline int part_begin(struct shadow *sh)
{
	struct part *part = part_get(sh);

	if (!part)
		return 0;
	sh->closed = 0;
	part->start_ns = clock_wall();
	part_place(sh, part);
	return 0;
}

#endif
