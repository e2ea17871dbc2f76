/* SPDX-License-Identifier: GPL-2.0-or-later */
/* x86-64, System V ABI. */
#ifndef NYTPROF_ARCH_X86_64_BPF_H
#define NYTPROF_ARCH_X86_64_BPF_H

#include "kernel/kernel.bpf.h"

static __always_inline u64 arch_ip(struct pt_regs *ctx)
{
	return ctx->ip;
}

static __always_inline u64 arch_sp(struct pt_regs *ctx)
{
	return ctx->sp;
}

/*
 * At a function's return: the stack pointer that it was called with.  The return address is gone
 * from there.
 */
static __always_inline u64 arch_entry_sp(struct pt_regs *ctx)
{
	return ctx->sp - 8;
}

/* A function's n-th argument, from 0; n is a constant. */
static __always_inline u64 arch_arg(struct pt_regs *ctx, int n)
{
	return n == 0 ? ctx->di :
	       n == 1 ? ctx->si :
	       n == 2 ? ctx->dx :
	       n == 3 ? ctx->cx :
	       n == 4 ? ctx->r8 :
			ctx->r9;
}

/* What a function returns. */
static __always_inline u64 arch_returned(struct pt_regs *ctx)
{
	return ctx->ax;
}

/* The register that has my_perl; where it is none, the bias of what is at vaddr in the file. */
static __always_inline u64 arch_base(struct pt_regs *ctx, u32 reg, u64 vaddr)
{
	switch (reg) {
	case 7:
		return ctx->di;
	case 3:
		return ctx->bx;
	case 5:
		return ctx->bp;
	case 12:
		return ctx->r12;
	case 13:
		return ctx->r13;
	case 14:
		return ctx->r14;
	case 15:
		return ctx->r15;
	default:
		return ctx->ip - vaddr;
	}
}

/*
 * The register that has a CV; 0 if it is none.  All are read before one is chosen: else clang
 * chooses between addresses in ctx ("dereference of modified ctx ptr").
 */
static __always_inline u64 arch_cv(struct pt_regs *ctx, u32 reg)
{
	u64 ax = ctx->ax, cx = ctx->cx, dx = ctx->dx, si = ctx->si;

	barrier_var(ax);
	barrier_var(cx);
	barrier_var(dx);
	barrier_var(si);
	return reg == 0 ? ax : reg == 1 ? cx : reg == 2 ? dx : reg == 6 ? si : 0;
}

/* The same, where it is one of those that a function keeps: an XSUB that will be called. */
static __always_inline u64 arch_kept_cv(struct pt_regs *ctx, u32 reg)
{
	u64 bx = ctx->bx, bp = ctx->bp, r12 = ctx->r12, r13 = ctx->r13, r14 = ctx->r14;
	u64 r15 = ctx->r15;

	barrier_var(bx);
	barrier_var(bp);
	barrier_var(r12);
	barrier_var(r13);
	barrier_var(r14);
	barrier_var(r15);
	return reg == 3	 ? bx :
	       reg == 5	 ? bp :
	       reg == 12 ? r12 :
	       reg == 13 ? r13 :
	       reg == 14 ? r14 :
	       reg == 15 ? r15 :
			   0;
}

struct pt_regs___call {
	u64 orig_ax;
} __attribute__((preserve_access_index));

/*
 * The number of the system call that a task is in; below 0: none.  An exception puts -1 there
 * (arch/x86/entry/entry_64.S, error_entry and its callers, 5.10 to 6.18).
 */
static __always_inline s64 arch_call(struct pt_regs *regs)
{
	return (s64)((struct pt_regs___call *)regs)->orig_ax;
}

/* One of its first three arguments; n is a constant. */
static __always_inline u64 arch_call_arg(struct pt_regs *regs, int n)
{
	return n == 0 ? regs->di : n == 1 ? regs->si : regs->dx;
}

/* Where a thread's own memory is; 0: unknown. */
static __always_inline u64 arch_thread_pointer(struct task_struct *task)
{
	return BPF_CORE_READ(task, thread.fsbase);
}

/* Of what a tick has interrupted (struct pt_regs, which user space knows, too): .cs and .ip. */
#define ARCH_TICK_IN_USER(regs) ((regs)[17] & 3)
#define ARCH_TICK_IP(regs)	((regs)[16])

#endif
