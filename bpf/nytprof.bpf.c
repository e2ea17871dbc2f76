// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The programs: one for each place that is probed, each from registers to one call.
 *
 * user/site/site.c chooses the instructions; events/event.bpf.h relies on perl's state there
 * (see docs/internals/probe-sites.md).
 */
#include "nytprof/frames.h"
#include "nytprof/interp.h"
#include "nytprof/sites.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "kernel/task.bpf.h"
#include "arch/arch.bpf.h"
#include "state/maps.bpf.h"
#include "state/state.bpf.h"
#include "names/newsub.bpf.h"
#include "process/end.bpf.h"
#include "process/fork.bpf.h"
#include "process/interp.bpf.h"
#include "process/process.bpf.h"
#include "process/thread.bpf.h"
#include "events/builtin.bpf.h"
#include "events/call.bpf.h"
#include "events/compile.bpf.h"
#include "events/statement.bpf.h"
#include "sample/programs.bpf.h"
#include "wait/programs.bpf.h"

char LICENSE[] SEC("license") = "GPL";

/* my_perl, or the load bias of an unthreaded perl. */
static __always_inline u64 interp_base(struct pt_regs *ctx, u64 cookie)
{
	return arch_base(ctx, cookie >> COOKIE_REG_SHIFT & COOKIE_REG_MASK,
			 cookie & ((1ull << COOKIE_VADDR_BITS) - 1));
}

/* The CV of the sub that is left, if its context does not have it any more; else 0. */
static __always_inline u64 left_cv(struct pt_regs *ctx, u64 cookie)
{
	return arch_cv(ctx, cookie >> COOKIE_CV_SHIFT & COOKIE_REG_MASK);
}

/* The XSUB that pp_entersub is about to call. */
static __always_inline u64 called_cv(struct pt_regs *ctx, u64 cookie)
{
	return arch_kept_cv(ctx, cookie >> COOKIE_CV_SHIFT & COOKIE_REG_MASK);
}

/*
 * A function's arguments, behind my_perl if there is one; n is a constant.  Both registers are read
 * before one is chosen: else clang chooses between addresses in ctx ("dereference of modified ctx
 * ptr").
 */
static __always_inline u64 argument(struct pt_regs *ctx, int n)
{
	u64 with = arch_arg(ctx, n + 1), without = arch_arg(ctx, n);

	barrier_var(with);
	barrier_var(without);
	return layout.multiplicity ? with : without;
}

/* ------------------------------------------------------------- perl's functions */

#define PROBE(name, ...)                              \
	SEC("uprobe")                                 \
	int name(struct pt_regs *ctx)                 \
	{                                             \
		u64 cookie, base;                     \
		u32 price_ns;                         \
                                                      \
		if (settings.empty)                   \
			return 0;                     \
		cookie = bpf_get_attach_cookie(ctx);  \
		base = interp_base(ctx, cookie);      \
		price_ns = cookie >> COOKIE_NS_SHIFT; \
		(void)base;                           \
		(void)price_ns;                       \
		__VA_ARGS__;                          \
		return 0;                             \
	}

/* pp_nextstate and pp_dbstate; pp_leavesub and pp_leavesublv; pp_leave and the like. */
PROBE(statement, event_statement(base, price_ns))
PROBE(entersub, event_entersub(base, arch_sp(ctx), price_ns))
PROBE(xsub, event_xsub(base, called_cv(ctx, cookie), arch_sp(ctx), price_ns))
PROBE(croak, event_croak(base, price_ns))
PROBE(xsub_ret, event_xsub_ret(arch_sp(ctx), price_ns))
PROBE(leavesub, event_leave(base, left_cv(ctx, cookie), price_ns))
PROBE(block_end, event_block(base, price_ns))
PROBE(pp_return, event_return(base, price_ns))
PROBE(pp_goto, event_goto(base, arch_sp(ctx), price_ns))
PROBE(dounwind, event_unwind(base, (s32)argument(ctx, 0), price_ns))
PROBE(die_unwind, event_die(base, price_ns))
PROBE(pp_entereval, event_entereval(base, price_ns))
PROBE(lex_start, event_lex(base, price_ns))
PROBE(start_subparse, event_subparse(base, price_ns))
/* newATTRSUB(floor, o, proto, attrs, block) */
PROBE(newsub, struct newsub n = { .floor = (s32)argument(ctx, 0),
				  .name = argument(ctx, 1),
				  .proto = argument(ctx, 2),
				  .block = argument(ctx, 4) };
      event_newsub(base, &n, price_ns))
PROBE(pp_accept, event_accept(base, price_ns))
PROBE(pp_accept_ret, event_accept_ret(price_ns))
PROBE(slowop, event_slowop(base, arch_sp(ctx), price_ns))
PROBE(slowop_ret, event_slowop_ret(arch_entry_sp(ctx), price_ns))
PROBE(interp_free, interp_over(base))

/* Both of them, where the kernel has sessions: 0 at the entry asks for the return. */
SEC("uprobe")
int slowop_session(struct pt_regs *ctx)
{
	u64 cookie, base;

	if (settings.empty)
		return 0;
	if (arch_ip(ctx) != bpf_get_func_ip(ctx)) {
		event_slowop_ret(arch_entry_sp(ctx), settings.return_ns);
		return 0;
	}
	cookie = bpf_get_attach_cookie(ctx);
	base = interp_base(ctx, cookie);
	return event_slowop(base, arch_sp(ctx), cookie >> COOKIE_NS_SHIFT) ? 0 : 1;
}

/* ----------------------------------------------------------------- processes */

/*
 * Never attached: user space runs it for each interpreter that still lives when the probes
 * have been removed (BPF_PROG_TEST_RUN, for this type since 5.10), so that what is open
 * then is closed by the same code as ever.  Arguments: base, tgid.
 */
SEC("raw_tp/interp_close")
int interp_close(struct bpf_raw_tracepoint_args *ctx)
{
	struct shadow_key key = { .base = ctx->args[0], .tgid = ctx->args[1] };
	struct shadow *sh = bpf_map_lookup_elem(&shadows, &key);

	if (sh)
		shadow_end(sh, key.tgid, END_STOP, 0, END_FRAMES);
	return 0;
}

/*
 * Likewise, at any time: what the probes have taken of a living one so far, and what it has waited,
 * goes to its entry.
 */
SEC("raw_tp/interp_note")
int interp_note(struct bpf_raw_tracepoint_args *ctx)
{
	struct shadow_key key = { .base = ctx->args[0], .tgid = ctx->args[1] };
	const struct shadow *sh = bpf_map_lookup_elem(&shadows, &key);

	if (sh)
		shadow_note(sh);
	return 0;
}

/*
 * Likewise, before a living one gets other probes.  Arguments: base, tgid, the time up to which it
 * had the old ones; 1: done.
 */
SEC("raw_tp/interp_cut")
int interp_cut(struct bpf_raw_tracepoint_args *ctx)
{
	struct shadow_key key = { .base = ctx->args[0], .tgid = ctx->args[1] };
	struct shadow *sh = bpf_map_lookup_elem(&shadows, &key);

	return !sh || sh->over || shadow_cut(sh, ctx->args[2], END_FRAMES);
}

/*
 * Likewise, for an interpreter that has ended with more calls than could be closed then.  Argument:
 * its id; 1: done.
 */
SEC("raw_tp/interp_wind_up")
int interp_wind_up(struct bpf_raw_tracepoint_args *ctx)
{
	return ending_go_on(ctx->args[0]);
}

SEC("tp_btf/sched_process_fork")
int BPF_PROG(sched_process_fork, struct task_struct *parent, struct task_struct *child)
{
	u64 ids = current_ids();
	struct child c = { .tgid = task_tgid(child) };

	if (!c.tgid)
		return 0;
	if (c.tgid == ids >> 32) {
		if (!settings.build)
			thread_created(c.tgid, (u32)ids, task_tid(child));
		return 0;
	}
	c.own_pid = task_own_pid(child);
	c.start_ns = task_start(child);
	process_forked(ids >> 32, (u32)ids, &c);
	return 0;
}

/*
 * The thread that calls execve gets the process's own id; old_pid is the host's number of what it
 * had.
 */
SEC("tp_btf/sched_process_exec")
int BPF_PROG(sched_process_exec, struct task_struct *task, pid_t old_pid)
{
	process_execed(task_tgid(task), settings.pid_level ? task_tid(task) : (u32)old_pid);
	return 0;
}

SEC("tp_btf/sched_process_exit")
int BPF_PROG(sched_process_exit, struct task_struct *task)
{
	u32 tgid = task_tgid(task), code = BPF_CORE_READ(task, exit_code);

	thread_exited(tgid, task_tid(task), code, process_is_over(task));
	/*
	 * Asked again: the last one may have come by before it could see what this one has left
	 * behind.
	 */
	if (process_is_over(task))
		process_ended(tgid, code);
	return 0;
}
