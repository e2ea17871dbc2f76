// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The programs, each from registers to one call: statements have their own, as they are the most.
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
#include "kevent/contention.bpf.h"
#include "kevent/oom.bpf.h"
#include "kevent/programs.bpf.h"
#include "kevent/sockets.bpf.h"
#include "sample/programs.bpf.h"
#include "sql/programs.bpf.h"
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

/* How far the stack pointer is below that of the place, where a stub is probed. */
static __always_inline u64 pushed_bytes(u64 cookie)
{
	return (cookie >> COOKIE_CV_SHIFT & COOKIE_REG_MASK) == SITE_REG_PUSHED ? 8 : 0;
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

/* What its cookie says of the place that was hit. */
struct hit {
	u64 cookie;
	u64 base;
	u32 site;
	u32 price_ns;
};

static __always_inline void hit_take(struct pt_regs *ctx, struct hit *hit)
{
	hit->cookie = bpf_get_attach_cookie(ctx);
	hit->base = interp_base(ctx, hit->cookie);
	hit->site = hit->cookie >> COOKIE_SITE_SHIFT & COOKIE_SITE_MASK;
	hit->price_ns = hit->cookie >> COOKIE_NS_SHIFT;
}

/* pp_nextstate and pp_dbstate */
SEC("uprobe")
int statement(struct pt_regs *ctx)
{
	struct hit hit;

	if (settings.empty)
		return 0;
	hit_take(ctx, &hit);
	event_statement(hit.base, hit.price_ns);
	return 0;
}

/* newATTRSUB(floor, o, proto, attrs, block) */
static __always_inline void hit_newsub(struct pt_regs *ctx, struct event_now *ev)
{
	struct newsub n = { .floor = (s32)argument(ctx, 0),
			    .name = argument(ctx, 1),
			    .proto = argument(ctx, 2),
			    .block = argument(ctx, 4) };

	event_newsub(ev, &n);
}

/* The verifier takes out what is not probed. */
#define AT(id) (hit->site == (id) && settings.sites & 1u << (id))

/* Behind a call, no register is known to hold my_perl. */
static __always_inline bool hit_is_return(const struct hit *hit)
{
	return AT(SITE_XSUB_RET) || AT(SITE_SLOWOP_RET) || AT(SITE_ACCEPT_RET);
}

/* At SITE_ACCEPT_RET there is nothing to do but to begin the event: that ends the wait. */
static __always_inline void hit_call(struct pt_regs *ctx, struct event_now *ev,
				     const struct hit *hit)
{
	const u64 sp = arch_sp(ctx);

	if (AT(SITE_LEAVESUB) || AT(SITE_LEAVESUBLV))
		event_leave(ev, left_cv(ctx, hit->cookie));
	else if (AT(SITE_XSUB))
		event_xsub(ev, called_cv(ctx, hit->cookie), sp);
	else if (AT(SITE_XSUB_RET))
		event_xsub_ret(ev, sp + pushed_bytes(hit->cookie));
	else if (AT(SITE_ENTERSUB))
		event_entersub(ev, sp);
	else if (AT(SITE_SLOWOP))
		event_slowop(ev, sp);
	else if (AT(SITE_SLOWOP_RET))
		event_slowop_ret(ev, arch_entry_sp(ctx));
	else if (AT(SITE_CROAK))
		event_croak(ev);
	else if (AT(SITE_RETURN))
		event_return(ev);
	else if (AT(SITE_GOTO))
		event_goto(ev, sp);
	else if (AT(SITE_DOUNWIND))
		event_unwind(ev, (s32)argument(ctx, 0));
	else if (AT(SITE_DIE))
		event_die(ev);
	else if (AT(SITE_ACCEPT))
		clock_accept_begin(ev->sh, ev->perl_ns);
}

static __always_inline void hit_other(struct pt_regs *ctx, struct event_now *ev,
				      const struct hit *hit)
{
	if (AT(SITE_LEAVE) || AT(SITE_LEAVETRY) || AT(SITE_LEAVEEVAL) || AT(SITE_LEAVEWRITE))
		event_block(ev);
	else if (AT(SITE_ENTEREVAL))
		event_entereval(ev);
	else if (AT(SITE_LEX))
		event_lex(ev);
	else if (AT(SITE_SUBPARSE))
		event_subparse(ev);
	else if (AT(SITE_NEWSUB))
		hit_newsub(ctx, ev);
}

/* The event of that hit, from its beginning to its end. */
static __always_inline void hit_handle(struct pt_regs *ctx, const struct hit *hit)
{
	struct event_now ev;
	u32 price_ns = AT(SITE_SLOWOP_RET) && settings.behind_ns ? settings.behind_ns :
								   hit->price_ns;

	if (AT(SITE_LEX) && !shadow_at(hit->base, current_ids() >> 32))
		return;
	if (!event_begin_at(&ev, hit->base, hit_is_return(hit), price_ns))
		return;
	hit_call(ctx, &ev, hit);
	hit_other(ctx, &ev, hit);
	event_end(&ev);
}

/*
 * All other places.  One program for all of them: the verifier looks at a global function once for
 * each program that calls it, and most of what it has to look at are those.
 */
SEC("uprobe")
int others(struct pt_regs *ctx)
{
	struct hit at, *hit = &at;

	if (settings.empty)
		return 0;
	hit_take(ctx, hit);
	if (AT(SITE_FREE))
		interp_over(hit->base);
	else
		hit_handle(ctx, hit);
	return 0;
}

/* Both of them, where the kernel has sessions: 0 at the entry asks for the return. */
SEC("uprobe")
int slowop_session(struct pt_regs *ctx)
{
	bool returns, wanted = false;
	struct event_now ev;
	struct hit hit;

	if (settings.empty)
		return 0;
	returns = arch_ip(ctx) != bpf_get_func_ip(ctx);
	hit_take(ctx, &hit);
	if (!event_begin_at(&ev, hit.base, returns,
			    returns ? settings.behind_ns ?: settings.return_ns : hit.price_ns))
		return 1;
	if (returns)
		event_slowop_ret(&ev, arch_entry_sp(ctx));
	else
		wanted = event_slowop(&ev, arch_sp(ctx));
	event_end(&ev);
	return wanted ? 0 : 1;
}

/* ----------------------------------------------------------------- processes */

/*
 * Never attached: user space runs it for each interpreter that still lives when the probes
 * have been removed (BPF_PROG_TEST_RUN, for this type since 5.10), so that what is open
 * then is closed by the same code as ever.  Arguments: base, tgid, and END_STOP or END_UNSEEN.
 */
SEC("raw_tp/interp_close")
int interp_close(struct bpf_raw_tracepoint_args *ctx)
{
	shadow_end(ctx->args[0], ctx->args[1], ctx->args[2], 0, END_FRAMES);
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
 * Likewise, before a window opens, and when it has closed.  Arguments: base, tgid, the time, and of
 * the process's main thread how long it had to wait for a processor (0: not known), and how often it
 * slept or OWN_ASLEEP.
 */
SEC("raw_tp/interp_window")
int interp_window(struct bpf_raw_tracepoint_args *ctx)
{
	struct shadow_key key = { .base = ctx->args[0], .tgid = ctx->args[1] };
	struct shadow *sh = bpf_map_lookup_elem(&shadows, &key);
	const struct control *c = control_of(CONTROL_BURST);

	if (!sh || !c || sh->over || sh->parked_ns || sh->tid != key.tgid)
		return 0;
	if (!c->at_ns) { /* it has just closed: all probes are still there */
		own_close(sh, c, ctx->args[3], ctx->args[4]);
		return 0;
	}
	clock_pay_trap(sh);
	clock_wait_behind(sh, ctx->args[2], ctx->args[3]);
	own_open(sh, c, ctx->args[4]);
	return 0;
}

/*
 * Likewise, before a living one gets other probes.  Arguments: base, tgid, the time up to which it
 * had the old ones, how long the process's main thread had to wait for a processor (0: not known);
 * 1: done.
 */
SEC("raw_tp/interp_cut")
int interp_cut(struct bpf_raw_tracepoint_args *ctx)
{
	struct shadow_key key = { .base = ctx->args[0], .tgid = ctx->args[1] };
	struct shadow *sh = bpf_map_lookup_elem(&shadows, &key);

	return !sh || sh->over || shadow_cut(sh, ctx->args[2], key.tgid, ctx->args[3], END_FRAMES);
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
