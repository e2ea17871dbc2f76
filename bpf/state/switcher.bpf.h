/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Processes that change between C stacks, as Coro does.  The kernel knows the functions that are to
 * return by the stack pointer, and takes those of another stack for gone: the next return then is
 * at a trampoline that nobody knows, which is SIGILL (kernel/events/uprobes.c,
 * cleanup_return_instances and uprobe_handle_trampoline, 6.1 to 6.18).
 *
 * With uprobe sessions each builtin that begins, and each function of a database library, is asked for
 * its return or is not, so it is a matter of one process.  What was asked for before it became a
 * switcher does no harm: no later entry looks at the stack again.
 */
#ifndef NYTPROF_STATE_SWITCHER_BPF_H
#define NYTPROF_STATE_SWITCHER_BPF_H

#include "nytprof/interp.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "kernel/task.bpf.h"
#include "state/maps.bpf.h"

static __always_inline bool switchers_are_noted(void)
{
	return settings.sessions || settings.sql_sessions;
}

/*
 * A function of its own: there is no stack for it where a sub's name is read (see
 * state/state.bpf.h).
 */
static __noinline int switcher_add(u32 tgid)
{
	u32 zero = 0, one = 1;

	if (bpf_map_update_elem(&switchers, &tgid, &one, BPF_ANY))
		bpf_map_update_elem(&no_returns, &zero, &one, BPF_ANY);
	return 0;
}

/* The child has its parent's stacks. */
static __always_inline void switcher_forked(u32 from, u32 child)
{
	if (switchers_are_noted() && bpf_map_lookup_elem(&switchers, &from))
		switcher_add(child);
}

static __always_inline void switcher_over(u32 tgid)
{
	if (switchers_are_noted())
		bpf_map_delete_elem(&switchers, &tgid);
}

/* May the kernel be asked to tell when something of the current process returns? */
static __always_inline bool return_is_harmless(void)
{
	u32 zero = 0, tgid = current_ids() >> 32, *nobody_s;

	nobody_s = bpf_map_lookup_elem(&no_returns, &zero);
	return nobody_s && !*nobody_s && !bpf_map_lookup_elem(&switchers, &tgid);
}

/* The same for a builtin. If not, its profile says so. */
static __always_inline bool return_may_be_seen(u32 interp)
{
	struct interp *in;

	if (return_is_harmless())
		return true;
	in = bpf_map_lookup_elem(&interps, &interp);
	if (in)
		in->no_returns = 1;
	return false;
}

#endif
