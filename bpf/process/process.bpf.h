/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Interpreters and processes: seen first, forked, ended.
 */
#ifndef NYTPROF_PROCESS_BPF_H
#define NYTPROF_PROCESS_BPF_H

#include "nytprof_bpf.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "kernel/task.bpf.h"
#include "state/loss.bpf.h"
#include "state/maps.bpf.h"
#include "state/state.bpf.h"
#include "state/switcher.bpf.h"
#include "perl/memory.bpf.h"
#include "clock/clock.bpf.h"
#include "stmts/stmt.bpf.h"
#include "control/control.bpf.h"
#include "control/filter.bpf.h"
#include "calls/frame.bpf.h"
#include "calls/reconcile.bpf.h"
#include "calls/shadow.bpf.h"
#include "process/end.bpf.h"
#include "process/thread.bpf.h"

/* User space may find the entry at any time. */
static __always_inline void interp_publish(struct interp *in)
{
	barrier();
	in->filled = 1;
}

/* Who runs it, for the profile's header; the target's own view of itself is not trusted. */
static __always_inline void interp_fill(struct interp *in, u64 base, u64 wall)
{
	u64 uid_gid = bpf_get_current_uid_gid(), ids = current_ids();

	in->base = base;
	in->start_ns = wall;
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

/* The first event of an interpreter. */
static __noinline struct shadow *shadow_new(u64 base, u64 wall)
{
	u64 pid_tgid = current_ids();
	u32 tgid = pid_tgid >> 32, id;
	struct shadow *sh;
	struct interp *in;

	if (!tgid || !process_is_wanted(tgid))
		return NULL;
	id = interp_new(base, tgid, wall);
	sh = shadow_insert(base, tgid, id);
	if (!sh)
		return NULL;
	in = bpf_map_lookup_elem(&interps, &id);
	if (in)
		interp_fill(in, base, wall);
	event_send(EVENT_START, tgid, id, 0);
	return sh;
}

/* The shadow of the interpreter at base in this process; NULL if it is not followed. */
static __always_inline struct shadow *shadow_get(u64 base, u64 wall)
{
	u64 pid_tgid = current_ids();
	struct shadow_key key = { .base = base, .tgid = pid_tgid >> 32 };
	struct shadow *sh = bpf_map_lookup_elem(&shadows, &key);

	if (!sh)
		sh = shadow_new(base, wall);
	if (sh && sh->tid != (u32)pid_tgid && !sh->over)
		thread_take(sh, key.tgid, (u32)pid_tgid, wall);
	return sh;
}

/* ------------------------------------------------------------------------- fork */

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
 * Nothing else runs on this processor while pages are copied for a child.  Those of more calls than that are lost: they
 * can't be copied later, as the parent goes on with them.
 */
#define FORK_PAGES 64

/*
 * The child gets its parent's open calls.  Those within the first that there is no memory or no time for are
 * lost: they are open all the same, and must not be taken for new ones.  Returns how many.
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
	bpf_loop(FORK_PAGES, page_copy_one, &c, 0);
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
	u64 sub;
};

static int frame_inherit(u32 i, void *arg)
{
	struct inheriting *in = arg;
	struct frame *f = i < in->sh->depth ? frame_at(in->sh, i) : NULL;

	if (!f)
		return 1;
	f->start = in->sub;
	f->below_ns = 0;
	f->told = 0;
	if (f->left)
		f->left = in->sub;
	return 0;
}

/* What they took until now is in the parent's profile: for the child they begin here. */
static __noinline int frames_inherit(struct shadow *sh, u64 sub)
{
	struct inheriting in = { .sh = sh, .sub = sub };

	sh->told = 0;
	sh->forked = sub;
	bpf_loop(FRAMES_NEAR + FORK_PAGES * FRAMES_PER_PAGE, frame_inherit, &in, 0);
	return 0;
}

/* Which of them have ended is not known: the child finds those that are open in its stacks, as at an attach. */
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
	u64 start; /* CLOCK_BOOTTIME */
};

static __always_inline void interp_fork(u32 id, u32 from, const struct child *child, u64 wall)
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
	in->start_ns = wall;
	in->ppid = parent->tgid;
	in->tgid = child->tgid;
	in->own_pid = child->own_pid;
	in->forked_from = from;
	in->task_start = child->start;
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

/* The child's subs of evals get ids behind those that it has inherited. */
static __always_inline void scratch_fork(u32 id, u32 from)
{
	struct scratch *to = bpf_map_lookup_elem(&scratches, &id);
	struct scratch *parent = bpf_map_lookup_elem(&scratches, &from);

	if (to && parent)
		to->eval_subs = parent->eval_subs;
}

/*
 * The child goes on with the parent's open calls, which end in both (as NYTProf has
 * it), unless the child executes a program; the statement that forked is counted in the parent only.  reconciled: all calls of the parent that have ended
 * are counted.
 */
static __noinline int shadow_fork(struct shadow *from, const struct child *child, u64 wall,
				  bool reconciled)
{
	u32 id = interp_new(from->base, child->tgid, wall), from_id = from->id;
	struct shadow *sh = shadow_insert(from->base, child->tgid, id);
	struct thread thread = { .bases = { from->base }, .cnt = 1 };
	bool unlisted = false;
	u32 lost;

	if (!sh)
		return 0;
	bpf_probe_read_kernel(sh, sizeof(*sh), from);
	sh->id = id;
	sh->tid = child->tgid;
	sh->parked = 0;
	sh->away = sh->overhead; /* what the probes took of the parent's time is the parent's */
	sh->waited = 0;
	sh->run_delay = 0; /* a new task has not waited yet (kernel/sched/core.c, sched_fork()) */
	if (bpf_map_update_elem(&threads, &child->tgid, &thread, BPF_ANY))
		unlisted = true;
	sh->stmt_new = 0;
	stmt_forget(sh);
	sh->events = 0;
	sh->stacks = 0; /* what is open on others is found there, as at an attach */
	scratch_fork(id, from_id);
	control_fork(sh);
	lost = reconciled ? frames_fork(sh, from_id) : frames_forget(sh);
	frames_inherit(sh, clock_sub(sh, clock_between(sh, wall)));
	/* A builtin that has forked (open '-|') is the parent's, as in NYTProf. */
	if (sh->top_flags & FRAME_SLOWOP) {
		sh->depth--;
		shadow_set_top(sh, frame_top(sh));
	}
	interp_fork(id, from_id, child, wall);
	if (lost)
		loss_add(id, LOSS_FRAMES, lost);
	if (unlisted)
		thread_unlisted(sh, child->tgid, child->tgid, wall);
	paused_set(sh, sh->paused);
	event_send(EVENT_START, child->tgid, id, 0);
	return 0;
}

/* -------------------------------------------------------------------------- end */

/* perl_free: what the interpreter's address means ends here. */
static __always_inline void interp_over(u64 base)
{
	u64 pid_tgid = current_ids();
	struct shadow_key key = { .base = base, .tgid = pid_tgid >> 32 };
	struct shadow *sh = bpf_map_lookup_elem(&shadows, &key);

	if (!sh)
		return;
	crowd_note(key.tgid, CROWD_FREED);
	shadow_end(sh, key.tgid, END_FREE, 0, END_FRAMES);
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

/* The sub clock where perl is now; 0: it can't be read. */
static __always_inline u64 fork_locate(struct shadow *sh, u64 wall)
{
	u64 sub = clock_sub(sh, wall - sh->overhead);

	return shadow_locate(sh, sub, false) ? 0 : sub;
}

/*
 * Before a child can run.  The programs of all builds are called: the parent's stacks are read by those that know
 * them, and what is no build's is the first one's.
 */
static __always_inline void process_forked(u32 from, u32 tid, const struct child *child)
{
	struct shadow *sh;
	struct interp *in;
	bool reconciled = true;
	u64 wall, sub;

	if (!settings.build) {
		target_forked(from, child->tgid);
		switcher_forked(from, child->tgid);
	}
	sh = shadow_of_thread(from, tid);
	in = sh ? bpf_map_lookup_elem(&interps, &sh->id) : NULL;
	if (!in || in->build != settings.build)
		return;
	wall = clock_wall();
	clock_wait(sh, wall);
	/* Calls that have ended since the last event are the parent's alone. */
	if (!sh->over) {
		sub = fork_locate(sh, wall);
		if (sub)
			reconciled = shadow_reconcile_some(sh, sub, AT_CALL, 0, END_FRAMES);
		faults_tell(sh);
	}
	shadow_fork(sh, child, wall, reconciled);
}

struct crowd {
	u32 tgid;
	u32 how;
	u32 code;
};

static long crowd_end_one(void *map, const struct shadow_key *key, struct shadow *sh, void *arg)
{
	const struct crowd *crowd = arg;

	if (key->tgid == crowd->tgid)
		shadow_end(sh, crowd->tgid, crowd->how, crowd->code, END_FRAMES_EACH);
	return 0;
}

/*
 * A process is over, and with it the interpreters that do not run; and no other one will come.  Of several
 * threads that are told so, the one that takes the entry out does the work.
 */
static __always_inline void crowd_end(u32 tgid, u32 how, u32 code)
{
	struct crowd crowd = { .tgid = tgid, .how = how, .code = code };
	u32 *known = bpf_map_lookup_elem(&crowds, &tgid), what;

	if (!known)
		return;
	what = *known;
	if (bpf_map_delete_elem(&crowds, &tgid))
		return;
	if (what & CROWD_PARKED)
		bpf_for_each_map_elem(&shadows, crowd_end_one, &crowd, 0);
	event_send(EVENT_END, tgid, 0, how);
}

/* The image is replaced: what was perl in this process has ended. */
static __always_inline void process_execed(u32 tgid, u32 old_tid)
{
	struct shadow *sh = shadow_of_thread(tgid, old_tid);
	u32 *target = bpf_map_lookup_elem(&targets, &tgid);

	if (sh)
		shadow_end(sh, tgid, END_EXEC, 0, END_FRAMES);
	bpf_map_delete_elem(&threads, &old_tid);
	crowd_end(tgid, END_EXEC, 0);
	switcher_over(tgid);
	if (target && *target == TARGET_REFUSED)
		bpf_map_delete_elem(&targets, &tgid);
	else if (target)
		event_send(EVENT_EXEC, tgid, 0, 0);
}

struct unlisted {
	u32 tgid;
	u32 tid;
};

static long unlisted_park_one(void *map, const struct shadow_key *key, struct shadow *sh, void *arg)
{
	const struct unlisted *thread = arg;

	if (key->tgid != thread->tgid || sh->unlisted != thread->tid)
		return 0;
	sh->unlisted = 0;
	shadow_park(sh, clock_wall());
	return 1;
}

/* The interpreter on a thread that ends, and that there was no room for. */
static __always_inline void unlisted_park(u32 tgid, u32 tid)
{
	struct unlisted thread = { .tgid = tgid, .tid = tid };
	u32 *known = bpf_map_lookup_elem(&crowds, &tgid);

	if (known && *known & CROWD_UNLISTED)
		bpf_for_each_map_elem(&shadows, unlisted_park_one, &thread, 0);
}

/*
 * A thread ends, in whatever way.  Either its process is over with it, or its interpreter stays, and
 * nothing of it runs.
 */
static __always_inline void thread_exited(u32 tgid, u32 tid, u32 code, bool last)
{
	struct shadow *sh = shadow_of_thread(tgid, tid);

	if (sh && sh->tid == tid) {
		if (!last && !crowd_note(tgid, CROWD_PARKED))
			shadow_park(sh, clock_wall());
		else
			shadow_end(sh, tgid, END_EXIT, code, END_FRAMES);
	} else if (!sh && !last) {
		unlisted_park(tgid, tid);
	}
	bpf_map_delete_elem(&threads, &tid);
}

static __always_inline void process_ended(u32 tgid, u32 code)
{
	crowd_end(tgid, END_EXIT, code);
	bpf_map_delete_elem(&targets, &tgid);
	switcher_over(tgid);
}

#endif
