/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Forks: the child goes on with its parent's open calls. */
#ifndef NYTPROF_PROCESS_FORK_BPF_H
#define NYTPROF_PROCESS_FORK_BPF_H

#include "nytprof/events.h"
#include "nytprof/filter.h"
#include "nytprof/frames.h"
#include "nytprof/interp.h"
#include "nytprof/losses.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/loss.bpf.h"
#include "state/maps.bpf.h"
#include "state/notice.bpf.h"
#include "state/scratch.bpf.h"
#include "state/state.bpf.h"
#include "state/switcher.bpf.h"
#include "clock/clock.bpf.h"
#include "stmts/stmt.bpf.h"
#include "control/control.bpf.h"
#include "calls/frame.bpf.h"
#include "calls/reconcile.bpf.h"
#include "calls/shadow.bpf.h"
#include "process/end.bpf.h"
#include "process/interp.bpf.h"
#include "process/thread.bpf.h"

struct page_copy {
	struct frame_key key; /* the next one of the parent */
	u32 to;
	u32 pages; /* how many there are */
};

static int page_copy_one(u32 i, void *arg)
{
	struct page_copy *c = arg;
	struct frame_key key = c->key;
	struct frame_page *page;

	if (key.page >= c->pages)
		return 1;
	page = bpf_map_lookup_elem(&frames, &key);
	key.interp = c->to;
	if (!page || bpf_map_update_elem(&frames, &key, page, BPF_ANY))
		return 1;
	c->key.page++;
	return 0;
}

/*
 * Nothing else runs on this processor while pages are copied for a child. Calls on further pages
 * are lost. They can't be copied later, because the parent changes them.
 */
#define FORK_PAGES 64

/*
 * Copies the parent's open calls for the child. If memory or time is short, the inner ones are
 * lost. Lost calls are still open in perl, so the floor keeps them from being taken for new ones.
 * Returns how many are lost.
 */
static __noinline u32 frames_fork(struct shadow *sh, u32 from)
{
	u32 depth = sh->depth;
	struct frame *top;
	u32 near = sh->stack ? 0 : FRAMES_NEAR;
	struct page_copy c = {
		.key = { .interp = from, .stack = sh->stack },
		.to = sh->id,
		.pages = (sh->depth + FRAMES_PER_PAGE - 1) / FRAMES_PER_PAGE,
	};

	if (sh->depth <= near)
		return 0;
	bpf_loop(FORK_PAGES, page_copy_one, &c, CALLED);
	if (c.key.page >= c.pages)
		return 0;
	sh->floor = sh->level;
	sh->depth = c.key.page ? c.key.page * FRAMES_PER_PAGE : near;
	top = frame_top(sh);
	if (top)
		top->flags |= FRAME_COVERED;
	shadow_set_top(sh, top);
	return depth - sh->depth;
}

struct inheriting {
	struct shadow *sh;
	u64 sub_ns;
};

static int frame_inherit(u32 i, void *arg)
{
	struct inheriting *in = arg;
	struct frame *f = i < in->sh->depth ? frame_at(in->sh, i) : NULL;

	if (!f)
		return 1;
	f->start_ns = in->sub_ns;
	f->below_ns = 0;
	f->wait_start_ns = f->wait_below_ns = 0;
	f->announced = 0;
	if (f->left_ns)
		f->left_ns = in->sub_ns;
	return 0;
}

/* The time of these calls so far is in the parent's profile. For the child they begin now. */
static __noinline int frames_inherit(struct shadow *sh, u64 sub_ns)
{
	struct inheriting in = { .sh = sh, .sub_ns = sub_ns };

	sh->announced = 0;
	sh->forked_ns = sub_ns;
	bpf_loop(FRAMES_NEAR + FORK_PAGES * FRAMES_PER_PAGE, frame_inherit, &in, CALLED);
	return 0;
}

/*
 * It is not known which calls have ended. The child finds the open ones in its stacks, as after
 * attaching. Returns how many it forgets.
 */
static __always_inline u32 frames_forget(struct shadow *sh)
{
	u32 depth = sh->depth;

	sh->depth = 0;
	sh->si = 0;
	shadow_set_top(sh, NULL);
	return depth;
}

/* A process that was forked just now: its only thread has the same id. */
struct child {
	u32 tgid;
	u32 own_pid; /* as it has it itself */
	u64 start_ns; /* CLOCK_BOOTTIME */
};

static __always_inline void interp_fork(u32 id, u32 from, const struct child *child, u64 wall_ns)
{
	struct interp *in = bpf_map_lookup_elem(&interps, &id);
	struct interp *parent = bpf_map_lookup_elem(&interps, &from);
	const u32 at = offsetof(struct interp, base); /* behind .filled */
	u32 user;

	if (!in || !parent)
		return;
	user = in->user; /* it was charged */
	bpf_probe_read_kernel((char *)in + at, sizeof(*in) - at, (char *)parent + at);
	in->user = user;
	in->start_ns = wall_ns;
	in->ppid = parent->tgid;
	in->tgid = child->tgid;
	in->own_pid = child->own_pid;
	in->forked_from = from;
	in->task_start_ns = child->start_ns;
	in->cloned_from = 0;
	in->seeded = 0;
	in->part = 0;
	in->claimed = 0;
	in->unclosed = 0;
	if (!in->family)
		in->family = from;
	__builtin_memset(in->lost, 0, sizeof(in->lost));
	interp_publish(in);
}

/* The ids of the child's eval subs continue after those that it has inherited. */
static __always_inline void scratch_fork(u32 id, u32 from)
{
	struct scratch *to = bpf_map_lookup_elem(&scratches, &id);
	struct scratch *parent = bpf_map_lookup_elem(&scratches, &from);

	if (to && parent)
		to->eval_subs = parent->eval_subs;
}

/*
 * The child goes on with the parent's open calls. They end in both, as in NYTProf, unless the child
 * executes a program. The statement that forked is counted in the parent only. reconciled: all
 * ended calls of the parent are counted.
 */
static __noinline int shadow_fork(struct shadow *from, const struct child *child, u64 wall_ns,
				  bool reconciled)
{
	u32 id = interp_new(from->base, child->tgid, wall_ns), from_id = from->id;
	struct shadow *sh = shadow_insert(from->base, child->tgid, id);
	struct thread thread = { .bases = { from->base }, .cnt = 1 };
	bool unlisted = false;
	u32 lost;

	if (!sh)
		return 0;
	bpf_probe_read_kernel(sh, sizeof(*sh), from);
	sh->id = id;
	sh->tid = child->tgid;
	sh->parked_ns = 0;
	sh->away_ns =
		sh->overhead_ns; /* what the probes took of the parent's time is the parent's */
	sh->gated_ns = sh->waited_ns = 0;
	__builtin_memset(&sh->own.sums, 0, sizeof(sh->own.sums));
	sh->own.sleeps = 0; /* likewise */
	if (settings.bursts && sh->gate_ns)
		sh->gate_ns = wall_ns; /* all that the child does is behind the window */
	sh->run_delay_ns =
		0; /* a new task has not waited yet (kernel/sched/core.c, sched_fork()) */
	if (bpf_map_update_elem(&threads, &child->tgid, &thread, BPF_ANY))
		unlisted = true;
	sh->stmt_new = 0;
	stmt_forget(sh);
	sh->events = 0;
	sh->wait_look_ns = 0;
	sh->wait_ns = sh->wait_entries = sh->waits_lost = 0;
	sh->stacks = 0; /* what is open on others is found there, as at an attach */
	scratch_fork(id, from_id);
	control_fork(sh);
	lost = reconciled ? frames_fork(sh, from_id) : frames_forget(sh);
	frames_inherit(sh, clock_sub(sh, clock_between(sh, wall_ns)));
	/* A builtin that has forked (open '-|') belongs to the parent, as in NYTProf. */
	if (sh->top_flags & FRAME_SLOWOP) {
		sh->depth--;
		shadow_set_top(sh, frame_top(sh));
	}
	interp_fork(id, from_id, child, wall_ns);
	if (lost)
		loss_add(id, LOSS_FRAMES, lost);
	if (unlisted)
		thread_unlisted(sh, child->tgid, child->tgid, wall_ns);
	paused_set(sh, sh->paused);
	event_send(EVENT_START, child->tgid, id, 0);
	return 0;
}

/* The child is followed like its parent. */
static __always_inline void target_forked(u32 from, u32 child)
{
	u32 *target = bpf_map_lookup_elem(&targets, &from), value;

	if (!target)
		return;
	value = *target;
	bpf_map_update_elem(&targets, &child, &value, BPF_ANY);
	if (value == TARGET_FOLLOWED)
		event_send(EVENT_FORK, from, 0, child);
}

/* The sub clock at perl's present position; 0: it can't be read. */
static __always_inline u64 fork_locate(struct shadow *sh, u64 wall_ns)
{
	u64 sub_ns = clock_sub(sh, wall_ns - sh->overhead_ns);

	return shadow_locate(sh, sub_ns, false) ? 0 : sub_ns;
}

/*
 * Before a child can run.  The programs of all builds are called: the parent's stacks are read by
 * those that know them, and what is no build's is the first one's.
 */
static __always_inline void process_forked(u32 from, u32 tid, const struct child *child)
{
	struct shadow *sh;
	struct interp *in;
	bool reconciled = true;
	u64 wall_ns, sub_ns;

	if (!settings.build) {
		target_forked(from, child->tgid);
		switcher_forked(from, child->tgid);
	}
	sh = shadow_of_thread(from, tid);
	in = sh ? bpf_map_lookup_elem(&interps, &sh->id) : NULL;
	if (!in || in->build != settings.build)
		return;
	wall_ns = clock_wall();
	clock_wait(sh, wall_ns);
	/* Calls that ended since the last event belong to the parent alone. */
	if (!sh->over) {
		sub_ns = fork_locate(sh, wall_ns);
		if (sub_ns)
			reconciled = shadow_reconcile_some(sh, sub_ns, AT_CALL, 0, END_FRAMES);
		faults_report(sh);
	}
	shadow_fork(sh, child, wall_ns, reconciled);
}

#endif
