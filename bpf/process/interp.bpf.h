/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Interpreters: the first event of one, and its entry for the agent. */
#ifndef NYTPROF_PROCESS_INTERP_BPF_H
#define NYTPROF_PROCESS_INTERP_BPF_H

#include "nytprof/budgets.h"
#include "nytprof/events.h"
#include "nytprof/frames.h"
#include "nytprof/interp.h"
#include "nytprof/limits.h"
#include "nytprof/losses.h"
#include "nytprof/node_hash.h"
#include "nytprof/settings.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "kernel/task.bpf.h"
#include "state/budget.bpf.h"
#include "state/loss.bpf.h"
#include "state/maps.bpf.h"
#include "state/notice.bpf.h"
#include "state/state.bpf.h"
#include "perl/memory.bpf.h"
#include "clock/clock.bpf.h"
#include "names/string.bpf.h"
#include "control/filter.bpf.h"
#include "process/thread.bpf.h"

static __always_inline void window_note(const struct shadow *sh, struct interp *in)
{
	const struct control *c = control_of(CONTROL_BURST);

	in->under_way = sh->stmt.file && !sh->gate_ns;
	in->windows = sh->own.sums;
	in->windows.probes_ns = clock_taken(sh);
	in->window = !c || sh->own.window != c->window || !sh->own.met ? WINDOW_NONE :
		     sh->gate_ns				       ? WINDOW_USED :
									 WINDOW_RUNS;
}

/* Writes to the interpreter's entry where its time went, for readers while it lives. */
static __always_inline void shadow_note(const struct shadow *sh)
{
	u32 id = sh->id;
	struct interp *in = bpf_map_lookup_elem(&interps, &id);

	if (!in)
		return;
	in->overhead_ns = clock_taken(sh) + sh->gated_ns;
	in->waited_ns = sh->waited_ns;
	if (settings.bursts)
		window_note(sh, in);
}

static __always_inline void interp_uncharge(u32 tgid, u32 user)
{
	budget_refund_interp(BUDGET_OF_PROCESS, tgid);
	if (settings.by_user && user)
		budget_refund_interp(BUDGET_OF_USER, user);
}

/* A new interp id, with its entry in interps; 0 if there is no room. */
static __noinline u32 interp_new(u64 base, u32 tgid, u64 wall_ns)
{
	struct zeros *z = zeros_get();
	u32 id = hash_id(hash_pair(hash_pair(base, tgid), wall_ns)), user = current_user(), i;

	if (!z || !budget_charge_interp(tgid, user))
		return 0;
	for (i = 0; i < STRING_PROBES; i++, id++) {
		struct interp *in;

		if (bpf_map_update_elem(&interps, &id, &z->interp, BPF_NOEXIST))
			continue;
		in = bpf_map_lookup_elem(&interps, &id);
		if (in && !bpf_map_update_elem(&scratches, &id, &z->scratch, BPF_ANY)) {
			in->user = user;
			budget_note_first(tgid, id);
			return id;
		}
		bpf_map_delete_elem(&interps, &id);
		break;
	}
	interp_uncharge(tgid, user);
	loss_count(0, LOSS_INTERPS);
	return 0;
}

/* Makes the shadow's entry for an interpreter. It is zero, except for the identity. */
static __noinline struct shadow *shadow_insert(u64 base, u32 tgid, u32 id)
{
	struct shadow_key key = { .base = base, .tgid = tgid };
	struct zeros *z = zeros_get();
	struct shadow *sh;

	if (!z || !id)
		return NULL;
	bpf_map_update_elem(&shadows, &key, &z->shadow, BPF_ANY);
	sh = bpf_map_lookup_elem(&shadows, &key);
	if (!sh) {
		interp_uncharge(tgid, current_user());
		bpf_map_delete_elem(&interps, &id);
		bpf_map_delete_elem(&scratches, &id);
		loss_count(0, LOSS_SHADOWS);
		return NULL;
	}
	sh->base = base;
	sh->id = id;
	sh->code = 1;
	sh->paused = settings.start == START_BEGIN ? 0 : PAUSED_START;
	sh->forkdepth = settings.forkdepth;
	return sh;
}

/* User space may find the entry at any time. */
static __always_inline void interp_publish(struct interp *in)
{
	barrier();
	in->filled = 1;
}

/* Fills in who runs it, for the profile's header, from the kernel: the target is not trusted. */
static __always_inline void interp_fill(struct interp *in, u64 base, u64 wall_ns)
{
	u64 uid_gid = bpf_get_current_uid_gid(), ids = current_ids();

	in->base = base;
	in->start_ns = wall_ns;
	in->paused = settings.start == START_BEGIN ? 0 : PAUSED_START;
	in->tgid = ids >> 32;
	in->uid = (u32)uid_gid;
	in->gid = uid_gid >> 32;
	in->build = settings.build;
	in->cloned_from = thread_original(in->tgid, (u32)ids);
	in->eval_seq = user_u32(base + layout.Ievalseq);
	bpf_get_current_comm(in->comm, sizeof(in->comm));
	task_fill(in);
	interp_publish(in);
}

/* The first event of an interpreter. Makes its shadow, if there is room and it is wanted. */
__noinline int shadow_new(u64 base, u64 wall_ns)
{
	u64 pid_tgid = current_ids();
	u32 tgid = pid_tgid >> 32, id;
	struct shadow *sh;
	struct interp *in;

	if (!tgid || !process_is_wanted(tgid))
		return -1;
	id = interp_new(base, tgid, wall_ns);
	sh = shadow_insert(base, tgid, id);
	if (!sh)
		return -1;
	in = bpf_map_lookup_elem(&interps, &id);
	if (in)
		interp_fill(in, base, wall_ns);
	event_send(EVENT_START, tgid, id, 0);
	return 0;
}

/* The shadow of the interpreter at base in this process; NULL if it is not followed. */
static __always_inline struct shadow *shadow_get(u64 base, u64 wall_ns)
{
	u64 pid_tgid = current_ids();
	struct shadow_key key = { .base = base, .tgid = pid_tgid >> 32 };
	struct shadow *sh = bpf_map_lookup_elem(&shadows, &key);

	if (!sh && !shadow_new(base, wall_ns))
		sh = bpf_map_lookup_elem(&shadows, &key);
	if (sh && sh->tid != (u32)pid_tgid && !sh->over)
		thread_run(sh, key.tgid, (u32)pid_tgid, wall_ns);
	return sh;
}

#endif
