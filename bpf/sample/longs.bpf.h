/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Calls that are open for longer than settings.long_ns, which user space is told of.
 *
 * A call counts from the look (a tick, or the begin of a wait) that has seen it first to the one that
 * has seen it last, or to the end of a wait that it was in.  Two calls of one sub from one place look
 * the same if no look comes between them.
 */
#ifndef NYTPROF_LONGS_BPF_H
#define NYTPROF_LONGS_BPF_H

#include "nytprof/events.h"
#include "nytprof/frames.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "kernel/task.bpf.h"
#include "state/notice.bpf.h"
#include "state/state.bpf.h"
#include "clock/clock.bpf.h"
#include "calls/frame.bpf.h"

#define LONGS_AT_ONCE 16 /* calls that one look tells of */

struct longs {
	struct shadow *sh;
	u64 now_ns;
	u32 at;
};

static __always_inline bool long_is(const struct frame *f, u64 until_ns)
{
	return f->seen.since_ns && (s64)(until_ns - f->seen.since_ns) > (s64)settings.long_ns;
}

static __always_inline void long_tell(const struct shadow *sh, u32 type, const struct frame *f)
{
	event_send(type, current_ids() >> 32, sh->id, f->callee);
}

static int long_ended_one(u32 i, void *arg)
{
	struct longs *l = arg;
	struct frame *f = l->at < l->sh->depth ? frame_at(l->sh, l->at) : NULL;

	/* Those that an older call has made are younger. */
	if (!f || !long_is(f, l->sh->seen_ns))
		return 1;
	long_tell(l->sh, EVENT_LONG_ENDED, f);
	l->at++;
	return 0;
}

/* All but the kept frames will be popped. */
static __noinline int longs_ended(struct shadow *sh, u32 kept)
{
	struct longs l = { .sh = sh, .at = kept };

	bpf_loop(LONGS_AT_ONCE, long_ended_one, &l, 0);
	if (sh->longs > kept)
		sh->longs = kept;
	return 0;
}

static int long_open_one(u32 i, void *arg)
{
	struct longs *l = arg;
	struct frame *f = l->sh->longs < l->sh->depth ? frame_at(l->sh, l->sh->longs) : NULL;

	if (!f || !long_is(f, l->now_ns))
		return 1;
	long_tell(l->sh, EVENT_LONG_OPEN, f);
	l->sh->longs++;
	return 0;
}

/* The innermost sub, if it has used a processor for at least half of its time; once. */
static __always_inline void long_busy(struct shadow *sh, u64 now_ns)
{
	struct frame *f = frame_top(sh);

	if (f && (f->flags & FRAME_XSUB))
		f = sh->depth > 1 ? frame_at(sh, sh->depth - 2) : NULL;
	if (!f || (f->flags & FRAME_LONG) || !long_is(f, now_ns) ||
	    (sh->events - f->seen.ticks) * settings.sample_ns * 2 < now_ns - f->seen.since_ns)
		return;
	f->flags |= FRAME_LONG;
	long_tell(sh, EVENT_LONG_BUSY, f);
}

/* The shadow is up to date. */
static __noinline int longs_look(struct shadow *sh)
{
	struct longs l = { .sh = sh, .now_ns = clock_wall() };

	bpf_loop(LONGS_AT_ONCE, long_open_one, &l, 0);
	long_busy(sh, l.now_ns);
	sh->seen_ns = l.now_ns;
	return 0;
}

#endif
