/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The open calls of an interpreter.
 *
 * Perl's own stack of contexts is in several pieces: one stackinfo (SI) for the main program, and
 * one more for each level of magic, sort, DESTROY and so on above it. SIs form a chain that grows
 * and is used again, but is never relinked (scope.c, Perl_new_stackinfo; cop.h, PUSHSTACKi). So an
 * SI has a fixed ordinal in its chain. One number is then a position in all the stacks,
 *
 *   level = ordinal of the SI << 32 | si_cxix + 1
 *
 * and a call is still open if and only if the level of its context is not above perl's current
 * level. Each event compares the shadow with perl's stack in this way, so it does not matter how a
 * call ended.
 *
 * An XSUB pushes no context. Its frame has the level that it was called at.
 */
#ifndef NYTPROF_CALLS_FRAME_BPF_H
#define NYTPROF_CALLS_FRAME_BPF_H

#include "nytprof/counts.h"
#include "nytprof/frames.h"
#include "nytprof/limits.h"
#include "nytprof/losses.h"
#include "nytprof/names.h"
#include "nytprof/node_hash.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "clock/clock.bpf.h"
#include "state/loss.bpf.h"
#include "state/maps.bpf.h"
#include "state/state.bpf.h"

static __always_inline u64 level_of(u32 ord, s32 cxix)
{
	return (u64)ord << 32 | (u32)(cxix + 1);
}

static __always_inline s32 level_cxix(u64 level)
{
	return (s32)(u32)level - 1;
}

/*
 * The i-th open call; 0 is the outermost. The outermost calls are in the shadow itself, which
 * suffices for nearly all interpreters. Looking up a page takes 25 ns, seven times for each call. A
 * page stays when its calls have ended.
 */
static __always_inline struct frame *frame_at(struct shadow *sh, u32 i)
{
	struct frame_key key = { .interp = sh->id,
				 .stack = sh->stack,
				 .page = i / FRAMES_PER_PAGE };
	struct frame_page *page;

	if (i < FRAMES_NEAR && !sh->stack)
		return &sh->frames[i % FRAMES_NEAR];
	page = bpf_map_lookup_elem(&frames, &key);
	if (!page)
		return NULL;
	/* Clang 14 would add the offset before the check: "pointer arithmetic on
	 * map_value_or_null prohibited". */
	barrier_var(page);
	return &page->frames[i % FRAMES_PER_PAGE];
}

static __always_inline struct frame *frame_top(struct shadow *sh)
{
	return sh->depth ? frame_at(sh, sh->depth - 1) : NULL;
}

static __noinline struct frame *frame_new(struct shadow *sh)
{
	struct frame_key key = { .interp = sh->id,
				 .stack = sh->stack,
				 .page = sh->depth / FRAMES_PER_PAGE };
	struct zeros *z = zeros_get();
	struct frame *f = frame_at(sh, sh->depth);

	if (f || !z || sh->depth >= DEPTH_MAX)
		return f;
	bpf_map_update_elem(&frames, &key, &z->page, BPF_NOEXIST);
	return frame_at(sh, sh->depth);
}

/* Copies to the shadow what an event needs of the top frame. */
static __always_inline void shadow_set_top(struct shadow *sh, const struct frame *f)
{
	sh->level = f ? f->level : 0;
	sh->node = f ? f->node : NODE_ROOT;
	sh->callee = f ? f->callee : 0;
	sh->top_flags = f ? f->flags | (f->left_ns ? FRAME_LEFT : 0) : 0;
}

/*
 * Opens a call; its node must be filled in. If its caller is 0, that is set to the innermost open
 * call with a name, else to the main program.
 */
__noinline int frame_push(struct shadow *sh, const struct frame *new)
{
	struct frame *f;
	u32 caller;

	if (!sh || !new)
		return 0;
	caller = sh->depth ? sh->callee : SUB_RUNTIME;
	if (!caller) {
		f = frame_top(sh);
		caller = f ? f->caller : 0;
	}
	f = frame_new(sh);
	if (!f) {
		loss_count(sh->id, LOSS_FRAMES);
		return 0;
	}
	*f = *new;
	if (!f->caller)
		f->caller = caller;
	f->node = node_hash(sh->node, f->callee);
	if (settings.off_cpu)
		f->wait_start_ns = sh->wait_ns;
	if (settings.long_ns) {
		f->seen.since_ns = clock_wall();
		f->seen.ticks = sh->events;
	}
	sh->depth++;
	shadow_set_top(sh, f);
	return 0;
}

#endif
