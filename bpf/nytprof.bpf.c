// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The programs: one for each place that is probed.  Each reads the clock, finds the
 * interpreter's shadow and where perl is, and hands over to the accounting.
 *
 * user/target/site.c chooses the instructions; the programs rely on what perl's
 * state is there (see docs/architecture.md, "Probe sites").
 */
#include "vmlinux.h"
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>
#include <bpf/bpf_core_read.h>

#include "nytprof_bpf.h"
#include "config.bpf.h"
#include "maps.bpf.h"
#include "loss.bpf.h"
#include "clock.bpf.h"
#include "interp.bpf.h"
#include "intern.bpf.h"
#include "shadow.bpf.h"
#include "stmt.bpf.h"
#include "call.bpf.h"
#include "task.bpf.h"
#include "process.bpf.h"

char LICENSE[] SEC("license") = "GPL";

/* my_perl, or the load bias of an unthreaded perl. */
static __always_inline u64 interp_base(struct pt_regs *ctx, enum site_id site)
{
	switch (sites[site].reg) {
	case SITE_REG_DI:
		return ctx->di;
	case SITE_REG_BX:
		return ctx->bx;
	case SITE_REG_BP:
		return ctx->bp;
	case SITE_REG_R12:
		return ctx->r12;
	case SITE_REG_R13:
		return ctx->r13;
	case SITE_REG_R14:
		return ctx->r14;
	case SITE_REG_R15:
		return ctx->r15;
	default:
		return ctx->ip - sites[site].vaddr;
	}
}

/*
 * A function's arguments, behind my_perl if there is one.  Both registers are read before one
 * is chosen: else clang chooses between addresses in ctx ("dereference of modified ctx ptr").
 */
static __always_inline u64 arg_first(struct pt_regs *ctx)
{
	u64 with = ctx->si, without = ctx->di;

	barrier_var(with);
	barrier_var(without);
	return layout.multiplicity ? with : without;
}

static __always_inline u64 arg_fifth(struct pt_regs *ctx)
{
	u64 with = ctx->r9, without = ctx->r8;

	barrier_var(with);
	barrier_var(without);
	return layout.multiplicity ? with : without;
}

/* An event of an interpreter: begins a handler, or leaves it if it is not followed. */
struct event_ctx {
	struct shadow *sh;
	u64 wall;
	u64 perl;
	u64 sub;
};

static __always_inline bool event_begin(struct event_ctx *ev, struct shadow *sh, u64 wall,
					enum site_id site)
{
	ev->sh = sh;
	ev->wall = wall;
	if (!sh || sh->over)
		return false;
	ev->perl = clock_enter(sh, wall, site);
	clock_accept_end(sh, ev->perl);
	ev->sub = clock_sub(sh, ev->perl);
	return true;
}

#define EVENT_BEGIN(ev, ctx, site)                                                       \
	({                                                                               \
		u64 wall_ = clock_wall();                                                \
		event_begin(ev, shadow_get(interp_base(ctx, site), wall_), wall_, site); \
	})

/* For sites behind a call, where no register is known to hold my_perl. */
static __always_inline bool event_begin_thread(struct event_ctx *ev, enum site_id site)
{
	u64 wall = clock_wall(), pid_tgid = bpf_get_current_pid_tgid();

	return event_begin(ev, shadow_of_thread(pid_tgid >> 32, (u32)pid_tgid), wall, site);
}

/* ----------------------------------------------------------------- statements */

static __always_inline int on_statement(struct pt_regs *ctx, enum site_id site)
{
	struct event_ctx ev;
	struct cop cop;
	struct at at;

	if (!EVENT_BEGIN(&ev, ctx, site))
		return 0;
	if (!shadow_locate(ev.sh, &at, ev.sub)) {
		shadow_settle(ev.sh, &at, ev.sub, AT_STMT);
		if (cop_read(at.op, &cop))
			loss_count(ev.sh->id, LOSS_READ);
		else
			stmt_next(ev.sh, &cop, ev.perl);
	}
	clock_leave(ev.sh, ev.wall);
	return 0;
}

SEC("uprobe")
int pp_nextstate(struct pt_regs *ctx)
{
	return on_statement(ctx, SITE_NEXTSTATE);
}

SEC("uprobe")
int pp_dbstate(struct pt_regs *ctx)
{
	return on_statement(ctx, SITE_DBSTATE);
}

/* ---------------------------------------------------------------------- calls */

SEC("uprobe")
int pp_entersub(struct pt_regs *ctx)
{
	struct event_ctx ev;
	struct at at;

	if (!EVENT_BEGIN(&ev, ctx, SITE_ENTERSUB))
		return 0;
	if (!shadow_locate(ev.sh, &at, ev.sub)) {
		shadow_settle(ev.sh, &at, ev.sub, AT_CALL);
		call_enter(ev.sh, &at, ev.perl);
	}
	clock_leave(ev.sh, ev.wall);
	return 0;
}

/* Behind the call of an XSUB's C function. */
SEC("uprobe")
int xsub_ret(struct pt_regs *ctx)
{
	struct event_ctx ev;
	struct at at;

	if (!event_begin_thread(&ev, SITE_XSUB_RET))
		return 0;
	if (!shadow_locate(ev.sh, &at, ev.sub))
		shadow_settle(ev.sh, &at, ev.sub, AT_XSUB_RET);
	clock_leave(ev.sh, ev.wall);
	return 0;
}

static __always_inline int on_leave(struct pt_regs *ctx, enum site_id site)
{
	struct event_ctx ev;
	struct at at;

	if (!EVENT_BEGIN(&ev, ctx, site))
		return 0;
	if (!shadow_locate(ev.sh, &at, ev.sub)) {
		shadow_settle(ev.sh, &at, ev.sub, AT_STMT);
		call_leave(ev.sh, &at, ev.perl);
	}
	clock_leave(ev.sh, ev.wall);
	return 0;
}

SEC("uprobe")
int pp_leavesub(struct pt_regs *ctx)
{
	return on_leave(ctx, SITE_LEAVESUB);
}

SEC("uprobe")
int pp_leavesublv(struct pt_regs *ctx)
{
	return on_leave(ctx, SITE_LEAVESUBLV);
}

/* Perl 5.14 to 5.22: return pops the sub's context itself, from within any loop or block. */
SEC("uprobe")
int pp_return(struct pt_regs *ctx)
{
	struct event_ctx ev;
	struct at at;

	if (!EVENT_BEGIN(&ev, ctx, SITE_RETURN))
		return 0;
	if (!shadow_locate(ev.sh, &at, ev.sub)) {
		shadow_settle(ev.sh, &at, ev.sub, AT_STMT);
		if (!at_enclosing_sub(&at)) {
			at.level = level_of(ev.sh->si_ord, at.cxix);
			call_leave(ev.sh, &at, ev.perl);
		}
	}
	clock_leave(ev.sh, ev.wall);
	return 0;
}

/* goto &sub; any other goto changes nothing here. */
SEC("uprobe")
int pp_goto(struct pt_regs *ctx)
{
	struct event_ctx ev;
	struct at at;

	if (!EVENT_BEGIN(&ev, ctx, SITE_GOTO))
		return 0;
	if (!shadow_locate(ev.sh, &at, ev.sub)) {
		shadow_settle(ev.sh, &at, ev.sub, AT_STMT);
		call_goto(ev.sh, &at, ev.sub);
	}
	clock_leave(ev.sh, ev.wall);
	return 0;
}

SEC("uprobe")
int dounwind(struct pt_regs *ctx)
{
	struct event_ctx ev;
	struct at at;

	if (!EVENT_BEGIN(&ev, ctx, SITE_DOUNWIND))
		return 0;
	if (!shadow_locate(ev.sh, &at, ev.sub)) {
		shadow_settle(ev.sh, &at, ev.sub, AT_CALL);
		call_unwind(ev.sh, (s32)arg_first(ctx), ev.sub);
	}
	clock_leave(ev.sh, ev.wall);
	return 0;
}

/* ------------------------------------------------------------- evals and accept */

/* The eval that is about to be compiled gets the next number (pp_ctl.c, PP(pp_entereval)). */
SEC("uprobe")
int pp_entereval(struct pt_regs *ctx)
{
	struct event_ctx ev;
	struct at at;

	if (!EVENT_BEGIN(&ev, ctx, SITE_ENTEREVAL))
		return 0;
	if (!shadow_locate(ev.sh, &at, ev.sub)) {
		shadow_settle(ev.sh, &at, ev.sub, AT_CALL);
		eval_note(ev.sh, at.curcop);
	}
	clock_leave(ev.sh, ev.wall);
	return 0;
}

SEC("uprobe")
int start_subparse(struct pt_regs *ctx)
{
	struct event_ctx ev;
	struct at at;

	if (!EVENT_BEGIN(&ev, ctx, SITE_SUBPARSE))
		return 0;
	if (!shadow_locate(ev.sh, &at, ev.sub))
		subparse_note(ev.sh, at.curcop);
	clock_leave(ev.sh, ev.wall);
	return 0;
}

/* newATTRSUB(floor, o, proto, attrs, block); my_perl comes before them if there is one. */
SEC("uprobe")
int newsub(struct pt_regs *ctx)
{
	struct event_ctx ev;
	struct at at;

	if (!EVENT_BEGIN(&ev, ctx, SITE_NEWSUB))
		return 0;
	if (!shadow_locate(ev.sh, &at, ev.sub))
		newsub_note(ev.sh, at.curcop, (s32)arg_first(ctx), arg_fifth(ctx));
	clock_leave(ev.sh, ev.wall);
	return 0;
}

SEC("uprobe")
int pp_accept(struct pt_regs *ctx)
{
	struct event_ctx ev;

	if (!EVENT_BEGIN(&ev, ctx, SITE_ACCEPT))
		return 0;
	thread_set(ev.sh->tid, ev.sh->base);
	clock_accept_begin(ev.sh, ev.perl);
	clock_leave(ev.sh, ev.wall);
	return 0;
}

/* event_begin ends the wait. */
SEC("uretprobe")
int pp_accept_ret(struct pt_regs *ctx)
{
	struct event_ctx ev;

	if (event_begin_thread(&ev, SITE_ACCEPT_RET))
		clock_leave(ev.sh, ev.wall);
	return 0;
}

/* -------------------------------------------------------------- life and death */

SEC("uprobe")
int interp_free(struct pt_regs *ctx)
{
	u64 pid_tgid = bpf_get_current_pid_tgid();
	struct shadow_key key = { .base = interp_base(ctx, SITE_FREE), .tgid = pid_tgid >> 32 };
	struct shadow *sh = bpf_map_lookup_elem(&shadows, &key);

	if (sh)
		shadow_end(sh, key.tgid, END_FREE, 0);
	return 0;
}

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
		shadow_end(sh, key.tgid, END_STOP, 0);
	return 0;
}

/*
 * The processes to follow are kept in targets, whether they are perls yet or not.
 * A child gets its entry and its shadow before it can run.
 */
SEC("tp_btf/sched_process_fork")
int BPF_PROG(sched_process_fork, struct task_struct *parent, struct task_struct *child)
{
	u32 from = bpf_get_current_pid_tgid() >> 32, tid = (u32)bpf_get_current_pid_tgid();
	u32 tgid = BPF_CORE_READ(child, tgid), one = 1;
	struct shadow *sh;

	if (tgid == from)
		return 0; /* a thread */
	if (bpf_map_lookup_elem(&targets, &from)) {
		bpf_map_update_elem(&targets, &tgid, &one, BPF_ANY);
		event_send(EVENT_FORK, from, 0, tgid);
	}
	sh = shadow_of_thread(from, tid);
	if (sh)
		shadow_fork(sh, tgid, BPF_CORE_READ(child, pid), clock_wall());
	return 0;
}

/* The image is replaced: what was perl in this process has ended. */
SEC("tp_btf/sched_process_exec")
int BPF_PROG(sched_process_exec, struct task_struct *task, pid_t old_pid)
{
	u32 tgid = BPF_CORE_READ(task, tgid);
	struct shadow *sh = shadow_of_thread(tgid, old_pid);

	if (sh)
		shadow_end(sh, tgid, END_EXEC, 0);
	if (bpf_map_lookup_elem(&targets, &tgid))
		event_send(EVENT_EXEC, tgid, 0, 0);
	return 0;
}

/* A thread ends, in whatever way, and the interpreter that it ran with it. */
SEC("tp_btf/sched_process_exit")
int BPF_PROG(sched_process_exit, struct task_struct *task)
{
	u32 tgid = BPF_CORE_READ(task, tgid), tid = BPF_CORE_READ(task, pid);
	struct shadow *sh = shadow_of_thread(tgid, tid);

	if (sh && sh->tid == tid)
		shadow_end(sh, tgid, END_EXIT, BPF_CORE_READ(task, exit_code));
	bpf_map_delete_elem(&threads, &tid);
	if (tid == tgid)
		bpf_map_delete_elem(&targets, &tgid);
	return 0;
}
